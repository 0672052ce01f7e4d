/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.emulate.Lane;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.Loss;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatagramFlowTests {

    private static final long START = 5_000_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final int FULL = 1_472;

    private final PacketTally tally = new PacketTally();

    private static PathBuilder path() {
        return Path.builder().rtt("100ms").rate("100mbit");
    }

    private DatagramFlow flow(PathBuilder path) {
        return flow(path, 1);
    }

    private DatagramFlow flow(PathBuilder path, long seed) {
        return new DatagramFlow(lane(path, seed), new Fragments(1500, false), tally);
    }

    private static Lane lane(PathBuilder path, long seed) {
        return new Lane(path.build(), Direction.UPSTREAM, seed);
    }

    @Test
    void datagram_arrives_after_its_serialisation_and_the_delay() {
        DatagramFlow flow = flow(path());
        flow.send(new byte[FULL], START);
        flow.send(new byte[100], START);

        assertThat(flow.nextNanos()).isEqualTo(START + 121_120 + 50 * MILLI);
        assertThat(flow.arrived(START + 121_119 + 50 * MILLI)).isNull();
        assertThat(flow.arrived(START + 121_120 + 50 * MILLI)).hasSize(FULL);
        flow.onDelivered(flow.nextNanos());
        assertThat(flow.nextNanos())
                .as("100 bytes, and 42 of headers, at 80 ns each")
                .isEqualTo(START + 121_120 + 142 * 80 + 50 * MILLI);
    }

    @Test
    void large_datagram_takes_the_line_fragment_by_fragment() {
        DatagramFlow flow = flow(path());
        flow.send(new byte[65_507], START);

        long wire = 65_515 + 45 * (20 + 14);
        assertThat(flow.nextNanos()).isEqualTo(START + wire * 80 + 50 * MILLI);
        assertThat(flow.sample().segments()).isEqualTo(45);
        assertThat(tally.counts(0)).isEqualTo(new PacketCounts(45, 65_515 + 45 * 20, 0, 0, 0));
    }

    @Test
    void fragment_that_finds_the_queue_full_loses_its_datagram_and_the_others_took_their_time() {
        DatagramFlow flow = flow(path().queue(Queue.ofBytes(DataSize.ofBytes(10 * 1514))));
        flow.send(new byte[20 * 1480 - 8], START);
        flow.send(new byte[1], START + 11 * 121_120);

        assertThat(tally.counts(0)).isEqualTo(new PacketCounts(11, 10 * 1500 + 29, 0, 10, 0));
        assertThat(flow.sample().queueDrops()).isEqualTo(10);
        assertThat(flow.nextNanos())
                .as("the first that arrives is the second")
                .isEqualTo(START + 11 * 121_120 + 43 * 80 + 50 * MILLI);
        assertThat(flow.sample().inFlightBytes()).isEqualTo(1);
    }

    @Test
    void shares_the_line_with_everyone_else() {
        Lane lane = lane(path(), 1);
        DatagramFlow flow = new DatagramFlow(lane, new Fragments(1500, false), tally);
        long tcp = lane.send(START, 1514);
        flow.send(new byte[FULL], START);

        assertThat(flow.nextNanos()).isEqualTo(tcp + 121_120);
        assertThat(lane.send(START, 1514)).isEqualTo(tcp + 2 * 121_120);
    }

    @Test
    void line_of_a_gigabit_is_exact_over_100_000_datagrams() {
        DatagramFlow flow = flow(Path.builder().rtt("100ms").rate("1gbit").queue("2s"));
        for (int i = 0; i < 100_000; i++) {
            flow.send(new byte[FULL], START);
        }
        for (int i = 1; i <= 100_000; i++) {
            assertThat(flow.nextNanos()).isEqualTo(START + 12_112L * i + 50 * MILLI);
            flow.onDelivered(flow.nextNanos());
        }
        assertThat(flow.isQuiet()).isTrue();
    }

    @Test
    void loss_is_within_three_standard_errors_over_100_000_datagrams() {
        int datagrams = 100_000;
        for (String percent : List.of("0.1", "1", "5")) {
            DatagramFlow flow = flow(path().loss(LossModel.independent(Loss.ofPercent(percent))));
            for (int i = 0; i < datagrams; i++) {
                flow.send(new byte[100], START + i * MILLI);
                drain(flow, START + i * MILLI);
            }
            double p = Double.parseDouble(percent) / 100;
            double error = Math.sqrt(p * (1 - p) / datagrams);
            assertThat((double) flow.sample().pathLosses() / datagrams).isBetween(p - 3 * error, p + 3 * error);
        }
    }

    @Test
    void datagram_of_many_fragments_is_lost_as_often_as_any_of_them() {
        int datagrams = 20_000;
        DatagramFlow flow = flow(Path.builder().loss(LossModel.independent(Loss.ofPercent("1"))));
        int arrived = 0;
        for (int i = 0; i < datagrams; i++) {
            flow.send(new byte[10 * 1480 - 8], START + i * MILLI);
            arrived += drain(flow, START + i * MILLI).size();
        }
        double all = Math.pow(0.99, 10);
        double error = Math.sqrt(all * (1 - all) / datagrams);
        assertThat((double) arrived / datagrams).isBetween(all - 3 * error, all + 3 * error);
    }

    @Test
    void same_seed_loses_the_same_datagrams() {
        assertThat(arrivals(1)).isEqualTo(arrivals(1)).isNotEqualTo(arrivals(2));
    }

    private List<Long> arrivals(long seed) {
        DatagramFlow flow =
                flow(path().loss(LossModel.independent(Loss.ofPercent("5"))).jitter("5ms"), seed);
        List<Long> arrivals = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            flow.send(new byte[1 + i % 256], START + i * MILLI);
        }
        for (; !flow.isQuiet(); flow.onDelivered(flow.nextNanos())) {
            arrivals.add(flow.nextNanos());
        }
        assertThat(arrivals).isSorted().hasSizeBetween(1_850, 1_950);
        return arrivals;
    }

    private static List<byte[]> drain(DatagramFlow flow, long nowNanos) {
        List<byte[]> arrived = new ArrayList<>();
        for (byte[] next = flow.arrived(nowNanos); next != null; next = flow.arrived(nowNanos)) {
            arrived.add(next);
            flow.onDelivered(nowNanos);
        }
        return arrived;
    }

    @Test
    void sample_tells_bytes_packets_and_times_and_no_state_of_a_sender() {
        DatagramFlow flow = flow(path());
        flow.send(new byte[FULL], START);
        flow.send(new byte[FULL], START + MILLI);
        assertThat(flow.sample().inFlightBytes()).isEqualTo(2 * FULL);

        flow.onDelivered(START + 51 * MILLI);
        FlowSample sample = flow.sample();

        assertThat(sample.sentBytes()).isEqualTo(2 * FULL);
        assertThat(sample.deliveredBytes()).isEqualTo(FULL);
        assertThat(sample.inFlightBytes()).isEqualTo(FULL);
        assertThat(sample.segments()).isEqualTo(2);
        assertThat(sample.firstDeliveryNanos()).isEqualTo(START + 51 * MILLI);
        assertThat(sample.times()).isEqualTo(FlowSample.NONE.times());
        assertThat(sample.congestionWindow()).isZero();
    }

    @Test
    void datagram_that_nobody_was_there_to_receive_was_not_delivered() {
        DatagramFlow flow = flow(path());
        flow.send(new byte[FULL], START);
        flow.onDelivered(START + 51 * MILLI);
        flow.onUndeliverable(FULL);

        assertThat(flow.sample().deliveredBytes()).isZero();
        assertThat(flow.sample().firstDeliveryNanos()).isZero();
    }

    @Test
    void cut_loses_what_has_not_arrived_and_nothing_else() {
        Lane lane = lane(path(), 1);
        DatagramFlow flow = new DatagramFlow(lane, new Fragments(1500, false), tally);
        flow.send(new byte[100], START);
        flow.send(new byte[5_000], START + 10 * MILLI);
        long cut = START + 55 * MILLI;
        lane.cut(cut);
        flow.onCut(cut);
        flow.send(new byte[100], cut + MILLI);

        assertThat(drain(flow, cut + MILLI))
                .singleElement()
                .satisfies(first -> assertThat(first).hasSize(100));
        assertThat(flow.isQuiet()).isTrue();
        assertThat(tally.counts(0)).isEqualTo(new PacketCounts(1, 128, 0, 0, 5));
    }
}
