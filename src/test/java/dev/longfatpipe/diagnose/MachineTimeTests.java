/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.RecordedFlow.explicit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a machine without a free processor makes of an application that is not slow. */
class MachineTimeTests {

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    /** A window of 256 KiB takes 5 MB in 1,818 ms, of which the line carries for 418; the sender had nothing for some time as well. */
    private static Recorded window(long senderMillis) {
        return window(senderMillis, 1_390);
    }

    private static Recorded window(long senderMillis, long fullMillis) {
        return Recorded.on(LONG_FAT, 2_900)
                .flow(RecordedFlow.of(5_000_000)
                        .idle(SenderState.RECEIVE_WINDOW, fullMillis)
                        .idle(SenderState.WAITING_FOR_DATA, senderMillis)
                        .receiver(explicit(262_144), 260_696));
    }

    private static Assessment of(Recorded recorded) {
        return Assessment.of(recorded.transfer());
    }

    @Nested
    class A_goodput {

        @Test
        void that_was_missed_while_the_sender_waited_for_a_processor_says_nothing() {
            Assessment assessment = of(window(500).contended(millis(1_800)));

            assertThat(assessment.inconclusive()).isEmpty();
            assertThat(assessment
                            .against(DataRate.ofMegabitsPerSecond(14))
                            .inconclusive()
                            .orElseThrow())
                    .isEqualTo("the machine may have made the difference: of the 2.9 s that it took, 2.86 s are"
                            + " allowed; the line waited for the application for 500 ms, something on the"
                            + " machine waited for a processor for 1.8 s, and the pipe's work was overdue for 0 ms");
        }

        @Test
        void that_was_missed_on_a_machine_with_free_processors_is_missed() {
            assertThat(of(window(500).contended(millis(40)))
                            .against(DataRate.ofMegabitsPerSecond(14))
                            .inconclusive())
                    .isEmpty();
            assertThat(of(window(500)).against(DataRate.ofMegabitsPerSecond(14)).inconclusive())
                    .isEmpty();
        }

        @Test
        void that_was_missed_by_more_than_the_machine_can_have_taken_is_missed() {
            assertThat(of(window(500).contended(millis(2_900)))
                            .against(DataRate.ofMegabitsPerSecond(17))
                            .inconclusive())
                    .isEmpty();
        }

        @Test
        void that_was_missed_with_windows_that_were_full_no_longer_than_they_need_is_missed() {
            assertThat(of(window(0).contended(millis(2_900)))
                            .against(DataRate.ofMegabitsPerSecond(14))
                            .inconclusive())
                    .isEmpty();
        }

        @Test
        void that_was_missed_with_windows_that_were_opened_late_says_nothing() {
            Assessment assessment = of(window(0, 1_900).contended(millis(1_800)));

            assertThat(assessment.inconclusive()).isEmpty();
            assertThat(assessment
                            .against(DataRate.ofMegabitsPerSecond(16))
                            .inconclusive()
                            .orElseThrow())
                    .isEqualTo("the machine may have made the difference: of the 2.9 s that it took, 2.5 s are"
                            + " allowed; the line waited for the application for 0 ms, windows were full for 500.3 ms"
                            + " longer than they need, something on the machine waited for a processor for 1.8 s, and"
                            + " the pipe's work was overdue for 0 ms");
        }

        @Test
        void that_no_window_opened_in_time_would_have_reached_is_missed() {
            assertThat(of(window(0, 1_900).contended(millis(1_800)))
                            .against(DataRate.ofMegabitsPerSecond(17))
                            .inconclusive())
                    .isEmpty();
        }

        @Test
        void that_was_missed_with_late_windows_on_a_machine_with_free_processors_is_missed() {
            assertThat(of(window(0, 1_900).contended(millis(300)))
                            .against(DataRate.ofMegabitsPerSecond(16))
                            .inconclusive())
                    .isEmpty();
        }

        @Test
        void that_was_reached_is_conclusive() {
            assertThat(of(window(500).contended(millis(2_900)))
                            .against(DataRate.ofMegabitsPerSecond(13))
                            .inconclusive())
                    .isEmpty();
        }

