/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static dev.longfatpipe.backend.relay.DrivenPipe.MILLI;
import static dev.longfatpipe.backend.relay.DrivenPipe.SECOND;
import static dev.longfatpipe.backend.relay.DrivenPipe.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Loss;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the line does to flows. */
class TcpFlowLinkTests {

    private static Path hundredByHundred() {
        return Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100));
    }

    private static double megabits(long bytes, long nanos) {
        return bytes * 8e3 / nanos;
    }

    @Test
    void a_flow_that_fills_the_line_reaches_1448_of_1514() {
        DrivenPipe pipe = new DrivenPipe(hundredByHundred());
        DrivenFlow flow = pipe.sender().receiveBuffer(2_097_152).open().offerForever();
        pipe.runUntil(START + 12 * SECOND);
        double goodput = megabits(flow.arrivedBetween(START + 2 * SECOND, START + 12 * SECOND), 10 * SECOND);
        assertThat(goodput).isCloseTo(95.64, within(0.09564));
    }

    @ParameterizedTest
    @CsvSource({"1kbit, 0", "56kbit, 100", "1mbit, 20", "10mbit, 300", "1gbit, 10", "10gbit, 1", "400gbit, 0"})
    void every_rate_is_met_within_a_thousandth(String rate, long rttMillis) {
        DataRate line = DataRate.parse(rate);
        Path path = Path.of(Duration.ofMillis(rttMillis), line);
        DrivenPipe pipe = new DrivenPipe(path);
        // one and a half BDPs in flight: the queue of one BDP never runs dry and never overflows
        long bdp =
                path.bandwidthDelayProduct(Direction.DOWNSTREAM).orElseThrow().bytes();
        DrivenFlow flow = pipe.sender()
                .receiveBuffer(Math.max(65_536, bdp * 3 / 2))
                .open()
                .offerForever();
        // long enough for 60,000 segments, but at least 30 round trips
        long span = Math.max((long) (60_000.0 * 1514 * 8e9 / line.bitsPerSecond()), 30 * rttMillis * MILLI);
        pipe.runUntil(START + 2 * span);
        double ceiling = path.goodputCeiling(Direction.DOWNSTREAM).orElseThrow().bitsPerSecond() / 1e6;
        double goodput = megabits(flow.arrivedBetween(START + span, START + 2 * span), span);
        assertThat(goodput).isCloseTo(ceiling, within(ceiling / 1_000));
    }

    @Test
    void the_line_is_named_by_a_queue_that_never_runs_dry() {
        DrivenPipe pipe = new DrivenPipe(hundredByHundred());
        DrivenFlow flow = pipe.sender().receiveBuffer(2_097_152).open().offerForever();
        pipe.runUntil(START + 5 * SECOND);
        flow.flow().account().update(pipe.now());
        long idleAtFirst = flow.flow().account().idleLineTimes().total().toMillis();
        assertThat(idleAtFirst).as("slow start").isBetween(400L, 700L);
        pipe.runUntil(START + 20 * SECOND);
        flow.flow().account().update(pipe.now());
        assertThat(flow.flow().account().idleLineTimes().total().toMillis())
                .as("no more idle time once the line is full")
                .isCloseTo(idleAtFirst, within(2L));
    }

    @Nested
    class Shared {

        @ParameterizedTest
        @ValueSource(ints = {2, 4, 16})
        void flows_share_the_line_and_fill_it(int count) {
            DrivenPipe pipe = new DrivenPipe(hundredByHundred());
            List<DrivenFlow> flows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                flows.add(pipe.sender().open().offerForever());
            }
            pipe.runUntil(START + 30 * SECOND);
            long sum = flows.stream()
                    .mapToLong(flow -> flow.arrivedBetween(START + 10 * SECOND, START + 30 * SECOND))
                    .sum();
            assertThat(megabits(sum, 20 * SECOND)).isBetween(90.0, 95.65);
            for (DrivenFlow flow : flows) {
                assertThat((double) flow.arrivedBetween(START + 10 * SECOND, START + 30 * SECOND) / sum * count)
                        .as("share of one of %d", count)
                        .isBetween(0.2, 3.0);
            }
        }

        @ParameterizedTest
        @CsvSource({"0, 1", "0.1, 1", "1, 1", "1, 2", "5, 1"})
        void the_sum_never_exceeds_the_ceiling_in_any_window_of_time_whatever_is_sent_again(String loss, long seed) {
            Path path = hundredByHundred().toBuilder()
                    .rtt(Duration.ofMillis(20))
                    .loss(loss.equals("0") ? LossModel.none() : LossModel.independent(Loss.ofPercent(loss)))
                    .queue(Queue.ofBdp(new BigDecimal("0.5")))
                    .build();
            DrivenPipe pipe = new DrivenPipe(path, seed);
            List<DrivenFlow> flows = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                flows.add(pipe.sender().open().offerForever());
            }
            pipe.runUntil(START + 10 * SECOND);
            long sent =
                    flows.stream().mapToLong(f -> f.flow().counters().segments).sum();
            long again = flows.stream()
                    .mapToLong(f -> f.flow().counters().retransmissions)
                    .sum();
            assertThat(again).as("a test of retransmissions").isPositive();
            // the line as a whole: what entered it, sent again or not, took its time
            long busy = pipe.lane(Direction.DOWNSTREAM).bottleneck().busyNanos(pipe.now());
            long dropped = flows.stream()
                    .mapToLong(f -> f.flow().counters().queueDrops)
                    .sum();
            assertThat((sent - dropped) * 1514 * 80)
                    .isBetween(
                            busy,
                            busy + pipe.lane(Direction.DOWNSTREAM).bottleneck().backlogNanos(pipe.now()));
            // what came out, over every half second: held-back bytes may come in a burst after a repair, but not more
            // than
            // crossed the line
            long delivered = flows.stream().mapToLong(f -> f.flow().taken()).sum();
            assertThat(megabits(delivered, 10 * SECOND)).isLessThanOrEqualTo(95.65);
            assertThat(delivered).isLessThanOrEqualTo((sent - dropped) * 1448);
        }

        @Test
        void the_two_directions_do_not_share() {
            DrivenPipe pipe = new DrivenPipe(hundredByHundred());
            DrivenFlow up = pipe.sender()
                    .direction(Direction.UPSTREAM)
                    .receiveBuffer(2_097_152)
                    .open()
                    .offerForever();
            DrivenFlow down = pipe.sender().receiveBuffer(2_097_152).open().offerForever();
            pipe.runUntil(START + 12 * SECOND);
            for (DrivenFlow flow : List.of(up, down)) {
                assertThat(megabits(flow.arrivedBetween(START + 2 * SECOND, START + 12 * SECOND), 10 * SECOND))
                        .isCloseTo(95.64, within(0.1));
            }
        }
    }

    @Nested
    class Overflow {

        @Test
        void a_queue_that_overflows_is_repaired_and_named() {
            DrivenPipe pipe = new DrivenPipe(hundredByHundred());
            DrivenFlow flow = pipe.sender().open().offerForever();
            pipe.runUntil(START + 20 * SECOND);
            FlowCounters counters = flow.flow().counters();
            assertThat(counters.queueDrops).isPositive();
            assertThat(counters.pathLosses).isZero();
            assertThat(counters.retransmissions).isEqualTo(counters.queueDrops);
            flow.flow().account().update(pipe.now());
            assertThat(flow.flow().account().times().in(SenderState.AFTER_LOSS)).isZero();
            assertThat(flow.flow().account().times().in(SenderState.AFTER_QUEUE_OVERFLOW))
                    .isPositive();
        }

        /** truth/linux-6.1-netem.csv, k_router_bloat: 85.3, 95.3 and 95.6 mbit. */
        @ParameterizedTest
        @CsvSource({"0.25, 85.343", "1, 95.289", "4, 95.59"})
        void the_queue_bounds_the_goodput_as_on_a_kernel(String bdps, double megabits) {
            Path path = hundredByHundred().toBuilder()
                    .queue(Queue.ofBdp(new BigDecimal(bdps)))
                    .build();
            DrivenPipe pipe = new DrivenPipe(path);
            DrivenFlow flow = pipe.sender().receiveBuffer(4_194_304).open().offerForever();
            pipe.runUntil(START + 15 * SECOND);
            double goodput = megabits(flow.arrivedBetween(START + 6 * SECOND, START + 15 * SECOND), 9 * SECOND);
            assertThat(goodput).isCloseTo(megabits, within(megabits * 0.15));
        }

        @Test
        void a_queue_of_one_frame_still_carries_traffic() {
            Path path =
                    hundredByHundred().toBuilder().queue(Queue.parse("1514B")).build();
            DrivenPipe pipe = new DrivenPipe(path);
            DrivenFlow flow = pipe.sender().open().offer(1 << 20).end();
            pipe.runUntilQuiet();
            assertThat(flow.flow().taken()).isEqualTo(1 << 20);
        }
    }
}
