/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.socket.BufferedSockets;
import dev.longfatpipe.socket.SocketBufferPolicy;
import dev.longfatpipe.spi.DeclaredBuffers;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ParameterResolutionException;

class SocketBuffersTests {

    @Test
    void stand_on_methods_classes_enclosing_classes_and_other_annotations() {
        Run.of(Places.class).passes(4);
        Run.of(Inheriting.class).passes(1);
        Run.of(Composed.class).passes(1);
    }

    @Test
    void are_counted_on_the_path_of_the_pipe_and_declared_to_it() {
        Run.of(InBdp.class).passes(1);

        assertThat(FakeBackend.opened("in bdp").request().declaredBuffers())
                .contains(new DeclaredBuffers(
                        explicit(2_500_000), BufferSetting.auto(), explicit(2_500_000), BufferSetting.auto()));
    }

    @Test
    void may_be_those_of_one_end_only() {
        Run.of(ClientOnly.class).passes(1);

        assertThat(FakeBackend.opened("client only").request().declaredBuffers())
                .contains(new DeclaredBuffers(
                        explicit(65_536), explicit(16_384), BufferSetting.auto(), BufferSetting.auto()));
    }

    @Test
    void of_several_paths_are_told_apart_by_the_name_of_the_pipe() {
        Run.of(OfSeveralPaths.class).passes(1);
        assertThat(Run.of(OfAnyPath.class).failure())
                .isInstanceOf(ParameterResolutionException.class)
                .hasMessage(
                        "parameter [dev.longfatpipe.socket.BufferedSockets buffers] could be any of the pipes [far],"
                                + " [near]: write @PipeName(\"near\") before it");
    }

    @Test
    void need_no_pipe() {
        Run.of(WithoutPipe.class).passes(1);
    }

    @Test
    void counted_in_bdp_need_one() {
        assertThat(Run.of(BdpWithoutPipe.class).failure())
                .isInstanceOf(ParameterResolutionException.class)
                .hasMessage("parameter [dev.longfatpipe.socket.BufferedSockets buffers] needs a pipe, but this test"
                        + " declares none: write @LongFatPipe(rtt = \"100ms\", rate = \"100mbit\") on the test method or"
                        + " its class");
    }

    @Test
    void publish_what_came_too_late() {
        assertThat(Run.of(TooLate.class).passes(1).published("longfatpipe.warning"))
                .containsExactly("SO_RCVBUF 40960 was set on a listening socket that is already bound: connections"
                        + " accepted before have another buffer and window scale; set it before bind()");
    }

    @Test
    void tell_what_came_too_late_where_a_test_fails() {
        assertThat(Run.of(TooLateAndNarrow.class).failure())
                .hasMessageStartingWith("Expected goodput >= ")
                .hasMessageEndingWith(
                        "\n  Sockets   SO_RCVBUF 40960 was set on a listening socket that is already bound:"
                                + " connections accepted before have another buffer and window scale; set it before bind()");
    }

    private static BufferSetting explicit(long bytes) {
        return BufferSetting.explicit(DataSize.ofBytes(bytes));
    }

    @SocketBuffers(receive = "1KiB")
    static class Places {

        @Test
        void of_the_class(BufferedSockets buffers) {
            assertThat(buffers.receive()).isEqualTo(explicit(1024));
            assertThat(buffers.send()).isEqualTo(BufferSetting.auto());
        }

        @Test
        @SocketBuffers(send = "2KiB")
        void of_the_method(BufferedSockets buffers) {
            assertThat(buffers.receive()).isEqualTo(BufferSetting.auto());
            assertThat(buffers.send()).isEqualTo(explicit(2048));
        }

        @Nested
        class Inner {

            @Test
            void of_the_enclosing_class(BufferedSockets buffers) {
                assertThat(buffers.receive()).isEqualTo(explicit(1024));
            }

            @Nested
            @SocketBuffers(receive = "3KiB")
            class Innermost {

                @Test
                void of_the_nested_class(BufferedSockets buffers) {
                    assertThat(buffers.receive()).isEqualTo(explicit(3072));
                }
            }
        }
    }

    @SocketBuffers(receive = "4KiB")
    abstract static class Base {}

    static class Inheriting extends Base {

        @Test
        void test(BufferedSockets buffers) {
            assertThat(buffers.receive()).isEqualTo(explicit(4096));
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @SocketBuffers(receive = "5KiB")
    @interface OurBuffers {}

    @OurBuffers
    static class Composed {

        @Test
        void test(BufferedSockets buffers) {
            assertThat(buffers.receive()).isEqualTo(explicit(5120));
        }
    }

    @SocketBuffers(receive = "2bdp")
    @LongFatPipe(name = "in bdp", rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME)
    static class InBdp {

        private BufferedSockets before = BufferedSockets.of(SocketBufferPolicy.auto());

        @BeforeEach
        void before(BufferedSockets buffers) {
            before = buffers;
        }

        @Test
        void test(Pipe pipe, BufferedSockets buffers) {
            assertThat(buffers.receive()).isEqualTo(explicit(2_500_000));
            assertThat(buffers).isSameAs(before);
            pipe.to(Server.ADDRESS);
        }
    }

    @SocketBuffers(receive = "64KiB", send = "16KiB", ends = SocketBuffers.End.CLIENT)
    @LongFatPipe(name = "client only", rtt = "100ms", backend = FakeBackend.NAME)
    static class ClientOnly {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    @SocketBuffers(receive = "1bdp")
    @LongFatPipe(name = "near", rtt = "1ms", rate = "100mbit", backend = FakeBackend.NAME)
    @LongFatPipe(name = "far", rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME)
    static class OfSeveralPaths {

        @Test
        void test(
                @PipeName("near") Pipe near,
                @PipeName("far") Pipe far,
                @PipeName("near") BufferedSockets nearBuffers,
                @PipeName("far") BufferedSockets farBuffers) {
            assertThat(nearBuffers.receive()).isEqualTo(explicit(12_500));
            assertThat(farBuffers.receive()).isEqualTo(explicit(1_250_000));
            near.to(Server.ADDRESS);
            far.to(Server.ADDRESS);
        }
    }

    @SocketBuffers(receive = "1bdp")
    @LongFatPipe(name = "near", rtt = "1ms", rate = "100mbit", backend = FakeBackend.NAME)
    @LongFatPipe(name = "far", rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME)
    static class OfAnyPath {

        @Test
        void test(BufferedSockets buffers) {}
    }

    @SocketBuffers(receive = "40KiB")
    static class WithoutPipe {

        @Test
        void test(BufferedSockets buffers) throws IOException {
            try (Socket socket = buffers.apply(new Socket())) {
                assertThat(socket.getReceiveBufferSize()).isEqualTo(40_960);
            }
        }
    }

    @SocketBuffers(receive = "2bdp")
    static class BdpWithoutPipe {

        @Test
        void test(BufferedSockets buffers) {}
    }

    @SocketBuffers(receive = "40KiB")
    static class TooLate {

        @Test
        void test(BufferedSockets buffers) throws IOException {
            try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                buffers.apply(listener);
            }
        }
    }

    @SocketBuffers(receive = "40KiB")
    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            atLeast = "80%",
            backend = FakeBackend.NAME,
            seed = FakeBackend.NARROW)
    static class TooLateAndNarrow {

        @Test
        void test(Pipe pipe, BufferedSockets buffers) throws IOException {
            pipe.to(Server.ADDRESS);
            try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                buffers.apply(listener);
            }
        }
    }
}