        @Test
        void may_be_asked_for_as_a_share_or_as_a_time() {
            Assessment assessment = of(window(500).contended(millis(1_800)));

            assertThat(assessment.against(millis(2_800)).inconclusive()).isPresent();
            assertThat(assessment.against(millis(2_300)).inconclusive()).isEmpty();
            assertThat(assessment.againstLinkRate(Utilisation.parse("14%")).inconclusive())
                    .isPresent();
            assertThat(assessment.againstLinkRate(Utilisation.parse("17%")).inconclusive())
                    .isEmpty();
            DataRate expected = assessment.expectation().goodput().orElseThrow();
            long ppm = 14_000_000L * 1_000_000 / expected.bitsPerSecond();
            assertThat(assessment.againstExpectation(new Utilisation(ppm)).inconclusive())
                    .isPresent();
            assertThat(assessment.againstExpectation(Utilisation.ofPercent(80)).inconclusive())
                    .isEmpty();
        }

        @Test
        void counts_what_the_pipe_was_late_by() {
            assertThat(of(window(0).stalled(millis(100)))
                            .against(DataRate.ofMegabitsPerSecond(14))
                            .inconclusive())
                    .isPresent();
        }

        @Test
        void of_a_machine_without_any_free_processor_needs_no_record_of_the_waits() {
            assertThat(of(window(500).processorsIdle(millis(100)))
                            .against(DataRate.ofMegabitsPerSecond(14))
                            .inconclusive())
                    .isPresent();
        }

        @Test
        void on_a_kernel_that_tells_of_no_waits_may_have_waited_while_no_processor_was_idle() {
            assertThat(of(window(500).processorsIdle(millis(1_100)))
                            .against(DataRate.ofMegabitsPerSecond(14))
                            .inconclusive()
                            .orElseThrow())
                    .contains("something on the machine waited for a processor for at most 1.8 s");
            assertThat(of(window(500).processorsIdle(millis(2_880)))
                            .against(DataRate.ofMegabitsPerSecond(14))
                            .inconclusive())
                    .isEmpty();
        }

        @Test
        void on_a_kernel_that_tells_of_the_waits_is_judged_by_them_and_not_by_idle_processors() {
            assertThat(of(window(500).processorsIdle(millis(1_100)).contended(millis(20)))
                            .against(DataRate.ofMegabitsPerSecond(14))
                            .inconclusive())
                    .isEmpty();
        }

        @Test
        void of_several_connections_loses_what_each_of_them_waited() {
            Recorded four = Recorded.on(LONG_FAT, 2_900)
                    .flows(
                            4,
                            RecordedFlow.of(1_250_000)
                                    .idle(SenderState.RECEIVE_WINDOW, 1_390)
                                    .idle(SenderState.WAITING_FOR_DATA, 200))
                    .contended(millis(2_900));

            assertThat(of(four).against(DataRate.parse("14.5mbit")).inconclusive())
                    .isPresent();
            assertThat(of(four).against(DataRate.parse("15.5mbit")).inconclusive())
                    .isEmpty();
        }

        @Test
        void that_was_missed_because_connections_were_opened_late_says_nothing() {
            Recorded two = Recorded.on(LONG_FAT, 2_900)
                    .flow(RecordedFlow.of(2_500_000))
                    .flow(RecordedFlow.of(2_500_000).openedAt(400))
                    .contended(millis(2_900));

            assertThat(of(two).against(DataRate.parse("14.5mbit"))
                            .inconclusive()
                            .orElseThrow())
                    .contains("the line waited for the application for 0 ms, connections were opened late by 200 ms,");
            assertThat(of(two).against(DataRate.parse("15.5mbit")).inconclusive())
                    .isEmpty();
        }

        @Test
        void of_connections_one_after_the_other_loses_what_lies_between_them() {
            Recorded two = Recorded.on(LONG_FAT, 2_900)
                    .flow(RecordedFlow.of(2_500_000).delivered(150, 1_300))
                    .flow(RecordedFlow.of(2_500_000).openedAt(1_500).delivered(1_650, 2_900))
                    .contended(millis(2_900));

            assertThat(of(two).against(DataRate.parse("14.5mbit"))
                            .inconclusive()
                            .orElseThrow())
                    .contains("connections were opened late by 200 ms,");
        }

