/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LaneTests {

    private static final long START = 7_000_000_000_000L;
    private static final long FRAME = 1514;

    @Test
    void a_packet_arrives_after_its_serialisation_and_the_delay() {
        Lane lane = new Lane(Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100)), Direction.UPSTREAM, 1);
        assertThat(lane.send(START, FRAME)).isEqualTo(START + 121_120 + 50_000_000);
        assertThat(lane.send(START, FRAME)).isEqualTo(START + 242_240 + 50_000_000);
    }

    @Test
    void without_a_rate_a_packet_arrives_after_the_delay_to_the_nanosecond() {
        Path path = Path.builder().rtt(Duration.ofNanos(100_000_001)).build();
        Lane up = new Lane(path, Direction.UPSTREAM, 1);
        Lane down = new Lane(path, Direction.DOWNSTREAM, 1);
        long there = up.send(START, FRAME) - START;
        long back = down.send(START, FRAME) - START;
        assertThat(there + back).isEqualTo(100_000_001);
        assertThat(up.bitsPerSecond()).isZero();
    }

    @Test
    void the_two_directions_have_their_own_rate_and_delay() {
        Path path = Path.builder()
                .rate(Direction.UPSTREAM, DataRate.ofMegabitsPerSecond(1))
                .rate(Direction.DOWNSTREAM, DataRate.ofMegabitsPerSecond(10))
                .delay(Direction.UPSTREAM, Duration.ofMillis(10))
                .delay(Direction.DOWNSTREAM, Duration.ofMillis(30))
                .build();
        Lane up = new Lane(path, Direction.UPSTREAM, 1);
        Lane down = new Lane(path, Direction.DOWNSTREAM, 1);
        assertThat(up.send(START, FRAME)).isEqualTo(START + 12_112_000 + 10_000_000);
        assertThat(down.send(START, FRAME)).isEqualTo(START + 1_211_200 + 30_000_000);
        assertThat(up.acknowledgementArrival(START)).isEqualTo(START + 10_000_000);
        assertThat(down.delayNanos()).isEqualTo(30_000_000);
        assertThat(down.bitsPerSecond()).isEqualTo(10_000_000);
    }

    @Test
    void an_acknowledgement_is_delayed_and_not_charged_to_the_line() {
        Lane lane = new Lane(Path.of(Duration.ofMillis(100), DataRate.ofKilobitsPerSecond(1)), Direction.UPSTREAM, 1);
        for (int i = 0; i < 100; i++) {
            assertThat(lane.acknowledgementArrival(START)).isEqualTo(START + 50_000_000);
        }
        assertThat(lane.bottleneck().backlogBytes(START)).isZero();
    }

    @Test
    void jitter_never_reorders_and_stays_within_its_bound() {
        Path path = Path.builder()
                .rtt(Duration.ofMillis(20))
                .jitter(Duration.ofMillis(5))
                .build();
        Lane lane = new Lane(path, Direction.DOWNSTREAM, 3);
        long before = Long.MIN_VALUE;
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < 20_000; i++) {
            long sent = START + i * 100_000L;
            long arrival = lane.send(sent, FRAME);
            assertThat(arrival).isGreaterThanOrEqualTo(before);
            before = arrival;
            least = Math.min(least, arrival - sent);
            most = Math.max(most, arrival - sent);
        }
        assertThat(least).isBetween(10_000_000L, 14_000_000L);
        assertThat(most).isBetween(14_900_000L, 15_000_000L);
    }

    @Test
    void jitter_is_drawn_evenly_from_nothing_to_its_bound() {
        Path path =
                Path.builder().rtt(Duration.ZERO).jitter(Duration.ofMillis(10)).build();
        Lane lane = new Lane(path, Direction.UPSTREAM, 5);
        double sum = 0;
        int packets = 10_000;
        for (int i = 0; i < packets; i++) {
            long sent = START + i * 1_000_000_000L; // so far apart that order plays no part
            sum += lane.send(sent, FRAME) - sent;
        }
        // mean 5 ms, standard error 10 ms / sqrt(12) / sqrt(10000) = 0.029 ms
        assertThat(sum / packets / 1e6).isBetween(4.88, 5.12);
    }

    @Test
    void the_same_seed_draws_the_same_jitter_and_the_same_losses() {
        assertThat(fates(1, Direction.UPSTREAM)).isEqualTo(fates(1, Direction.UPSTREAM));
    }

    @Test
    void another_seed_and_the_other_direction_draw_differently() {
        assertThat(fates(1, Direction.UPSTREAM))
                .isNotEqualTo(fates(2, Direction.UPSTREAM))
                .isNotEqualTo(fates(1, Direction.DOWNSTREAM));
    }

    private static List<Long> fates(long seed, Direction direction) {
        Lane lane = new Lane(lossy(), direction, seed);
        List<Long> fates = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            fates.add(lane.send(START + i * 1_000_000L, FRAME));
        }
        return fates;
    }

    private static Path lossy() {
        return Path.builder()
                .rtt(Duration.ofMillis(20))
                .jitter(Duration.ofMillis(3))
                .loss(LossModel.independent(Loss.ofPercent("10")))
                .build();
    }

    @Test
    void a_lost_packet_has_taken_its_time_on_the_line() {
        Path path = Path.builder()
                .rate(DataRate.ofMegabitsPerSecond(100))
                .loss(LossModel.independent(Loss.ofPercent("99.9999999")))
                .queue(Queue.ofBytes(DataSize.ofKibibytes(64)))
                .build();
        Lane lane = new Lane(path, Direction.UPSTREAM, 1);
        assertThat(lane.send(START, FRAME)).isEqualTo(Lane.LOST);
        assertThat(lane.bottleneck().backlogNanos(START)).isEqualTo(121_120);
    }

    @Test
    void the_probe_is_neither_lost_nor_dropped_and_leaves_the_draws_alone() {
        Lane lane = new Lane(lossy(), Direction.UPSTREAM, 1);
        for (int i = 0; i < 100; i++) {
            assertThat(lane.sendProbe(START, FRAME)).isEqualTo(START + 10_000_000);
        }
        List<Long> fates = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            fates.add(lane.send(START + i * 1_000_000L, FRAME));
        }
        assertThat(fates).isEqualTo(fates(1, Direction.UPSTREAM));
    }

    @Test
    void a_full_queue_drops_and_the_default_queue_is_one_bandwidth_delay_product() {
        Lane lane = new Lane(Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(10)), Direction.UPSTREAM, 1);
        assertThat(lane.bottleneck().queueBytes()).isEqualTo(125_000);
        int admitted = 0;
        while (lane.send(START, FRAME) != Bottleneck.DROPPED) {
            admitted++;
        }
        assertThat(admitted).isEqualTo(82);
    }

    @Test
    void a_queue_is_as_long_as_the_path_says() {
        Path path = Path.of(Duration.ZERO, DataRate.ofMegabitsPerSecond(10));
        Lane lane = new Lane(path, Direction.UPSTREAM, 1);
        assertThat(lane.bottleneck().queueBytes())
                .isEqualTo(path.queueSize(Direction.UPSTREAM).orElseThrow().bytes());
    }

    @Test
    void packets_go_one_by_one_where_each_has_its_own_fate() {
        assertThat(new Lane(lossy(), Direction.UPSTREAM, 1).sendsSinglePackets())
                .isTrue();
        Path jitter = Path.builder().jitter(Duration.ofMillis(1)).build();
        assertThat(new Lane(jitter, Direction.UPSTREAM, 1).sendsSinglePackets()).isTrue();
        assertThat(new Lane(Path.builder().build(), Direction.UPSTREAM, 1).sendsSinglePackets())
                .isFalse();
    }

    @Nested
    class A_change_of_the_path {

        private final Lane lane = new Lane(path("100ms", "10mbit"), Direction.UPSTREAM, 1);

        private static Path path(String rtt, String rate) {
            return Path.builder().rtt(rtt).rate(rate).build();
        }

        @Test
        void counts_for_what_is_sent_from_then_on() {
            lane.change(path("20ms", "100mbit"), START);
            assertThat(lane.send(START, FRAME)).isEqualTo(START + 121_120 + 10_000_000);
            assertThat(lane.acknowledgementArrival(START)).isEqualTo(START + 10_000_000);
            assertThat(lane.bitsPerSecond()).isEqualTo(100_000_000);
        }

        @Test
        void to_a_shorter_delay_lets_nothing_overtake_what_is_under_way() {
            long under = lane.send(START, FRAME);
            lane.change(path("2ms", "10mbit"), START + 1_211_200);
            assertThat(under).isEqualTo(START + 1_211_200 + 50_000_000);
            assertThat(lane.send(START + 2_000_000, FRAME)).isEqualTo(under);
            assertThat(lane.send(START + 60_000_000, FRAME)).isEqualTo(START + 60_000_000 + 1_211_200 + 1_000_000);
        }

        @Test
        void to_a_faster_line_begins_after_what_the_slower_one_has_accepted() {
            lane.send(START, FRAME);
            lane.change(path("100ms", "100mbit"), START);
            assertThat(lane.send(START, FRAME)).isEqualTo(START + 1_211_200 + 121_120 + 50_000_000);
        }

        @Test
        void counts_what_waits_at_the_rate_at_which_it_leaves() {
            lane.send(START, FRAME);
            lane.change(path("100ms", "100mbit"), START);
            lane.send(START, 10 * FRAME);
            lane.change(path("100ms", "1gbit"), START);
            lane.send(START, 100 * FRAME);
            assertThat(lane.bottleneck().backlogBytes(START)).isEqualTo(111 * FRAME);
            assertThat(lane.bottleneck().backlogBytes(START + 605_600)).isEqualTo(110 * FRAME + FRAME / 2);
            assertThat(lane.bottleneck().backlogBytes(START + 1_211_200 + 605_600))
                    .isEqualTo(105 * FRAME);
            assertThat(lane.bottleneck().backlogBytes(START + 3_633_600)).isZero();
        }

        @Test
        void to_a_line_without_a_rate_and_back_never_reorders() {
            long slow = lane.send(START, FRAME);
            lane.change(Path.builder().rtt("100ms").build(), START);
            assertThat(lane.send(START, FRAME)).isEqualTo(slow);
            lane.change(path("100ms", "10mbit"), START);
            assertThat(lane.send(START, FRAME)).isEqualTo(slow + 1_211_200);
        }

        @Test
        void brings_its_queue() {
            lane.change(
                    path("100ms", "10mbit").toBuilder()
                            .queue(Queue.ofBytes(DataSize.ofBytes(2 * FRAME)))
                            .build(),
                    START);
            assertThat(lane.send(START, FRAME)).isPositive();
            assertThat(lane.send(START, FRAME)).isPositive();
            assertThat(lane.send(START, FRAME)).isEqualTo(Bottleneck.DROPPED);
        }

        @Test
        void goes_on_with_the_draws_of_a_loss_model_that_stays() {
            Lane changed = new Lane(lossy(), Direction.UPSTREAM, 1);
            Lane unchanged = new Lane(lossy(), Direction.UPSTREAM, 1);
            for (int i = 0; i < 500; i++) {
                long at = START + i * 1_000_000_000L;
                boolean lost = unchanged.send(at, FRAME) == Lane.LOST;
                assertThat(changed.send(at, FRAME) == Lane.LOST).isEqualTo(lost);
                changed.change(lossy().toBuilder().rtt("1ms").build(), at);
            }
        }

        @Test
        void to_another_loss_model_draws_from_the_seed_too() {
            assertThat(losses(1)).isEqualTo(losses(1)).isNotEqualTo(losses(2));
        }

        private static List<Boolean> losses(long seed) {
            Lane lane = new Lane(path("100ms", "10mbit"), Direction.UPSTREAM, seed);
            lane.change(lossy(), START);
            List<Boolean> losses = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                losses.add(lane.send(START + i * 1_000_000L, FRAME) == Lane.LOST);
            }
            return losses;
        }
    }

    @Nested
    class A_line_that_is_cut {

        private final Lane lane =
                new Lane(Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(10)), Direction.UPSTREAM, 1);

        @Test
        void carries_nothing() {
            lane.cut(START);
            assertThat(lane.isCut()).isTrue();
            assertThat(lane.send(START, FRAME)).isEqualTo(Lane.CUT);
            assertThat(Lane.arrives(Lane.CUT)).isFalse();
            assertThat(Lane.arrives(Lane.LOST)).isFalse();
            assertThat(Lane.arrives(Bottleneck.DROPPED)).isFalse();
            assertThat(Lane.arrives(START)).isTrue();
        }

        @Test
        void is_idle_and_forgets_what_waited_for_it() {
            for (int i = 0; i < 10; i++) {
                lane.send(START, FRAME);
            }
            lane.cut(START + 1_211_200);
            assertThat(lane.bottleneck().backlogBytes(START + 1_211_200)).isZero();
            assertThat(lane.bottleneck().busyNanos(START + 20_000_000)).isEqualTo(1_211_200);
        }

        @Test
        void begins_anew_when_it_is_restored() {
            lane.send(START, 20 * FRAME);
            lane.cut(START + 1_000_000);
            lane.restore();
            assertThat(lane.isCut()).isFalse();
            assertThat(lane.send(START + 2_000_000, FRAME)).isEqualTo(START + 2_000_000 + 1_211_200 + 50_000_000);
        }

        @Test
        void draws_no_loss_for_what_it_does_not_carry() {
            Lane cut = new Lane(lossy(), Direction.UPSTREAM, 1);
            cut.cut(START);
            for (int i = 0; i < 100; i++) {
                cut.send(START, FRAME);
            }
            cut.restore();
            Lane whole = new Lane(lossy(), Direction.UPSTREAM, 1);
            for (int i = 0; i < 1_000; i++) {
                long at = START + i * 1_000_000L;
                assertThat(cut.send(at, FRAME)).isEqualTo(whole.send(at, FRAME));
            }
        }
    }
}
