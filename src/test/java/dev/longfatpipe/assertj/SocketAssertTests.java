/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Real sockets of this host, judged by a kernel profile that is the same everywhere. */
class SocketAssertTests {

    private static final KernelProfile KERNEL = KernelProfile.linux618();
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private static SocketAssert that(Socket socket) {
        return new SocketAssert(socket, SocketProbe.of(socket), KERNEL);
    }

    private static SocketAssert that(ServerSocket listener) {
        return new SocketAssert(listener, SocketProbe.of(listener), KERNEL);
    }

    @Nested
    class A_receive_buffer {

        @Test
        void left_alone_may_grow_far_enough() throws IOException {
            try (Socket socket = new Socket()) {
                that(socket).hasReceiveBufferFor(LONG_FAT);
            }
        }

        @Test
        void that_is_too_small_fails_with_the_arithmetic_and_the_remedy() throws IOException {
            try (Socket socket = new Socket()) {
                socket.setReceiveBufferSize(32_768);

                assertThatExceptionOfType(AssertionError.class)
                        .isThrownBy(() -> that(socket).hasReceiveBufferFor(LONG_FAT))
                        .withMessage("""
                    Expected unconnected socket to have a receive buffer that fills the path, but it has not.
                      Path      rtt 100 ms, rate 100 mbit, queue 1bdp
                      Limit     SO_RCVBUF 32768 -> window 39096 bytes -> ceiling 3.1 mbit at rtt 100 ms; the path holds 1.25 MB (BDP)
                                (kernel linux-6.18)
                      Fix       do not set SO_RCVBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = 33554432 here
                                (window 21232640 bytes); or set it to >= 2.5 MB (2 BDP) BEFORE connect(), which net.core.rmem_max (now
                                4194304) allows""");
            }
        }

        @Test
        void that_is_large_enough_passes() throws IOException {
            try (Socket socket = new Socket()) {
                socket.setReceiveBufferSize(262_144);

                that(socket)
                        .hasReceiveBufferFor(
                                Path.builder().rtt("20ms").rate("100mbit").build());
            }
        }

        @Test
        @EnabledOnOs(OS.LINUX) // elsewhere a connected socket does not tell
        void that_was_set_before_connect_to_the_default_size_is_told_by_its_window_scale() throws IOException {
            try (ServerSocket server = new ServerSocket()) {
                server.bind(ANY_PORT);
                try (Socket untouched = new Socket();
                        Socket set = new Socket()) {
                    set.setReceiveBufferSize(untouched.getReceiveBufferSize());
                    untouched.connect(server.getLocalSocketAddress());
                    set.connect(server.getLocalSocketAddress());

                    assertThat(untouched).hasReceiveBufferFor(LONG_FAT);
                    assertThatExceptionOfType(AssertionError.class)
                            .isThrownBy(() -> assertThat(set).hasReceiveBufferFor(LONG_FAT))
                            .withMessageStartingWith("Expected socket 127.0.0.1:" + set.getLocalPort()
                                    + " -> 127.0.0.1:" + server.getLocalPort()
                                    + " to have a receive buffer that fills the path, but it has not.\n");
                }
            }
        }

        @Test
        void of_a_listening_socket_is_that_of_what_it_accepts() throws IOException {
            try (ServerSocket listener = new ServerSocket()) {
                that(listener).hasReceiveBufferFor(LONG_FAT);
                listener.setReceiveBufferSize(32_768);

                assertThatExceptionOfType(AssertionError.class)
                        .isThrownBy(() -> that(listener).hasReceiveBufferFor(LONG_FAT))
                        .withMessage("""
                    Expected unbound listening socket to have a receive buffer that fills the path, but it has not.
                      Path      rtt 100 ms, rate 100 mbit, queue 1bdp
                      Limit     SO_RCVBUF 32768 -> window 39096 bytes -> ceiling 3.1 mbit at rtt 100 ms; the path holds 1.25 MB (BDP)
                                (kernel linux-6.18)
                      Fix       do not set SO_RCVBUF on the server's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = 33554432 here
                                (window 21232640 bytes); or set it to >= 2.5 MB (2 BDP) on the listening socket BEFORE bind(), which
                                net.core.rmem_max (now 4194304) allows""");
            }
        }

