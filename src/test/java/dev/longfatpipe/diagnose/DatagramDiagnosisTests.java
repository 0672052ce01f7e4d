/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.Recorded.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.Loss;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What is said of transfers that only datagrams carried. 100 mbit carry 8,256 full datagrams a second. */
class DatagramDiagnosisTests {

    private static Diagnosis of(RecordedDatagrams recorded) {
        return Diagnosis.of(recorded.transfer());
    }

    @Nested
    class The_sender {

        @Test
        void is_named_when_it_offers_less_than_the_line_carries() {
            assertThat(words(of(RecordedDatagrams.on(LONG_FAT, 10_050, 8_256)))).isEqualTo("""
                    SENDER: the line stood idle 90 % of the time: the client offered 9.7 mbit of payload, and it can carry \
                    97.2 mbit, for 12152832 of 12499584 bytes on the line were payload
                    Fix: no buffer helps here. If the two ends take turns, each turn costs a round trip of 100 ms here: send \
                    the next datagram without waiting. Otherwise the client must send more, sooner""");
        }

        @Test
        void is_named_even_if_its_bursts_overflow_the_queue_now_and_then() {
            Diagnosis diagnosis =
                    of(RecordedDatagrams.on(LONG_FAT, 10_050, 8_256).dropped(800));

            assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.SENDER);
            assertThat(diagnosis.evidence().get(1)).isEqualTo("the queue dropped 800 of 8256 packets (9.6 %)");
            assertThat(diagnosis.remedy()).endsWith(", and evenly: in bursts its datagrams find the queue full");
        }

        @Test
        void is_named_and_not_the_loss_that_was_asked_for() {
            Path lossy = LONG_FAT.toBuilder()
                    .loss(LossModel.independent(Loss.ofPercent("1")))
                    .build();
            Diagnosis diagnosis = of(RecordedDatagrams.on(lossy, 10_050, 8_256).lost(82));

            assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.SENDER);
            assertThat(diagnosis.evidence().get(1))
                    .isEqualTo("the path lost 82 of 8256 packets (0.99 %; asked for 1%), which no datagram waits for");
        }

        @Test
        void is_all_that_limits_a_line_without_a_rate() {
            Diagnosis diagnosis =
                    of(RecordedDatagrams.on(Path.builder().rtt("100ms").build(), 1_050, 1_000));

            assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.SENDER);
            assertThat(diagnosis.evidence())
                    .containsExactly(
                            "the line has no rate, and no window holds a datagram back: the client offered 11.8 mbit of"
                                    + " payload");
        }
    }

    @Nested
    class The_line {

        @Test
        void is_named_when_it_is_full() {
            assertThat(words(of(RecordedDatagrams.on(LONG_FAT, 1_050, 8_200)))).isEqualTo("""
                    LINK: the line was busy 99.3 % of the time and carried 92 mbit of payload; it can carry 97.2 mbit, for \
                    12070400 of 12414800 bytes on the line were payload
                    Fix: nothing to repair: the line is full. To be faster, send fewer bytes (compression) or get a faster \
                    line""");
        }

        @Test
        void is_named_when_more_was_sent_than_it_carries() {
            assertThat(words(of(RecordedDatagrams.on(LONG_FAT, 1_050, 16_512).dropped(8_300))))
                    .isEqualTo("""
                    LINK: the line was busy 99.4 % of the time and carried 92.1 mbit of payload; it can carry 97.2 mbit, for \
                    24305664 of 24999168 bytes on the line were payload
                    the queue dropped 8300 of 16512 packets (50.2 %)
                    Fix: send no faster than the line carries, evenly rather than in bursts, and let the receiver tell what \
                    arrives: nothing slows a sender of datagrams down by itself""");
        }

        @Test
        void is_named_when_what_the_queue_dropped_would_have_filled_half_of_what_was_left() {
            // 4,128 of 8,256 could have gone; 2,064 are half of them
            assertThat(of(RecordedDatagrams.on(LONG_FAT, 1_050, 4_128 + 2_100).dropped(2_100))
                            .factor())
                    .isEqualTo(LimitingFactor.LINK);
            assertThat(of(RecordedDatagrams.on(LONG_FAT, 1_050, 4_128 + 2_000).dropped(2_000))
                            .factor())
                    .isEqualTo(LimitingFactor.SENDER);
        }

        @Test
        void is_named_for_a_burst_that_its_queue_cannot_hold() {
            assertThat(of(RecordedDatagrams.on(LONG_FAT, 54, 1_000).dropped(970))
                            .factor())
                    .isEqualTo(LimitingFactor.LINK);
        }
    }

    @Nested
    class Nothing {

        @Test
        void is_named_when_one_datagram_made_its_way() {
            assertThat(words(of(RecordedDatagrams.on(LONG_FAT, 51, 1)))).isEqualTo("""
                    UNKNOWN: nothing held the client back for long: 1.47 kB took 51 ms, and a round trip of the path takes \
                    100 ms
                    Fix: send more datagrams to learn more: so short a transfer is made of the path's own delay""");
        }

        @Test
        void is_named_when_all_was_over_within_what_waking_a_thread_takes() {
            Path shortPath = Path.builder().rtt("2ms").rate("100mbit").build();
            assertThat(of(RecordedDatagrams.on(shortPath, 9, 20)).factor()).isEqualTo(LimitingFactor.UNKNOWN);
        }

        @Test
        void is_named_when_no_datagram_arrived() {
            Diagnosis diagnosis = of(RecordedDatagrams.on(LONG_FAT, 100, 10).dropped(10));

            assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.UNKNOWN);
            assertThat(diagnosis.evidence())
                    .containsExactly("no byte reached the client through the pipe, over 1 connection that was open");
        }
    }

    @Nested
    class The_expectation {

        @Test
        void is_what_the_line_carries_of_such_datagrams_after_their_way() {
            Assessment assessment =
                    Assessment.of(RecordedDatagrams.on(LONG_FAT, 1_050, 8_256).transfer());

            assertThat(assessment.expectation().completion().orElseThrow())
                    .hasMillis(1_049); // 50 ms, and 12,499,584 bytes at 80 ns each
            assertThat(assessment.line())
                    .isEqualTo(
                            "rtt 100 ms, rate 100 mbit, queue 1bdp | expected 92.6 mbit | achieved 92.6 mbit | 99.9 % | LINK");
        }

        @Test
        void leaves_out_what_the_path_is_asked_to_lose() {
            Path lossy = LONG_FAT.toBuilder()
                    .loss(LossModel.independent(Loss.ofPercent("10")))
                    .build();
            Assessment assessment = Assessment.of(
                    RecordedDatagrams.on(lossy, 10_050, 82_560).lost(8_256).transfer());

            assertThat(assessment.line())
                    .isEqualTo(
                            "rtt 100 ms, rate 100 mbit, queue 1bdp, loss 10% | expected 87.1 mbit | achieved 87.1 mbit | 99.9 % |"
                                    + " LINK");
        }

        @Test
        void is_none_on_a_line_without_a_rate() {
            Assessment assessment = Assessment.of(
                    RecordedDatagrams.on(Path.builder().rtt("100ms").build(), 1_050, 1_000)
                            .transfer());

            assertThat(assessment.expectation().goodput()).isEmpty();
            assertThat(assessment.utilisation()).isEmpty();
        }

        @Test
        void of_answers_has_the_way_of_the_request() {
            Assessment assessment = Assessment.of(
                    RecordedDatagrams.on(LONG_FAT, 200, 1).answered(100).transfer());

            assertThat(assessment.expectation().completion().orElseThrow()).hasMillis(112);
        }
    }
}
