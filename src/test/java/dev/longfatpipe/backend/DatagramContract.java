/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.observe.Transport;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.Loss;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rows on UDP, and those on queue, loss and order, which only datagrams show as they are: nobody sends them again. */
public abstract class DatagramContract extends StreamContract {

    /** Ethernet, IPv4 and UDP headers of a datagram that needs no fragments. */
    private static final int HEADER_BYTES = 42;
    /** The payload of a full frame at MTU 1500. */
    private static final int FULL_BYTES = 1_472;

    /** One draw in 1.7 million misses the mean by more than five standard deviations. */
    private static final double DEVIATIONS = 5;
    /** A queue is full to within a frame; whether the frame that is being sent is part of it, backends may see differently. */
    private static final int FRAMES_OF_DOUBT = 2;

    /** On a line that is so much slower, few frames leave while a burst is still coming. */
    private static final int SLOWER = 10;

    private static final double EARLY_MILLIS = 0.5;

    /** Whether the backend knows which client and server exchange a datagram, rather than only how many there are. */
    protected boolean datagramsAreToldApart() {
        return true;
    }

    DatagramServer datagramServer(boolean echo) throws IOException {
        return closing(new DatagramServer(serverAddress(), echo));
    }

    DatagramClient datagramClient(OpenPipe pipe, DatagramServer server) throws IOException {
        return closing(new DatagramClient(pipe.to(server.address())));
    }

    @Test
    @Tag(END_TO_END)
    void datagrams_of_every_size_come_back_after_a_round_trip() throws Exception {
        requires(Capability.DATAGRAMS);
        OpenPipe pipe = open(path().queue(Queue.ofBytes(DataSize.ofMebibytes(1))));
        DatagramClient client = datagramClient(pipe, datagramServer(true));
        Punctuality before = pipe.snapshot().punctuality();
        for (int bytes : List.of(1, 4, FULL_BYTES, FULL_BYTES + 1, 9_000, DatagramServer.LARGEST_BYTES)) {
            double line = 2_000.0 * (bytes + HEADER_BYTES) * 8 / rate().bitsPerSecond();
            double latest = rtt().plus(timing()).toMillis() + 1.1 * line;
            double took = Double.MAX_VALUE;
            for (int i = 0;
                    i < 10 && took > latest;
                    i++) { // the least: what the path takes, without what the machine added
                long from = System.nanoTime();
                client.send(bytes, bytes);
                byte[] answer = client.receive(patience()).orElseThrow();
                took = Math.min(took, millis(System.nanoTime() - from));
                assertThat(answer).isEqualTo(DatagramClient.content(bytes, bytes));
            }
            assertThat(took)
                    .as("milliseconds for %s bytes", bytes)
                    .isGreaterThan(rtt().toMillis() - EARLY_MILLIS + 0.9 * line);
            if (took > latest) {
                requireHeldUp(pipe, before);
                assertThat(took).as("milliseconds for %s bytes", bytes).isLessThan(latest);
            }
        }
    }

    @Test
    @Tag(END_TO_END)
    void queue_takes_what_it_has_room_for_and_drops_the_rest() throws Exception {
        requires(Capability.DATAGRAMS, Capability.QUEUE);
        DataRate slow = DataRate.ofBitsPerSecond(rate().bitsPerSecond() / SLOWER);
        int room = 30;
        int burst = 4 * room;
        int frame = FULL_BYTES + HEADER_BYTES;
        OpenPipe pipe = open(path().rate(slow).queue(Queue.ofBytes(DataSize.ofBytes((long) room * frame))));
        DatagramServer server = datagramServer(false);
        DatagramClient client = datagramClient(pipe, server);
        PacketCounts before = pipe.snapshot().upstreamPackets();

        long from = System.nanoTime();
        for (int i = 0; i < burst; i++) {
            client.send(i, FULL_BYTES);
        }
        await(() -> pipe.snapshot().upstreamPackets().minus(before).sent() == burst);
        double secondsUntilAllHadCome = (System.nanoTime() - from) / NANOS;
        awaitStandstill(server);

        double leftMeanwhile = secondsUntilAllHadCome * slow.bitsPerSecond() / 8 / frame;
        int arrived = server.arrivals().size();
        assertThat((double) arrived)
                .isBetween((double) room - FRAMES_OF_DOUBT, room + leftMeanwhile + FRAMES_OF_DOUBT)
                .isLessThan(burst);
        double last = millis(server.arrivals().get(arrived - 1).nanos() - from);
        double standing = 1_000.0 * (arrived - FRAMES_OF_DOUBT) * frame * 8 / slow.bitsPerSecond();
        assertThat(last)
                .as("milliseconds until the last one, which had waited behind all others")
                .isBetween(
                        rtt().toMillis() / 2.0 - EARLY_MILLIS + standing,
                        rtt().toMillis() / 2.0 + standing * 1.1 + 1_000 * secondsUntilAllHadCome + timing().toMillis());
        PacketCounts counts = pipe.snapshot().upstreamPackets().minus(before);
        assertThat(counts.delivered()).isEqualTo(arrived);
        assertThat(counts.queueDrops()).isEqualTo(burst - arrived);
        assertThat(counts.pathLosses()).isZero();
        if (datagramsAreToldApart()) {
            assertThat(sentByOnly(pipe).queueDrops()).isEqualTo(burst - arrived);
        }
    }