        @Test
        void of_a_bound_listening_socket_is_named_by_its_address() throws IOException {
            try (ServerSocket listener = new ServerSocket()) {
                listener.setReceiveBufferSize(32_768);
                listener.bind(ANY_PORT);

                assertThatExceptionOfType(AssertionError.class)
                        .isThrownBy(() -> that(listener).hasReceiveBufferFor(LONG_FAT))
                        .withMessageStartingWith(
                                "Expected listening socket 127.0.0.1:" + listener.getLocalPort() + " to");
            }
        }

        @Test
        void is_compared_with_the_direction_that_is_asked_for() throws IOException {
            Path asymmetric = Path.builder()
                    .rtt(Duration.ofMillis(50))
                    .rate(Direction.UPSTREAM, DataRate.parse("1mbit"))
                    .rate(Direction.DOWNSTREAM, DataRate.parse("100mbit"))
                    .build();
            try (Socket socket = new Socket()) {
                socket.setReceiveBufferSize(32_768);

                that(socket).hasReceiveBufferFor(asymmetric, Direction.UPSTREAM);
                assertThatExceptionOfType(AssertionError.class)
                        .isThrownBy(() -> that(socket).hasReceiveBufferFor(asymmetric));
            }
        }

        @Test
        void cannot_be_asked_of_a_path_without_a_rate() throws IOException {
            Path unlimited = Path.builder().rtt(Duration.ofMillis(50)).build();
            try (Socket socket = new Socket()) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> that(socket).hasReceiveBufferFor(unlimited))
                        .withMessage(
                                "path [rtt 50 ms, rate unlimited] has no rate, so that no buffer is large enough to fill"
                                        + " it: give it a rate such as \"100mbit\"");
            }
        }

        @Test
        void of_a_closed_socket_cannot_be_read() throws IOException {
            Socket socket = new Socket();
            socket.close();

            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> that(socket).hasReceiveBufferFor(LONG_FAT))
                    .withMessage(
                            "the buffers of unconnected socket cannot be read (Socket is closed): assert before it is"
                                    + " closed");
        }
    }

    @Nested
    class A_send_buffer {

        @Test
        void left_alone_may_grow_far_enough() throws IOException {
            try (Socket socket = new Socket()) {
                that(socket).hasSendBufferFor(LONG_FAT);
            }
        }

        @Test
        void that_is_too_small_fails_with_the_arithmetic_and_the_remedy() throws IOException {
            try (Socket socket = new Socket()) {
                socket.setSendBufferSize(16_384);

                assertThatExceptionOfType(AssertionError.class)
                        .isThrownBy(() -> that(socket).hasSendBufferFor(LONG_FAT))
                        .withMessage("""
                    Expected unconnected socket to have a send buffer that fills the path, but it has not.
                      Path      rtt 100 ms, rate 100 mbit, queue 1bdp
                      Limit     SO_SNDBUF 16384 -> keeps 14480 bytes under way -> ceiling 1.2 mbit at rtt 100 ms; the path holds 1.25 MB
                                (BDP) (kernel linux-6.18)
                      Fix       do not set SO_SNDBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_wmem max = 4194304 here
                                (keeps 1776213 bytes under way); or set it to >= 2.5 MB (2 BDP) BEFORE connect(), which net.core.wmem_max
                                (now 4194304) allows""");
            }
        }

        @Test
        void of_a_connected_socket_that_was_left_alone_passes() throws IOException {
            try (ServerSocket server = new ServerSocket()) {
                server.bind(ANY_PORT);
                try (Socket socket = new Socket()) {
                    socket.connect(server.getLocalSocketAddress());

                    that(socket).hasSendBufferFor(LONG_FAT);
                }
            }
        }

        @Test
        void that_was_set_before_connect_is_told_from_one_that_was_left_alone() throws IOException {
            try (ServerSocket server = new ServerSocket()) {
                server.bind(ANY_PORT);
                try (Socket socket = new Socket()) {
                    socket.setSendBufferSize(16_384);
                    socket.connect(server.getLocalSocketAddress());

                    assertThatExceptionOfType(AssertionError.class)
                            .isThrownBy(() -> that(socket).hasSendBufferFor(LONG_FAT))
                            .withMessageContaining("SO_SNDBUF 16384 -> keeps 14480 bytes under way");
                }
            }
        }

        @Test
        void of_an_accepted_socket_is_told_too() throws IOException {
            try (ServerSocket server = new ServerSocket()) {
                server.bind(ANY_PORT);
                try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                        Socket accepted = server.accept()) {
                    that(accepted).hasSendBufferFor(LONG_FAT, Direction.DOWNSTREAM);
                    accepted.setSendBufferSize(65_536);

                    assertThatExceptionOfType(AssertionError.class)
                            .isThrownBy(() -> that(accepted).hasSendBufferFor(LONG_FAT, Direction.DOWNSTREAM))
                            .withMessageContaining("SO_SNDBUF 65536 -> ");
                    assertThat(client.isConnected()).isTrue();
                }
            }
        }

        @Test
        void of_a_connection_to_another_host_does_not_tell() throws IOException {
            InetAddress here = InetAddress.getByName("192.0.2.1");
            InetAddress there = InetAddress.getByName("192.0.2.2");
            try (Socket socket = new Socket()) {
                SocketProbe probe = SocketProbe.of(socket);

                assertThat(probe.connectedSend(here, there, 4_096, 8_192))
                        .isEqualTo(BufferSetting.explicit(DataSize.ofBytes(4_096)));
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> probe.connectedSend(here, there, 16_384, 8_192))
                        .withMessage(
                                "unconnected socket has a send buffer [16384] that does not tell whether it was set: over"
                                        + " another interface than loopback the kernel raises an untouched one to a size that"
                                        + " depends on the path. Assert before connect(), or on a connection over loopback, as a"
                                        + " pipe has it");
            }
        }

        @Test
        void of_a_listening_socket_does_not_exist() throws IOException {
            try (ServerSocket listener = new ServerSocket()) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> that(listener).hasSendBufferFor(LONG_FAT))
                        .withMessage(
                                "unbound listening socket sends nothing: check the send buffer of the socket that it"
                                        + " accepts");
            }
        }
    }

    @Nested
    class A_channel {

        @Test
        void is_read_like_its_socket() throws IOException {
            try (SocketChannel channel = SocketChannel.open()) {
                channel.socket().setReceiveBufferSize(8_192);
                channel.socket().setSendBufferSize(16_384);

                assertThatExceptionOfType(AssertionError.class)
                        .isThrownBy(() -> assertThat(channel).hasReceiveBufferFor(LONG_FAT))
                        .withMessageStartingWith("Expected unconnected socket to have a receive buffer");
                assertThatExceptionOfType(AssertionError.class)
                        .isThrownBy(() -> assertThat(channel).hasSendBufferFor(LONG_FAT))
                        .withMessageStartingWith("Expected unconnected socket to have a send buffer");
            }
        }

        @Test
        void that_listens_is_read_like_its_socket() throws IOException {
            try (ServerSocketChannel channel = ServerSocketChannel.open()) {
                channel.socket().setReceiveBufferSize(8_192);

                assertThatExceptionOfType(AssertionError.class)
                        .isThrownBy(() -> assertThat(channel).hasReceiveBufferFor(LONG_FAT))
                        .withMessageStartingWith("Expected unbound listening socket to have a receive buffer");
            }
        }
    }
}