        @Test
        void of_several_connections_loses_what_each_window_was_late_by() {
            Recorded four = Recorded.on(LONG_FAT, 2_900)
                    .flows(4, RecordedFlow.of(1_250_000).idle(SenderState.RECEIVE_WINDOW, 1_600))
                    .contended(millis(2_900));

            assertThat(of(four).against(DataRate.parse("14.5mbit")).inconclusive())
                    .isPresent();
            assertThat(of(four).against(DataRate.parse("15.5mbit")).inconclusive())
                    .isEmpty();
        }
    }

    @Nested
    class A_limit {

        private Recorded sender(long senderMillis, long windowMillis) {
            return Recorded.on(LONG_FAT, 2_000)
                    .flow(RecordedFlow.of(2_000_000)
                            .idle(SenderState.WAITING_FOR_DATA, senderMillis)
                            .idle(SenderState.RECEIVE_WINDOW, windowMillis));
        }

        @Test
        void that_shows_as_the_sender_and_would_be_another_one_is_not_certain() {
            Assessment assessment = of(sender(1_000, 800).contended(millis(700)));

            assertThat(assessment.diagnosis().factor()).isEqualTo(LimitingFactor.SENDER);
            assertThat(assessment.inconclusive().orElseThrow())
                    .isEqualTo("the machine was too busy to tell a slow application from one that waits for a processor"
                            + " (the limit shows as SENDER): the line waited for the application for 1 s, and"
                            + " something on the machine waited for a processor for 700 ms");
        }

        @Test
        void of_a_slow_application_stands_beside_a_little_other_work() {
            assertThat(of(sender(1_800, 0).contended(millis(400))).inconclusive())
                    .isEmpty();
            assertThat(of(sender(1_000, 800).contended(millis(100))).inconclusive())
                    .isEmpty();
        }

        @Test
        void that_shows_as_the_sender_on_a_kernel_that_tells_of_no_waits_stands_with_idle_processors_only() {
            assertThat(of(sender(1_000, 800).processorsIdle(millis(1_300)))
                            .inconclusive()
                            .orElseThrow())
                    .endsWith("something on the machine waited for a processor for at most 700 ms");
            assertThat(of(sender(1_000, 800).processorsIdle(millis(1_900))).inconclusive())
                    .isEmpty();
        }

        @Test
        void that_is_unknown_and_would_be_another_one_is_not_certain() {
            Recorded unknown = Recorded.on(LONG_FAT, 2_000)
                    .flow(RecordedFlow.of(2_000_000)
                            .idle(SenderState.WAITING_FOR_DATA, 600)
                            .idle(SenderState.RECEIVE_WINDOW, 650)
                            .idle(SenderState.AFTER_LOSS, 200)
                            .idle(SenderState.SLOW_START, 300));

            assertThat(of(unknown).diagnosis().factor()).isEqualTo(LimitingFactor.UNKNOWN);
            assertThat(of(unknown.contended(millis(500))).inconclusive()).isPresent();
            assertThat(of(unknown.contended(millis(20))).inconclusive()).isEmpty();
        }

        @Test
        void of_a_reader_may_be_the_machine_s_as_well() {
            Recorded reader = Recorded.on(LONG_FAT, 2_000)
                    .flow(RecordedFlow.of(2_000_000)
                            .idle(SenderState.SLOW_READER, 1_000)
                            .idle(SenderState.RECEIVE_WINDOW, 800));

            assertThat(of(reader.contended(millis(700))).inconclusive()).isPresent();
            assertThat(of(reader.contended(millis(100))).inconclusive()).isEmpty();
        }

        @Test
        void that_is_a_window_stands_on_a_busy_machine() {
            assertThat(of(sender(700, 1_000).contended(millis(2_000))).inconclusive())
                    .isEmpty();
        }
    }
}