    @Test
    @Tag(END_TO_END)
    void loss_takes_its_share_and_the_same_of_the_same_seed() throws Exception {
        requires(Capability.DATAGRAMS, Capability.LOSS);
        List<Integer> arrived = arrivedOfLossy(11);

        double expected = 0.95 * datagrams();
        double deviation = Math.sqrt(0.95 * 0.05 * datagrams());
        assertThat((double) arrived.size())
                .isBetween(expected - DEVIATIONS * deviation, expected + DEVIATIONS * deviation);
        assertThat(arrived).isSorted();
        if (drawsAreSeeded()) {
            assertThat(arrivedOfLossy(11)).isEqualTo(arrived);
            assertThat(arrivedOfLossy(12)).isNotEqualTo(arrived);
        }
    }

    /** Sends at half the rate of the line, so that no queue is long enough to drop anything. */
    private List<Integer> arrivedOfLossy(long seed) throws Exception {
        int bytes = 200;
        Path path = path().loss(LossModel.independent(Loss.ofPercent("5")))
                .queue(Queue.ofBytes(DataSize.ofMebibytes(1)))
                .build();
        OpenPipe pipe = open(path, seed);
        DatagramServer server = datagramServer(false);
        DatagramClient client = datagramClient(pipe, server);
        PacketCounts before = pipe.snapshot().upstreamPackets();
        pace(datagrams(), bytes, client);
        awaitStandstill(server);
        PacketCounts counts = pipe.snapshot().upstreamPackets().minus(before);
        assertThat(counts.pathLosses())
                .isEqualTo(datagrams() - server.arrivals().size());
        assertThat(counts.queueDrops()).isZero();
        if (datagramsAreToldApart()) {
            assertThat(sentByOnly(pipe))
                    .extracting(
                            FlowSample::segments,
                            FlowSample::sentBytes,
                            FlowSample::deliveredBytes,
                            FlowSample::pathLosses,
                            FlowSample::queueDrops)
                    .containsExactly(
                            (long) datagrams(),
                            (long) datagrams() * bytes,
                            (long) server.arrivals().size() * bytes,
                            counts.pathLosses(),
                            0L);
        }
        return server.numbers();
    }

    /** What the one client of a pipe has sent. */
    private static FlowSample sentByOnly(OpenPipe pipe) {
        List<ConnectionSample> all = pipe.snapshot().connections();
        assertThat(all).extracting(each -> each.id().transport()).containsExactly(Transport.UDP);
        return all.get(0).upstream();
    }

    private void pace(int count, int bytes, DatagramClient client) throws Exception {
        double nanosEach = 2 * 8 * (bytes + HEADER_BYTES) * NANOS / rate().bitsPerSecond();
        long from = System.nanoTime();
        for (int i = 0; i < count; i++) {
            while (System.nanoTime() - from < i * nanosEach) {
                TimeUnit.MICROSECONDS.sleep(500);
            }
            client.send(i, bytes);
        }
    }

    @Test
    @Tag(END_TO_END)
    void jitter_spreads_arrivals_and_keeps_their_order() throws Exception {
        requires(Capability.DATAGRAMS, Capability.JITTER);
        Duration jitter = rtt().dividedBy(2);
        DatagramServer server = datagramServer(false);
        DatagramClient client = datagramClient(open(path().jitter(jitter)), server);
        int count = 20;
        List<Double> delays = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long from = System.nanoTime();
            client.send(i, 100);
            int sent = i + 1;
            await(() -> server.arrivals().size() == sent);
            delays.add(millis(server.arrivals().get(i).nanos() - from));
        }
        for (int i = 0; i < 100; i++) {
            client.send(count + i, 100);
        }
        awaitStandstill(server);

        assertThat(delays).allMatch(delay -> delay > rtt().toMillis() / 2.0 - EARLY_MILLIS);
        double least = delays.stream().mapToDouble(delay -> delay).min().orElseThrow();
        double most = delays.stream().mapToDouble(delay -> delay).max().orElseThrow();
        assertThat(most - least)
                .as("spread of %s draws from 0 to %s", count, jitter)
                .isGreaterThan(jitter.toMillis() / 2.0); // all within half of it: 21 / 2^20
        assertThat(server.numbers()).hasSize(count + 100).isSorted();
    }

    @Test
    @Tag(END_TO_END)
    void several_clients_get_their_own_answers() throws Exception {
        requires(Capability.DATAGRAMS);
        OpenPipe pipe = open(path());
        DatagramServer server = datagramServer(true);
        List<DatagramClient> clients = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            clients.add(datagramClient(pipe, server));
        }
        for (int i = 0; i < 5; i++) {
            clients.get(i).send(i, 300);
        }
        for (int i = 0; i < 5; i++) {
            assertThat(clients.get(i).receive(patience()).orElseThrow()).isEqualTo(DatagramClient.content(i, 300));
        }
    }

    /** Waits until nothing more comes, for longer than the path can take. */
    void awaitStandstill(DatagramServer server) throws InterruptedException {
        long quietNanos = standstill().toNanos();
        int seen = -1;
        long since = System.nanoTime();
        while (System.nanoTime() - since < quietNanos) {
            if (server.arrivals().size() != seen) {
                seen = server.arrivals().size();
                since = System.nanoTime();
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + patience().toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited in vain").isLessThan(deadline);
            TimeUnit.MICROSECONDS.sleep(200);
        }
    }
}
