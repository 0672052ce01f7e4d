/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.assertj.PipeAssertions;
import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.Loss;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates, delays and losses through real sockets: over a second or more, or as bounds that a busy machine keeps too. */
@Timeout(60)
class RelayShapingTests {

    /** Says how many bytes it wants (8 bytes), and gets them. */
    private static TestServer download() throws IOException {
        return TestServer.start(socket -> {
            InputStream in = socket.getInputStream();
            while (true) {
                byte[] asked = in.readNBytes(8);
                if (asked.length < 8) {
                    return;
                }
                socket.getOutputStream()
                        .write(new byte[(int) ByteBuffer.wrap(asked).getLong()]);
            }
        });
    }

    private static void ask(Socket client, long bytes) throws IOException {
        client.getOutputStream().write(ByteBuffer.allocate(8).putLong(bytes).array());
        assertThat(client.getInputStream().readNBytes((int) bytes)).hasSize((int) bytes);
    }

    private static TestServer sink() throws IOException {
        return TestServer.start(socket -> socket.getInputStream().transferTo(OutputStream.nullOutputStream()));
    }

    private static Pipe open(Path path) {
        return Pipes.builder(path).kernel(Relayed.KERNEL).open();
    }

    /** A machine that could not hold the path up, or had no processor for the applications, makes this inconclusive. */
    private static void requireBetween(Transfer transfer, double leastMegabits, double mostMegabits) {
        PipeAssertions.assertThat(transfer).reachesAtLeast(DataRate.ofBitsPerSecond((long) (leastMegabits * 1e6)));
        assertThat(transfer.goodput().megabitsPerSecond()).isLessThanOrEqualTo(mostMegabits);
    }

    @Nested
    class Rates {

