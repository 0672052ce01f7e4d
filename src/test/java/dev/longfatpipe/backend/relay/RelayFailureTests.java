/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a pipe that has failed or is closed. */
@Timeout(30)
class RelayFailureTests {

    private static final Path PATH = Path.of(Duration.ofMillis(4), DataRate.ofMegabitsPerSecond(100));

    @Test
    void a_pipe_whose_engine_has_failed_says_so_everywhere_and_ends_its_connections() throws Exception {
        SabotagedTable table = new SabotagedTable();
        try (TestServer server =
                        TestServer.start(socket -> socket.getInputStream().transferTo(socket.getOutputStream()));
                RelayPipe pipe = RelayPipe.open(Relayed.request(PATH, 1), table)) {
            InetSocketAddress through = pipe.to(server.address());
            try (Socket before = Relayed.connect(through)) {
                before.getOutputStream().write(1);
                assertThat(before.getInputStream().read()).isEqualTo(1);
                table.armed = true;
                try (Socket fatal = Relayed.connect(through)) {
                    assertThatThrownBy(() -> {
                                fatal.getOutputStream().write(1);
                                if (fatal.getInputStream().read() < 0) {
                                    throw new SocketException("ended");
                                }
                            })
                            .isInstanceOf(SocketException.class);
                }
                assertThatThrownBy(() -> {
                            if (before.getInputStream().read() < 0) {
                                throw new SocketException("ended");
                            }
                        })
                        .isInstanceOf(SocketException.class);
            }
            table.armed = false;
            assertThatThrownBy(pipe::snapshot)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessage("java.io.IOException: the pipe has failed")
                    .hasRootCauseMessage("a bug");
            assertThatThrownBy(() -> pipe.awaitDelivery(Duration.ofSeconds(5)))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasRootCauseMessage("a bug");
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> pipe.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9)))
                        .as("no address that nobody answers")
                        .isInstanceOf(IOException.class)
                        .hasMessage("the pipe has failed");
            }
            assertThat(pipe.description().path()).isEqualTo(PATH);
            assertThatCode(pipe::warnings).doesNotThrowAnyException();
        }
        assertThat(table.closed).isTrue();
    }

    @Test
    void a_closed_pipe_says_that_it_is_closed() throws Exception {
        RelayPipe pipe = Relayed.open(PATH);
        pipe.close();
        pipe.close();
        assertThatThrownBy(pipe::snapshot)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("java.io.IOException: the pipe is closed");
        assertThatThrownBy(() -> pipe.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9)))
                .isInstanceOf(IOException.class)
                .hasMessage("the pipe is closed");
        assertThat(pipe.snapshots(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2)).isNotNull();
    }

    @Test
    void a_congestion_control_that_is_not_modelled_is_refused_before_anything_is_opened() {
        KernelProfile vegas = Relayed.KERNEL.with("net.ipv4.tcp_congestion_control", "vegas");
        PipeRequest request = new PipeRequest("", PATH, Relayed.KERNEL, vegas, null, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RelayPipe.open(request))
                .withMessageStartingWith("congestion control [vegas] is not modelled by backend relay");
    }

    @Test
    void waiting_for_delivery_ends_when_time_is_up() throws Exception {
        Path slow = Path.of(Duration.ofMillis(4), DataRate.ofKilobitsPerSecond(8));
        try (RelayPipe pipe = Relayed.open(slow);
                TestServer server =
                        TestServer.start(socket -> socket.getInputStream().readAllBytes());
                Socket client = Relayed.connect(pipe.to(server.address()))) {
            client.getOutputStream().write(new byte[5_000]); // five seconds of the line
            long from = System.nanoTime();
            assertThat(pipe.awaitDelivery(Duration.ofMillis(300))).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - from))
                    .isBetween(Duration.ofMillis(300), Duration.ofMillis(2_500));
        }
    }

    @Test
    void waiting_for_delivery_takes_any_duration() throws Exception {
        try (RelayPipe pipe = Relayed.open(PATH)) {
            assertThat(pipe.awaitDelivery(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
            assertThat(pipe.awaitDelivery(Duration.ZERO)).isIn(true, false);
        }
    }

    @Test
    void waiting_for_a_reader_who_never_reads_is_given_up() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (RelayPipe pipe = Relayed.open(PATH);
                TestServer server = TestServer.start(socket -> never.await());
                Socket client = Relayed.connect(pipe.to(server.address()))) {
            client.getOutputStream().write(new byte[10_000]);
            long from = System.nanoTime();
            assertThat(pipe.awaitDelivery(Duration.ofSeconds(20))).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(10));
            never.countDown();
        }
    }

    @Test
    void a_frame_that_takes_longer_than_the_patience_is_waited_for() throws Exception {
        // 250 bytes and 66 of headers take 2.5 s at 1 kbit, in which nothing moves
        Path slow = Path.of(Duration.ZERO, DataRate.ofKilobitsPerSecond(1));
        try (RelayPipe pipe = Relayed.open(slow);
                TestServer server =
                        TestServer.start(socket -> socket.getInputStream().readAllBytes());
                Socket client = Relayed.connect(pipe.to(server.address()))) {
            client.getOutputStream().write(new byte[250]);
            assertThat(pipe.awaitDelivery(Duration.ofSeconds(20))).isTrue();
            assertThat(pipe.snapshot().connections().get(0).upstream().deliveredBytes())
                    .isEqualTo(250);
        }
    }
}
