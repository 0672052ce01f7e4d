/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an application did with what it got: seen on its socket, where that can be seen. */
@Timeout(30)
class RelayReadersTests {

    private static final Path PATH = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(100));
    private static final int BYTES = 1_000_000;

    /** The socket table of a host on which the server does not live: nothing is found at its address. */
    private record Elsewhere(SocketTable table, int serverPort) implements SocketTable {

        @Override
        public Optional<SocketRecord> find(InetSocketAddress local, InetSocketAddress remote) {
            return local.getPort() == serverPort ? Optional.empty() : table.find(local, remote);
        }

        @Override
        public boolean isGone(InetSocketAddress local, InetSocketAddress remote) {
            return local.getPort() == serverPort || table.isGone(local, remote);
        }

        @Override
        public boolean isAvailable() {
            return table.isAvailable();
        }

        @Override
        public void close() {
            table.close();
        }
    }

    @Test
    void a_server_on_another_host_is_not_taken_for_one_that_is_gone() throws Exception {
        try (TestServer server = TestServer.start(RelayReadersTests::sendAll);
                RelayPipe pipe = RelayPipe.open(
                        Relayed.request(PATH, 1),
                        new Elsewhere(SocketTable.ofThisHost(), server.address().getPort()));
                Socket client = Relayed.connect(pipe.to(server.address()))) {
            assertThat(client.getInputStream().readNBytes(BYTES)).hasSize(BYTES);
            assertThat(pipe.warnings())
                    .singleElement()
                    .asString()
                    .contains("could not be read (its socket is not on this host): auto-tuning is assumed");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_client_that_reads_nothing_is_credited_with_nothing() throws Exception {
        try (TestServer server = TestServer.start(RelayReadersTests::sendAll);
                RelayPipe pipe = Relayed.open(PATH)) {
            InetSocketAddress through = pipe.to(server.address());
            PipeSnapshot before = pipe.snapshot();
            try (Socket idle = Relayed.connect(through)) {
                Relayed.awaitStandstill(pipe);
                assertThat(idle.isConnected()).isTrue();
                assertThat(transfer(pipe, before).bytes(Direction.DOWNSTREAM).bytes())
                        .isZero();
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_pause_before_a_transfer_on_a_warm_connection_is_not_part_of_it() throws Exception {
        try (TestServer server = TestServer.start(socket -> {
                    while (socket.getInputStream().read() >= 0) {
                        sendAll(socket);
                    }
                });
                RelayPipe pipe = Relayed.open(PATH);
                Socket client = Relayed.connect(pipe.to(server.address()))) {
            client.getOutputStream().write(1);
            client.getInputStream().readNBytes(BYTES);
            pipe.awaitDelivery(Duration.ofSeconds(5));
            PipeSnapshot before = pipe.snapshot();
            Relayed.pause(Duration.ofSeconds(1));
            client.getOutputStream().write(1);
            client.getInputStream().readNBytes(BYTES);
            pipe.awaitDelivery(Duration.ofSeconds(5));
            assertThat(transfer(pipe, before).duration()).isLessThan(Duration.ofMillis(900));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_pause_of_the_reader_is_part_of_the_transfer_even_if_it_then_reads_everything_at_once() throws Exception {
        try (TestServer server = TestServer.start(RelayReadersTests::sendAll);
                RelayPipe pipe = Relayed.open(PATH)) {
            InetSocketAddress through = pipe.to(server.address());
            PipeSnapshot before = pipe.snapshot();
            try (Socket late = Relayed.connect(through)) {
                Relayed.pause(Duration.ofMillis(1_500));
                late.getInputStream().readNBytes(BYTES);
                pipe.awaitDelivery(Duration.ofSeconds(5));
                assertThat(transfer(pipe, before).duration()).isGreaterThan(Duration.ofMillis(1_400));
            }
        }
    }

    /** Segments of loopback are larger than what such a buffer offers when it is nearly empty: see {@link LegPiece}. */
    @ParameterizedTest
    @ValueSource(ints = {16_384, 32_768, 40_000, 65_536})
    void a_slow_reader_with_a_small_buffer_gets_its_bytes_as_fast_as_it_reads_them(int receiveBuffer) throws Exception {
        Path path = Path.of(Duration.ofMillis(6), DataRate.ofMegabitsPerSecond(100));
        try (TestServer server =
                        TestServer.start(socket -> socket.getOutputStream().write(new byte[8 * BYTES]));
                RelayPipe pipe = Relayed.open(path);
                Socket client = new Socket()) {
            client.setReceiveBufferSize(receiveBuffer);
            client.setSoTimeout(Relayed.PATIENCE_MILLIS);
            client.connect(pipe.to(server.address()), Relayed.PATIENCE_MILLIS);
            double bytesPerNano = 0.08 * receiveBuffer / Duration.ofMillis(1).toNanos();
            long began = System.nanoTime();
            long read = 0;
            byte[] piece = new byte[8_192];
            for (int got = 1; got > 0 && read < 1_500_000_000L * bytesPerNano; ) {
                got = client.getInputStream().read(piece);
                read += got;
                LockSupport.parkNanos(began + Math.round(read / bytesPerNano) - System.nanoTime());
            }
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            assertThat(took).isBetween(Duration.ofMillis(1_490), Duration.ofMillis(1_900));
        }
    }

    private static void sendAll(Socket socket) throws IOException {
        socket.getOutputStream().write(new byte[BYTES]);
    }

    private static Transfer transfer(RelayPipe pipe, PipeSnapshot before) {
        PipeSnapshot after = pipe.snapshot();
        List<PipeSnapshot> snapshots = new ArrayList<>();
        snapshots.add(before);
        snapshots.addAll(pipe.snapshots(before.nanos(), after.nanos()));
        snapshots.add(after);
        return Transfer.of(pipe.description(), snapshots, pipe.warnings());
    }
}
