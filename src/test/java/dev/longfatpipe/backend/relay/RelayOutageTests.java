/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.diagnose.Diagnosis;
import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that are opened, ended and reset while the line is cut, with real sockets; the rest is in the contract. */
class RelayOutageTests {

    private static final Path PATH = Path.builder().rtt("40ms").build();

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        over.countDown();
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T closing(T closeable) {
        opened.add(0, closeable);
        return closeable;
    }

    private RelayPipe pipe() throws IOException {
        return closing(Relayed.open(PATH));
    }

    private Socket connect(RelayPipe pipe, TestServer server) throws IOException {
        return closing(Relayed.connect(pipe.to(server.address())));
    }

    private static TestServer.Handler echo() {
        return socket -> {
            for (int next = socket.getInputStream().read();
                    next >= 0;
                    next = socket.getInputStream().read()) {
                socket.getOutputStream().write(next);
            }
        };
    }

    private static void roundTrip(Socket socket) throws IOException {
        socket.getOutputStream().write(5);
        assertThat(socket.getInputStream().read()).isEqualTo(5);
    }

    @Test
    void connection_that_is_opened_meanwhile_shakes_hands_a_second_later() throws Exception {
        RelayPipe pipe = pipe();
        TestServer server = closing(TestServer.start(echo()));
        pipe.to(server.address());
        pipe.cut();
        long from = System.nanoTime();
        Socket socket = connect(pipe, server);
        socket.getOutputStream().write(5);
        Relayed.pause(Duration.ofMillis(300));
        assertThat(server.clients()).isZero();
        pipe.restore();

        assertThat(socket.getInputStream().read()).isEqualTo(5);
        assertThat(Duration.ofNanos(System.nanoTime() - from)) // a second, the handshake, and a round trip
                .isBetween(Duration.ofMillis(1_080), Duration.ofMillis(2_500));
    }

    @Test
    void connection_whose_handshake_is_under_way_shakes_hands_again() throws Exception {
        RelayPipe pipe = closing(Relayed.open(Path.builder().rtt("400ms").build()));
        TestServer server = closing(TestServer.start(echo()));
        long from = System.nanoTime();
        Socket socket = connect(pipe, server);
        socket.getOutputStream().write(5);
        Relayed.await(
                "the client has come", () -> !pipe.snapshot().connections().isEmpty());
        pipe.cut();
        pipe.restore();

        assertThat(socket.getInputStream().read()).isEqualTo(5);
        assertThat(Duration.ofNanos(System.nanoTime() - from))
                .isBetween(Duration.ofMillis(1_800), Duration.ofMillis(3_200));
    }

    @Test
    void end_of_a_stream_is_seen_after_the_line_is_up() throws Exception {
        RelayPipe pipe = pipe();
        TestServer server = closing(TestServer.start(echo()));
        Socket socket = connect(pipe, server);
        roundTrip(socket);
        pipe.cut();
        socket.shutdownOutput();
        socket.setSoTimeout(300);
        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        pipe.restore();

        socket.setSoTimeout(10_000);
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
        Relayed.await(
                "both ends are closed",
                () -> !pipe.snapshot().connections().get(0).open());
    }

    @Test
    void reset_is_heard_of_by_an_end_that_sends_after_the_line_is_up() throws Exception {
        RelayPipe pipe = pipe();
        TestServer server = closing(TestServer.start(socket -> {
            roundTrip(socket);
            over.await();
        }));
        Socket socket = connect(pipe, server);
        socket.getInputStream().read();
        socket.getOutputStream().write(5);
        Socket atServer = server.nextClient();
        Relayed.await(
                "nothing is under way",
                () -> pipe.snapshot().connections().get(0).upstream().inFlightBytes() == 0);
        pipe.cut();
        socket.setSoLinger(true, 0);
        socket.close();
        Relayed.pause(Duration.ofMillis(100));
        pipe.restore();
        Relayed.pause(Duration.ofMillis(200));
        assertThat(pipe.snapshot().connections().get(0).open())
                .as("half of it is still open, and the server does not know")
                .isTrue();

        atServer.getOutputStream().write(6);
        atServer.setSoTimeout(10_000);
        assertThatThrownBy(() -> atServer.getInputStream().read())
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
    }

    @Test
    void client_that_waits_for_an_answer_meanwhile_is_not_the_limit() throws Exception {
        RelayPipe pipe = pipe();
        TestServer server = closing(TestServer.start(echo()));
        Socket socket = connect(pipe, server);
        roundTrip(socket);
        PipeSnapshot before = pipe.snapshot();
        pipe.cut();
        socket.getOutputStream().write(7);
        Relayed.pause(Duration.ofMillis(600));
        pipe.restore();
        assertThat(socket.getInputStream().read()).isEqualTo(7);
        pipe.awaitDelivery(Duration.ofSeconds(10));
        PipeSnapshot after = pipe.snapshot();
        List<PipeSnapshot> snapshots = new ArrayList<>(List.of(before));
        snapshots.addAll(pipe.snapshots(before.nanos(), after.nanos()));
        snapshots.add(after);
        Transfer transfer = Transfer.of(pipe.description(), snapshots, pipe.warnings());

        assertThat(transfer.cut().toMillis()).isBetween(600L, 1_200L);
        Diagnosis diagnosis = Diagnosis.of(transfer);
        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.LOSS);
        assertThat(diagnosis.evidence().get(0)).startsWith("the line was cut for ");
    }
}
