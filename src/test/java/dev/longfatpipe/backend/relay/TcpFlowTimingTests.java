/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static dev.longfatpipe.backend.relay.DrivenPipe.MILLI;
import static dev.longfatpipe.backend.relay.DrivenPipe.SECOND;
import static dev.longfatpipe.backend.relay.DrivenPipe.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that is done late happens at the time at which it was due; nothing ever happens early. */
class TcpFlowTimingTests {

    private static Path path(long rttMillis) {
        return Path.of(Duration.ofMillis(rttMillis), DataRate.ofMegabitsPerSecond(100));
    }

    @Nested
    class Late {

        private List<DrivenFlow.Arrival> arrivals(Path path, long bufferBytes, long stepNanos) {
            DrivenPipe pipe = new DrivenPipe(path);
            DrivenFlow flow = pipe.sender().receiveBuffer(bufferBytes).open().offerForever();
            return until(START + 4 * SECOND, pipe, flow, stepNanos);
        }

        private List<DrivenFlow.Arrival> until(long nanos, DrivenPipe pipe, DrivenFlow flow, long stepNanos) {
            if (stepNanos == 0) {
                pipe.runUntil(nanos);
            } else {
                pipe.runLateUntil(nanos, stepNanos);
            }
            return flow.arrivals().stream()
                    .filter(arrival -> arrival.nanos() <= nanos)
                    .toList();
        }

