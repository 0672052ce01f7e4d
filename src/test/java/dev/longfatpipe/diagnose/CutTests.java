/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.Recorded.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.SenderState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CutTests {

    @Test
    void line_is_the_limit_whatever_the_sender_seemed_to_wait_for() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 3_000)
                .flow(RecordedFlow.of(2_000_000)
                        .idle(SenderState.SLOW_START, 400)
                        .spent(SenderState.WAITING_FOR_DATA, 2_290, 2_140))
                .cut(Duration.ofMillis(1_200))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    LOSS: the line was cut for 1.2 s; the transfer took 3 s
                    the line stood idle 94.4 % of the time (2.54 s of 2.69 s)
                    Fix: nothing to repair in the application: a sender learns only from its retransmission timer, which \
                    doubles each time, that the line is up again. Whether it should wait for that or connect anew is a \
                    matter of its own timeouts""");
    }

    @Test
    void line_that_was_down_for_a_small_part_of_the_idle_time_is_not() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 3_000)
                .flow(RecordedFlow.of(2_000_000).spent(SenderState.WAITING_FOR_DATA, 2_290, 2_140))
                .cut(Duration.ofMillis(300))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.SENDER);
    }

    /** Of ten downloads one after the other the first saw it; the others had to open their windows. */
    @Test
    void line_that_was_down_before_most_connections_were_opened_is_not_what_those_waited_for() {
        Recorded downloads =
                Recorded.on(LONG_FAT, 13_500).cut(Duration.ofSeconds(2)).cutEnded(2_100);
        downloads.flow(RecordedFlow.of(1_000_000).delivered(3_000, 4_000).idle(SenderState.SLOW_START, 3_700));
        for (int i = 0; i < 9; i++) {
            downloads.flow(RecordedFlow.of(1_000_000)
                    .openedAt(4_200 + 1_000L * i)
                    .delivered(4_500 + 1_000L * i, 5_100 + 1_000L * i)
                    .idle(SenderState.SLOW_START, 800));
        }

        assertThat(Diagnosis.of(downloads.transfer()).factor()).isEqualTo(LimitingFactor.SLOW_START);
    }

    @Test
    void line_that_was_busy_all_the_same_is_told_as_busy() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .flow(RecordedFlow.of(115_000_000).spent(SenderState.SLOW_START, 9_900, 200))
                .cut(Duration.ofMillis(150))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.LINK);
    }

    @Test
    void datagrams_are_limited_by_it_too() {
        Diagnosis diagnosis = Diagnosis.of(RecordedDatagrams.on(LONG_FAT, 10_050, 8_256)
                .cut(Duration.ofSeconds(5))
                .transfer());

        assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.LOSS);
        assertThat(diagnosis.evidence()).containsExactly("the line was cut for 5 s; the transfer took 10.1 s");
    }

    @Test
    void is_told_when_no_byte_arrived() {
        Diagnosis diagnosis = Diagnosis.of(RecordedDatagrams.on(LONG_FAT, 1_000, 10)
                .lost(10)
                .cut(Duration.ofSeconds(1))
                .transfer());

        assertThat(diagnosis.evidence())
                .containsExactly(
                        "no byte reached the client through the pipe, over 1 connection that was open; the line was cut for 1 s");
    }
}