        @Test
        void a_download_that_fills_the_line_reaches_its_ceiling() throws Exception {
            Path path = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(50));
            try (Pipe pipe = open(path);
                    TestServer server = download();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                ask(client, 500_000); // past slow start
                Transfer transfer = pipe.measure(() -> ask(client, 8_000_000));
                double ceiling =
                        path.goodputCeiling(Direction.DOWNSTREAM).orElseThrow().megabitsPerSecond();
                assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(8_000_000));
                requireBetween(transfer, 0.6 * ceiling, 1.01 * ceiling);
            }
        }

        @Test
        void each_direction_has_its_own_rate() throws Exception {
            Path path = Path.builder()
                    .rtt(Duration.ofMillis(10))
                    .rate(Direction.UPSTREAM, DataRate.ofMegabitsPerSecond(5))
                    .rate(Direction.DOWNSTREAM, DataRate.ofMegabitsPerSecond(50))
                    .build();
            try (Pipe pipe = open(path);
                    TestServer downloads = download();
                    TestServer uploads = sink();
                    Socket down = Relayed.connect(pipe.to(downloads.address()));
                    Socket up = Relayed.connect(pipe.to(uploads.address()))) {
                Transfer downstream = pipe.measure(() -> ask(down, 6_000_000));
                Transfer upstream = pipe.measure(() -> up.getOutputStream().write(new byte[700_000]));
                assertThat(downstream.direction()).isEqualTo(Direction.DOWNSTREAM);
                assertThat(upstream.direction()).isEqualTo(Direction.UPSTREAM);
                requireBetween(downstream, 25.0, 48.3);
                requireBetween(upstream, 3.0, 4.83);
            }
        }

        @Test
        void two_connections_share_the_line() throws Exception {
            Path path = Path.of(Duration.ofMillis(10), DataRate.ofMegabitsPerSecond(40));
            try (Pipe pipe = open(path);
                    TestServer server = download();
                    Socket first = Relayed.connect(pipe.to(server.address()));
                    Socket second = Relayed.connect(pipe.to(server.address()))) {
                Transfer transfer = pipe.measure(() -> {
                    Thread other = new Thread(() -> {
                        try {
                            ask(second, 3_000_000);
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    });
                    other.start();
                    ask(first, 3_000_000);
                    other.join();
                });
                assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(6_000_000));
                requireBetween(transfer, 20.0, 38.4);
            }
        }
    }

    @Nested
    class Windows {

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 50})
        void a_receive_buffer_holds_a_download_at_window_per_round_trip(long rttMillis) throws Exception {
            Path path = Path.builder().rtt(Duration.ofMillis(rttMillis)).build();
            try (Pipe pipe = open(path);
                    TestServer server = download();
                    Socket client = new Socket()) {
                client.setReceiveBufferSize(32_768);
                client.connect(pipe.to(server.address()));
                ask(client, 100_000);
                long window = Relayed.KERNEL
                        .receiveWindow(BufferSetting.explicit(DataSize.ofKibibytes(32)), path.mss())
                        .maximum()
                        .bytes();
                long bytes = window * 1_000 / rttMillis; // a second of it
                Transfer transfer = pipe.measure(() -> ask(client, bytes));
                double expected = window / 1448 * 1448 * 8e-3 / rttMillis;
                requireBetween(transfer, expected * 0.5, expected * 1.02);
            }
        }
    }

    @Nested
    class Delays {

        @Test
        void an_exchange_takes_both_delays_whichever_way_they_are_split() throws Exception {
            Path path = Path.builder()
                    .delay(Direction.UPSTREAM, Duration.ofMillis(10))
                    .delay(Direction.DOWNSTREAM, Duration.ofMillis(90))
                    .build();
            try (Pipe pipe = open(path);
                    TestServer server = download();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                ask(client, 1);
                long least = Long.MAX_VALUE;
                for (int i = 0; i < 5; i++) {
                    long from = System.nanoTime();
                    ask(client, 1);
                    least = Math.min(least, System.nanoTime() - from);
                }
                assertThat(least / 1e6).isBetween(99.9, 130.0);
            }
        }

        @Test
        void a_first_reply_comes_two_round_trips_after_the_connection_was_asked_for() throws Exception {
            Path path = Path.builder().rtt(Duration.ofMillis(200)).build();
            try (Pipe pipe = open(path);
                    TestServer server = download()) {
                long from = System.nanoTime();
                try (Socket client = Relayed.connect(pipe.to(server.address()))) {
                    ask(client, 1);
                }
                assertThat((System.nanoTime() - from) / 1e6).isBetween(399.5, 900.0);
            }
        }

        @Test
        void jitter_never_reorders_what_is_written() throws Exception {
            Path path = Path.builder()
                    .rtt(Duration.ofMillis(6))
                    .jitter(Duration.ofMillis(3))
                    .build();
            int count = 3_000;
            try (Pipe pipe = open(path);
                    TestServer server =
                            TestServer.start(socket -> socket.getInputStream().transferTo(socket.getOutputStream()));
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                Thread writer = new Thread(() -> {
                    try {
                        for (int i = 0; i < count; i++) {
                            client.getOutputStream()
                                    .write(ByteBuffer.allocate(4).putInt(i).array());
                        }
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
                writer.start();
                for (int i = 0; i < count; i++) {
                    assertThat(ByteBuffer.wrap(client.getInputStream().readNBytes(4))
                                    .getInt())
                            .isEqualTo(i);
                }
                writer.join();
            }
        }
    }

    @Nested
    class Losses {

        /** One packet at a time, so that nothing but the seed decides which of them is lost. */
        private List<Long> lossesOfSinglePackets(long seed) throws Exception {
            Path path = Path.builder()
                    .rtt(Duration.ofNanos(100_000))
                    .loss(LossModel.independent(Loss.ofPercent("2")))
                    .build();
            try (RelayPipe pipe = RelayPipe.open(Relayed.request(path, seed));
                    TestServer server = download();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                for (int i = 0; i < 100; i++) {
                    ask(client, 10);
                }
                FlowSample up = pipe.snapshot().connections().get(0).upstream();
                FlowSample down = pipe.snapshot().connections().get(0).downstream();
                assertThat(up.retransmissions()).isEqualTo(up.pathLosses());
                assertThat(up.segments() - up.retransmissions()).isEqualTo(100);
                return List.of(up.pathLosses(), down.pathLosses());
            }
        }

        @Test
        void the_same_seed_loses_the_same_number_of_packets() throws Exception {
            List<Long> once = lossesOfSinglePackets(5);
            assertThat(once.get(0) + once.get(1)).isPositive();
            assertThat(lossesOfSinglePackets(5)).isEqualTo(once);
        }

        @Test
        void the_sender_is_held_back_by_them() throws Exception {
            Path path = Path.builder()
                    .rtt(Duration.ofMillis(10))
                    .loss(LossModel.independent(Loss.ofPercent("2")))
                    .build();
            try (Pipe pipe = open(path);
                    TestServer server = download();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                Transfer transfer = pipe.measure(() -> ask(client, 1_800_000));
                assertThat(transfer.connections().get(0).downstream().pathLosses())
                        .isPositive();
                assertThat(transfer.connections().get(0).downstream().times().longest())
                        .isEqualTo(SenderState.AFTER_LOSS);
                // Mathis: 10 mbit; one draw of the seed, so a wide margin
                assertThat(transfer.goodput().megabitsPerSecond()).isBetween(3.0, 22.0);
            }
        }
    }

    @Nested
    class Measuring {

        @ParameterizedTest
        @CsvSource({"20, 100, 1000000", "100, 20, 300000", "5, 10, 200000", "0, 50, 2000000"})
        void an_upload_is_counted_until_its_last_byte_is_delivered(long rttMillis, long megabits, int bytes)
                throws Exception {
            Path path = Path.of(Duration.ofMillis(rttMillis), DataRate.ofMegabitsPerSecond(megabits));
            try (Pipe pipe = open(path);
                    TestServer server = sink();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                for (int i = 0; i < 3; i++) {
                    Transfer transfer =
                            pipe.measure(() -> client.getOutputStream().write(new byte[bytes]));
                    assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(bytes));
                    assertThat(transfer.direction()).isEqualTo(Direction.UPSTREAM);
                    double ceiling = path.goodputCeiling(Direction.UPSTREAM)
                            .orElseThrow()
                            .megabitsPerSecond();
                    assertThat(transfer.goodput().megabitsPerSecond()).isLessThan(ceiling * 1.02);
                }
            }
        }

        @Test
        void an_upload_to_a_slow_reader_lasts_until_it_has_read() throws Exception {
            Path path = Path.of(Duration.ofMillis(4), DataRate.ofMegabitsPerSecond(100));
            CompletableFuture<Boolean> mayRead = new CompletableFuture<>();
            try (Pipe pipe = open(path);
                    TestServer server = TestServer.start(socket -> {
                        mayRead.get();
                        socket.getInputStream().readNBytes(30_000);
                        socket.getInputStream().read();
                    });
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                Transfer transfer = pipe.measure(() -> {
                    mayRead.completeOnTimeout(true, 400, TimeUnit.MILLISECONDS);
                    client.getOutputStream().write(new byte[30_000]);
                });
                assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(30_000));
                assertThat(transfer.duration()).isBetween(Duration.ofMillis(300), Duration.ofMillis(2_000));
            }
        }

        @Test
        void what_was_read_before_does_not_belong_to_it() throws Exception {
            try (Pipe pipe = open(Path.of(Duration.ofMillis(1), DataRate.ofMegabitsPerSecond(20)));
                    TestServer server = TestServer.start(socket -> {
                        while (socket.getInputStream().readNBytes(8).length == 8) {
                            Relayed.pause(Duration.ofMillis(50)); // meanwhile the next eight are seen to lie unread
                            socket.getInputStream().readNBytes(8);
                            socket.getOutputStream().write(1);
                        }
                    });
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                for (int i = 0; i < 5; i++) {
                    client.getOutputStream().write(new byte[16]);
                    assertThat(client.getInputStream().read()).isEqualTo(1);
                    assertThat(pipe.measure(() -> {}).bytes()).isEqualTo(DataSize.ofBytes(0));
                }
            }
        }

        @Test
        void measuring_nothing_takes_no_time_to_speak_of() throws Exception {
            try (Pipe pipe = open(Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(20)));
                    TestServer server = download();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                ask(client, 1_000);
                long from = System.nanoTime();
                for (int i = 0; i < 10; i++) {
                    assertThat(pipe.measure(() -> {}).bytes()).isEqualTo(DataSize.ofBytes(0));
                }
                assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(1));
            }
        }

        @Test
        void the_timeline_adds_up_to_the_transfer() throws Exception {
            Path path = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(20));
            try (Pipe pipe = open(path);
                    TestServer server = download();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                Transfer transfer = pipe.measure(() -> ask(client, 5_000_000));
                assumeThat(transfer.punctuality().stalledShare())
                        .as("share of the time in which this busy machine held nothing up")
                        .isLessThan(0.05);
                var points = transfer.timeline().points();
                assertThat(points.get(points.size() - 1).downstream()).isEqualTo(transfer.bytes());
                for (int i = 1; i < points.size(); i++) {
                    assertThat(points.get(i).downstream())
                            .isGreaterThanOrEqualTo(points.get(i - 1).downstream());
                }
                assertThat(points.size()).isGreaterThan(15);
                double middle = transfer.timeline()
                        .goodput(Direction.DOWNSTREAM, Duration.ofMillis(300), Duration.ofMillis(1_800))
                        .megabitsPerSecond();
                assertThat(middle).isBetween(10.0, 22.0);
            }
        }
    }

    @Nested
    class Extremes {

        @Test
        void one_kilobit_is_slow_and_works() throws Exception {
            Path path = Path.of(Duration.ZERO, DataRate.ofKilobitsPerSecond(1));
            try (Pipe pipe = open(path);
                    TestServer server = sink();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                assumeThat(pipe.description().verification().rtt())
                        .as("a round trip of a byte, of which the line takes none of the time")
                        .isLessThan(Duration.ofMillis(5));
                assertThat(pipe.description().verification().holds())
                        .as(String.valueOf(pipe.description().verification()))
                        .isTrue();
                // 100 bytes and 66 of headers are 1328 bits
                Transfer transfer = pipe.measure(() -> client.getOutputStream().write(new byte[100]));
                assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(100));
                assertThat(transfer.duration()).isBetween(Duration.ofMillis(1_300), Duration.ofMillis(3_000));
            }
        }

        @Test
        void ten_gigabit_is_fast_and_works() throws Exception {
            Path path = Path.of(Duration.ofMillis(1), DataRate.ofGigabitsPerSecond(10));
            try (Pipe pipe = open(path);
                    TestServer server = download();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                Transfer transfer = pipe.measure(() -> ask(client, 100_000_000));
                assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(100_000_000));
                requireBetween(transfer, 200.0, 9_600.0);
            }
        }

        @Test
        void four_hundred_gigabit_and_no_delay_at_all_work() throws Exception {
            Path path = Path.of(Duration.ZERO, DataRate.ofGigabitsPerSecond(400));
            try (Pipe pipe = open(path);
                    TestServer server = download();
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                Transfer transfer = pipe.measure(() -> ask(client, 50_000_000));
                assertThat(transfer.bytes()).isEqualTo(DataSize.ofBytes(50_000_000));
            }
        }

        @Test
        void two_seconds_of_delay_are_two_seconds() throws Exception {
            Path path = Path.builder()
                    .delay(Direction.UPSTREAM, Duration.ZERO)
                    .delay(Direction.DOWNSTREAM, Duration.ofSeconds(2))
                    .build();
            RelayPipe opened = Relayed.open(path);
            try (opened;
                    TestServer server = sink();
                    Socket client = Relayed.connect(opened.to(server.address()))) {
                client.getOutputStream().write(new byte[1_000]);
                assertThat(opened.awaitDelivery(Duration.ofSeconds(10))).isTrue();
                assertThat(opened.snapshot().connections().get(0).upstream().deliveredBytes())
                        .isEqualTo(1_000);
            }
        }

        @ParameterizedTest
        @CsvSource({"4kbit, 200", "4kbit, 0", "8kbit, 20"}) // two packets of a byte take such a line 134 to 268 ms
        void a_slow_line_is_no_fault_of_the_machine(String rate, long rttMillis) {
            try (Pipe pipe = open(Path.of(Duration.ofMillis(rttMillis), DataRate.parse(rate)))) {
                assertThat(pipe.description().verification().rtt()).isLessThan(Duration.ofMillis(rttMillis + 100));
            }
        }
    }
}
