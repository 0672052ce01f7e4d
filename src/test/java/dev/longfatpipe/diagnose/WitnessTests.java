/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.SenderState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Connections that end before a transfer does know nothing of its end. */
class WitnessTests {

    private static RecordedFlow brief() {
        return RecordedFlow.of(4_000_000)
                .spent(SenderState.SLOW_START, 3_000, 100)
                .delivered(150, 3_000);
    }

    /** Seven fill the line and end after three seconds; the eighth goes on for another, in which the line is half idle. */
    private static Recorded sevenAnd(RecordedFlow eighth) {
        return Recorded.on(LONG_FAT, 4_000).flows(7, brief()).flow(eighth);
    }

    private static RecordedFlow unlucky() {
        return RecordedFlow.of(10_000_000)
                .segments(6_900, 20, 20, 0)
                .spent(SenderState.SLOW_START, 3_000, 100)
                .spent(SenderState.AFTER_LOSS, 900, 500);
    }

    @Test
    void the_connection_that_saw_the_line_to_the_end_is_believed() {
        Diagnosis diagnosis = Diagnosis.of(sevenAnd(unlucky()).transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.LOSS);
        assertThat(diagnosis.evidence().get(0))
                .startsWith(
                        "the line stood idle 15.3 % of the time (600 ms of 3.9 s, which the longest of 8 connections"
                                + " took), 83.3 % of that because");
    }

    @Test
    void one_that_was_there_for_a_part_only_is_not() {
        Recorded recorded = Recorded.on(LONG_FAT, 5_000)
                .flows(7, brief())
                .flow(RecordedFlow.of(1_000_000)
                        .openedAt(4_200)
                        .spent(SenderState.AFTER_LOSS, 700, 600)
                        .delivered(4_300, 5_000));

        assertThat(Diagnosis.of(recorded.transfer()).evidence().get(0)).doesNotContain("longest");
    }

    @Test
    void connections_that_saw_the_same_are_added_up() {
        Recorded alike = Recorded.on(LONG_FAT, 2_000)
                .flows(4, RecordedFlow.of(1_000_000).idle(SenderState.RECEIVE_WINDOW, 1_800));

        assertThat(Diagnosis.of(alike.transfer()).evidence().get(0))
                .contains("(7.2 s of 7.2 s, 4 connections added up)");
    }

    @Test
    void a_line_that_is_busy_to_the_end_is_busy() {
        RecordedFlow longest = RecordedFlow.of(20_000_000)
                .spent(SenderState.SLOW_START, 3_000, 100)
                .spent(SenderState.AFTER_LOSS, 900, 0);

        assertThat(Diagnosis.of(sevenAnd(longest).transfer()).factor()).isEqualTo(LimitingFactor.LINK);
    }

    @Test
    void the_trip_of_a_request_is_not_the_silence_of_the_witness() {
        Recorded warm = Recorded.on(LONG_FAT, 1_000)
                .flows(
                        7,
                        RecordedFlow.of(1_400_000)
                                .warm(2_000_000)
                                .spent(SenderState.SLOW_START, 850, 0)
                                .idle(SenderState.WAITING_FOR_DATA, 50)
                                .delivered(100, 990))
                .flow(RecordedFlow.of(1_400_000)
                        .warm(2_000_000)
                        .spent(SenderState.SLOW_START, 900, 0)
                        .idle(SenderState.WAITING_FOR_DATA, 50));

        assertThat(Diagnosis.of(warm.transfer()).factor()).isEqualTo(LimitingFactor.LINK);
    }

    @Test
    void what_the_machine_may_have_taken_is_taken_off_the_witness() {
        RecordedFlow longest = RecordedFlow.of(10_000_000)
                .spent(SenderState.SLOW_START, 3_000, 100)
                .spent(SenderState.WAITING_FOR_DATA, 900, 500);
        Assessment assessment = Assessment.of(
                sevenAnd(longest).contended(Duration.ofMillis(450)).transfer());

        assertThat(assessment.diagnosis().factor()).isEqualTo(LimitingFactor.SENDER);
        assertThat(assessment.inconclusive().orElseThrow()).contains("the line waited for the application for 500 ms");
    }
}
