/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.Recorded.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.SenderState;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LinkTests {

    @Nested
    class A_busy_line {

        @Test
        void is_the_limit_and_nothing_to_repair() {
            Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 20_000)
                    .flow(RecordedFlow.of(230_000_000)
                            .idle(SenderState.HANDSHAKE, 150)
                            .idle(SenderState.SLOW_START, 400)
                            .spent(SenderState.AFTER_QUEUE_OVERFLOW, 19_300, 0)
                            .segments(158_900, 60, 0, 60))
                    .transfer());

            assertThat(words(diagnosis)).isEqualTo("""
                    LINK: the line was busy 97.2 % of the time and carried 92 mbit of payload; it can carry 95.6 mbit, \
                    for 1448 of 1514 bytes of each frame carry payload
                    Fix: nothing to repair: the line is full. To be faster, send fewer bytes (compression) or get a \
                    faster line""");
        }

        @Test
        void that_carries_much_twice_is_told_by_its_retransmissions() {
            Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 20_000)
                    .flow(RecordedFlow.of(200_000_000)
                            .idle(SenderState.SLOW_START, 500)
                            .spent(SenderState.AFTER_QUEUE_OVERFLOW, 19_300, 0)
                            .segments(151_933, 13_812, 0, 13_812))
                    .transfer());

            assertThat(words(diagnosis)).isEqualTo("""
                    LINK: the line was busy 97.4 % of the time and carried 80 mbit of payload; it can carry 95.6 mbit, \
                    for 1448 of 1514 bytes of each frame carry payload
                    13812 of 151933 segments (9 %) were sent again
                    Fix: the line is busy: what is missing went into the trips before the first byte and after the \
                    last, and into waiting for what was lost to arrive in order. Loss comes down with a sender that \
                    overruns the queue less (pacing, congestion control bbr)""");
        }

        @Test
        void is_the_limit_of_a_transfer_that_did_what_a_transfer_of_its_size_can() {
            // 93 % busy: less than a busy line needs to be, but all that 100 MB can make of it
            Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 9_120)
                    .flow(RecordedFlow.of(100_000_000)
                            .idle(SenderState.HANDSHAKE, 150)
                            .spent(SenderState.SLOW_START, 8_900, 420))
                    .transfer());

            assertThat(words(diagnosis)).isEqualTo("""
                    LINK: the line was busy 93.7 % of the time and carried 87.7 mbit of payload; it can carry 95.6 \
                    mbit, for 1448 of 1514 bytes of each frame carry payload
                    the path allows 100 MB in 9.11 s: handshake, request, 8 rounds from 10 segments on
                    Fix: nothing to repair: the line is full. To be faster, send fewer bytes (compression) or get a \
                    faster line""");
        }

        @Test
        void is_not_busy_at_94_percent() {
            Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 20_000)
                    .flow(RecordedFlow.of(200_000_000)
                            .idle(SenderState.WAITING_FOR_DATA, 1_200)
                            .spent(SenderState.SLOW_START, 18_700, 0))
                    .transfer());

            assertThat(diagnosis.factor()).isEqualTo(LimitingFactor.SENDER);
        }
    }

    @Nested
    class A_queue_that_overflows {

        private static RecordedFlow reduced() {
            return RecordedFlow.of(20_000_000)
                    .idle(SenderState.HANDSHAKE, 150)
                    .idle(SenderState.SLOW_START, 300)
                    .spent(SenderState.AFTER_QUEUE_OVERFLOW, 19_400, 17_800)
                    .segments(13_845, 33, 0, 33);
        }

        @Test
        void leaves_the_line_idle_and_is_the_link_s() {
            Diagnosis diagnosis = Diagnosis.of(
                    Recorded.on(LONG_FAT.toBuilder().queue("0.01bdp").build(), 20_000)
                            .flow(reduced())
                            .transfer());

            assertThat(words(diagnosis)).isEqualTo("""
                    LINK: the line stood idle 91.9 % of the time (18.3 s of 19.9 s), 97.5 % of that because the queue \
                    in front of the line had overflowed: a sender whose packets are dropped sends less, and only \
                    gradually more again
                    the queue of 15.1 kB (0.01bdp) dropped 33 of 13845 segments; congestion control cubic
                    Fix: the path is the limit: its queue is too short for one sender to keep the line busy. Use more \
                    connections, or senders that pace (congestion control bbr); if the real path queues more, write it \
                    as queue = "1bdp" (1.25 MB here)""");
        }

        @Test
        void is_told_in_bytes_where_it_was_written_in_bytes() {
            Diagnosis diagnosis =
                    Diagnosis.of(Recorded.on(LONG_FAT.toBuilder().queue("16KiB").build(), 20_000)
                            .flow(reduced())
                            .transfer());

            assertThat(diagnosis.evidence().get(1))
                    .isEqualTo("the queue of 16 KiB dropped 33 of 13845 segments; congestion control cubic");
        }
    }
}