        /** Compares one by one, so that a difference is shown and not two whole runs. */
        private void requireSame(List<DrivenFlow.Arrival> late, List<DrivenFlow.Arrival> punctual) {
            for (int i = 0; i < Math.min(late.size(), punctual.size()); i++) {
                assertThat(late.get(i)).isEqualTo(punctual.get(i));
            }
            assertThat(late).hasSameSizeAs(punctual).hasSizeGreaterThan(1_000);
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 7, 20, 45})
        void a_flow_that_fills_the_line_arrives_at_the_same_nanoseconds(long stepMillis) {
            requireSame(arrivals(path(100), 2_097_152, stepMillis * MILLI), arrivals(path(100), 2_097_152, 0));
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 7, 20, 45})
        void a_flow_held_by_its_window_arrives_at_the_same_nanoseconds(long stepMillis) {
            requireSame(arrivals(path(100), 65_536, stepMillis * MILLI), arrivals(path(100), 65_536, 0));
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 7, 20, 45})
        void a_flow_whose_receiver_tunes_its_window_arrives_at_the_same_nanoseconds(long stepMillis) {
            requireSame(autoTuned(stepMillis * MILLI), autoTuned(0));
        }

        /** Without a rate and in slow start, so that the receive window is the least of the windows. */
        private List<DrivenFlow.Arrival> autoTuned(long stepNanos) {
            DrivenPipe pipe = new DrivenPipe(path(100));
            DrivenFlow flow = pipe.sender()
                    .congestion(new Uncontrolled())
                    .kernel(KernelProfile.linux61())
                    .open()
                    .offerForever();
            return until(START + SECOND, pipe, flow, stepNanos);
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 3, 5, 11})
        void even_when_an_engine_is_late_by_several_round_trips(long stepMillis) {
            requireSame(arrivals(path(2), 65_536, stepMillis * MILLI), arrivals(path(2), 65_536, 0));
            requireSame(arrivals(path(1), 16_384, stepMillis * MILLI), arrivals(path(1), 16_384, 0));
        }

        @Test
        void an_engine_that_slept_for_long_gives_up_what_is_more_than_a_tenth_of_a_second_ago() {
            DrivenPipe pipe = new DrivenPipe(path(2));
            DrivenFlow flow = pipe.sender().receiveBuffer(16_384).open().offerForever();
            pipe.runUntil(START + SECOND);
            long before = flow.flow().sent();
            long perRoundTrip = flow.arrivedBetween(START + 500 * MILLI, START + SECOND) / 250;
            pipe.sleepFor(10 * SECOND);
            assertThat((flow.flow().sent() - before) / perRoundTrip)
                    .as("round trips in the last tenth of a second, and not the 5000 of ten seconds")
                    .isBetween(49L, 53L);
        }

        /** E7: 186 segments under way at the most, whose acknowledgements come in for 22 of 100 ms, are no reason to end slow start. */
        @Test
        void a_machine_that_sleeps_never_ends_slow_start() {
            Path path = path(100).toBuilder().queue(Queue.parse("3.5bdp")).build();
            for (long asleep : List.of(150L, 300L, 1_300L)) {
                for (long at = 7; at < 700; at += 13) {
                    DrivenPipe pipe = new DrivenPipe(path);
                    DrivenFlow flow = pipe.sender().sendBuffer(262_144).open().offerForever();
                    pipe.runUntil(START + at * MILLI);
                    pipe.sleepFor(asleep * MILLI);
                    pipe.runFor(SECOND);
                    SenderTimes before = idleLineTimes(pipe, flow);
                    pipe.runFor(SECOND);
                    SenderTimes after = idleLineTimes(pipe, flow);
                    assertThat(flow.flow().windows().congestion().inSlowStart())
                            .as("still in slow start when the machine slept for %d ms at %d ms", asleep, at)
                            .isTrue();
                    assertThat(after.minus(before).longest()).isEqualTo(SenderState.SEND_BUFFER);
                }
            }
        }

        private static SenderTimes idleLineTimes(DrivenPipe pipe, DrivenFlow flow) {
            flow.flow().account().update(pipe.now());
            return flow.flow().account().idleLineTimes();
        }

        @Test
        void no_round_trip_becomes_longer_by_a_machine_that_sleeps() {
            for (long at = 7; at < 400; at += 13) {
                DrivenPipe pipe = new DrivenPipe(path(100));
                DrivenFlow flow = pipe.sender().receiveBuffer(65_536).open().offerForever();
                pipe.runUntil(START + at * MILLI);
                pipe.sleepFor(730 * MILLI);
                pipe.runFor(20 * MILLI);
                assertThat(flow.flow().rtt().smoothedNanos())
                        .as("smoothed round trip when the machine slept at %d ms", at)
                        .isLessThan(110 * MILLI);
            }
        }

        @Test
        void losses_are_the_same_and_repaired_at_the_same_nanoseconds() {
            Path lossy = path(20).toBuilder()
                    .loss(LossModel.independent(Loss.ofPercent("1")))
                    .jitter(Duration.ofMillis(1))
                    .build();
            requireSame(arrivals(lossy, 1_048_576, 9 * MILLI), arrivals(lossy, 1_048_576, 0));
        }

        @Test
        void two_flows_share_the_line_as_if_nothing_had_been_late() {
            assertThat(twoFlows(9 * MILLI)).isEqualTo(twoFlows(0));
        }

        private List<Long> twoFlows(long stepNanos) {
            DrivenPipe pipe = new DrivenPipe(path(40));
            DrivenFlow first = pipe.sender().receiveBuffer(1_048_576).open().offerForever();
            DrivenFlow second = pipe.sender().receiveBuffer(524_288).open().offerForever();
            if (stepNanos == 0) {
                pipe.runUntil(START + 5 * SECOND);
            } else {
                pipe.runLateUntil(START + 5 * SECOND, stepNanos);
            }
            return List.of(first.arrivedBy(START + 4 * SECOND), second.arrivedBy(START + 4 * SECOND));
        }
    }

    @Nested
    class Early {

        @Test
        void a_message_is_sent_when_it_is_written() {
            DrivenPipe pipe =
                    new DrivenPipe(Path.builder().rtt(Duration.ofMillis(100)).build());
            DrivenFlow flow = pipe.sender().open();
            for (int i = 1; i <= 100; i++) {
                pipe.runUntil(START + i * 7L * MILLI);
                flow.offer(100);
                assertThat(flow.flow().sent()).isEqualTo(100L * i);
            }
            pipe.runUntilQuiet();
            for (int i = 1; i <= 100; i++) {
                assertThat(flow.arrivalNanosOf(100L * i)).isEqualTo(START + i * 7L * MILLI + 50 * MILLI);
            }
        }

        @Test
        void a_message_written_while_the_window_is_shut_leaves_when_it_opens_and_not_before() {
            DrivenPipe pipe =
                    new DrivenPipe(Path.builder().rtt(Duration.ofMillis(100)).build());
            DrivenFlow flow = pipe.sender().open().offer(10 * 1448);
            pipe.runUntil(START + 30 * MILLI);
            flow.offer(1448);
            pipe.runUntilQuiet();
            assertThat(flow.arrivalNanosOf(11 * 1448)).isEqualTo(START + 150 * MILLI);
        }

        @Test
        void late_acknowledgements_do_not_send_what_was_written_after_they_were_due() {
            DrivenPipe pipe =
                    new DrivenPipe(Path.builder().rtt(Duration.ofMillis(100)).build());
            DrivenFlow flow = pipe.sender().open().offer(9 * 1448);
            pipe.runUntil(START + 99 * MILLI);
            // the acknowledgements of the first flight are due at 100 ms, but the engine sleeps until 109 ms, and it
            // looks at
            // the socket, into which the application wrote at 108 ms, before it looks at its timers
            pipe.skipTo(START + 109 * MILLI);
            flow.offer(100 * 1448);
            pipe.runUntilQuiet();
            assertThat(flow.arrivalNanosOf(11 * 1448)).isEqualTo(START + 159 * MILLI);
        }

        @Test
        void nothing_arrives_sooner_than_its_offer_plus_serialisation_and_delay() {
            Path path = path(20);
            DrivenPipe pipe = new DrivenPipe(path);
            DrivenFlow flow = pipe.sender().open();
            Random random = new Random(1);
            List<long[]> offers = new ArrayList<>();
            long total = 0;
            for (int i = 0; i < 2_000; i++) {
                pipe.runFor(random.nextInt(3_000_000));
                int bytes = 1 + random.nextInt(20_000);
                total += bytes;
                flow.offer(bytes);
                offers.add(new long[] {pipe.now(), total, bytes});
            }
            pipe.runUntilQuiet();
            long before = START;
            for (long[] offer : offers) {
                long arrival = flow.arrivalNanosOf(offer[1]);
                assertThat(arrival - offer[0]).isGreaterThanOrEqualTo(10 * MILLI + offer[2] * 80);
                assertThat(arrival).isGreaterThanOrEqualTo(before);
                before = arrival;
            }
        }
    }

    @Nested
    class Order {

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3})
        void jitter_keeps_the_order_of_one_flow_and_adds_what_was_asked_for(long seed) {
            Path path = Path.builder()
                    .rtt(Duration.ofMillis(20))
                    .jitter(Duration.ofMillis(5))
                    .build();
            DrivenPipe pipe = new DrivenPipe(path, seed);
            DrivenFlow flow = pipe.sender().open();
            for (int i = 0; i < 500; i++) {
                pipe.runUntil(START + i * 10L * MILLI);
                flow.offer(10);
            }
            pipe.runUntilQuiet();
            long least = Long.MAX_VALUE;
            long most = 0;
            for (int i = 0; i < 500; i++) {
                long late = flow.arrivalNanosOf(10L * (i + 1)) - (START + i * 10L * MILLI) - 10 * MILLI;
                assertThat(late).isBetween(0L, 5 * MILLI);
                least = Math.min(least, late);
                most = Math.max(most, late);
            }
            assertThat(least).isLessThan(MILLI / 4);
            assertThat(most).isGreaterThan(4 * MILLI + MILLI / 2);
        }
    }
}
