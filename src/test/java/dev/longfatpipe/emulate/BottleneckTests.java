/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BottleneckTests {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 5_000 * SECOND;
    private static final long FRAME = 1514;
    private static final long HUNDRED_MBIT = 100_000_000L;

    @Nested
    class Serving {

        @Test
        void a_frame_takes_its_bits_divided_by_the_rate() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 1 << 20);
            assertThat(line.admit(START, FRAME)).isEqualTo(START + 121_120);
        }

        @Test
        void frames_are_served_one_after_the_other() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 1 << 20);
            line.admit(START, FRAME);
            assertThat(line.admit(START, FRAME)).isEqualTo(START + 242_240);
            assertThat(line.admit(START + 200_000, FRAME)).isEqualTo(START + 363_360);
        }

        @Test
        void an_idle_line_serves_at_once() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 1 << 20);
            line.admit(START, FRAME);
            assertThat(line.admit(START + SECOND, FRAME)).isEqualTo(START + SECOND + 121_120);
        }

        @Test
        void what_a_rate_leaves_over_of_a_nanosecond_is_carried_to_the_next_frame() {
            // 1 byte at 3 bit/s: 2.666… s; three of them take 8 s to the nanosecond.
            Bottleneck line = new Bottleneck(3, Long.MAX_VALUE);
            assertThat(line.admit(START, 1)).isEqualTo(START + 2_666_666_666L);
            assertThat(line.admit(START, 1)).isEqualTo(START + 5_333_333_333L);
            assertThat(line.admit(START, 1)).isEqualTo(START + 8_000_000_000L);
        }

        @Test
        void a_million_frames_at_an_awkward_rate_are_late_by_less_than_a_nanosecond() {
            long rate = 99_999_989L; // a prime
            Bottleneck line = new Bottleneck(rate, Long.MAX_VALUE);
            long end = START;
            for (int i = 0; i < 1_000_000; i++) {
                end = line.admit(START, FRAME);
            }
            // 10^6 x 1514 x 8 x 10^9 / rate, rounded down
            assertThat(end - START).isEqualTo(121_120_013_323L);
        }

        @Test
        void one_kilobit_serves_a_frame_in_twelve_seconds() {
            Bottleneck line = new Bottleneck(1_000, 1 << 20);
            assertThat(line.admit(START, FRAME)).isEqualTo(START + 12_112_000_000L);
        }

        @Test
        void four_hundred_gigabit_serves_a_thousand_frames_in_thirty_microseconds() {
            Bottleneck line = new Bottleneck(400_000_000_000L, Long.MAX_VALUE);
            long end = START;
            for (int i = 0; i < 1_000; i++) {
                end = line.admit(START, FRAME);
            }
            assertThat(end - START).isEqualTo(30_280);
        }

        @Test
        void a_gigabyte_at_once_does_not_overflow() {
            Bottleneck line = new Bottleneck(1_000, Long.MAX_VALUE);
            assertThat(line.serve(START, 1_000_000_000L) - START).isEqualTo(8_000_000L * SECOND);
        }

        @Test
        void two_flows_share_the_line() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, Long.MAX_VALUE);
            long first = START;
            long second = START;
            for (int i = 0; i < 500; i++) {
                first = line.admit(START, FRAME);
                second = line.admit(START, FRAME);
            }
            assertThat(first).isEqualTo(START + 999 * 121_120L);
            assertThat(second).isEqualTo(START + 1000 * 121_120L);
        }

        @Test
        void a_line_without_a_rate_takes_no_time_and_has_no_queue() {
            Bottleneck line = new Bottleneck(0, 0);
            for (int i = 0; i < 1_000; i++) {
                assertThat(line.admit(START, 1 << 20)).isEqualTo(START);
            }
            assertThat(line.backlogBytes(START)).isZero();
            assertThat(line.backlogNanos(START)).isZero();
            assertThat(line.busyNanos(START)).isZero();
        }
    }

    @Nested
    class Queueing {

        @Test
        void a_frame_that_finds_the_queue_full_is_dropped_and_takes_no_time() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 3 * FRAME);
            for (int i = 1; i <= 3; i++) {
                assertThat(line.admit(START, FRAME)).isEqualTo(START + i * 121_120L);
            }
            assertThat(line.admit(START, FRAME)).isEqualTo(Bottleneck.DROPPED);
            assertThat(line.admit(START, FRAME)).isEqualTo(Bottleneck.DROPPED);
            assertThat(line.backlogBytes(START)).isEqualTo(3 * FRAME);
        }

        @Test
        void the_tail_is_dropped_and_a_smaller_frame_may_still_fit() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 2 * FRAME + 66);
            line.admit(START, FRAME);
            line.admit(START, FRAME);
            assertThat(line.admit(START, FRAME)).isEqualTo(Bottleneck.DROPPED);
            assertThat(line.admit(START, 66)).isEqualTo(START + 247_520);
        }

        @Test
        void room_comes_back_as_bytes_leave() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 3 * FRAME);
            line.admit(START, FRAME);
            line.admit(START, FRAME);
            line.admit(START, FRAME);
            assertThat(line.admit(START + 121_120 - 80, FRAME))
                    .as("one byte is still there")
                    .isEqualTo(Bottleneck.DROPPED);
            assertThat(line.admit(START + 121_120, FRAME)).isEqualTo(START + 4 * 121_120L);
        }

        @Test
        void an_idle_line_takes_a_frame_larger_than_its_queue() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 100);
            assertThat(line.admit(START, FRAME)).isEqualTo(START + 121_120);
            assertThat(line.admit(START, FRAME)).isEqualTo(Bottleneck.DROPPED);
        }

        @Test
        void serving_by_force_ignores_the_queue() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 100);
            line.serve(START, FRAME);
            assertThat(line.serve(START, FRAME)).isEqualTo(START + 242_240);
        }

        @Test
        void the_backlog_is_what_has_not_left_yet() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 1 << 20);
            line.admit(START, FRAME);
            line.admit(START, FRAME);
            assertThat(line.backlogNanos(START)).isEqualTo(242_240);
            assertThat(line.backlogNanos(START + 42_240)).isEqualTo(200_000);
            assertThat(line.backlogBytes(START + 42_240)).isEqualTo(2_500);
            assertThat(line.backlogNanos(START + SECOND)).isZero();
            assertThat(line.backlogBytes(START + SECOND)).isZero();
        }

        @Test
        void a_line_that_has_never_served_has_no_backlog() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 1 << 20);
            assertThat(line.backlogNanos(START)).isZero();
            assertThat(line.backlogBytes(START)).isZero();
        }

        @Test
        void a_line_says_how_long_its_queue_is() {
            assertThat(new Bottleneck(HUNDRED_MBIT, 4711).queueBytes()).isEqualTo(4711);
        }
    }

    @Nested
    class Busy {

        @Test
        void a_line_that_has_never_served_was_never_busy() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 1 << 20);
            assertThat(line.busyNanos(START)).isZero();
        }

        @Test
        void time_counts_while_bytes_leave() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 1 << 20);
            line.admit(START, FRAME);
            assertThat(line.busyNanos(START)).isZero();
            assertThat(line.busyNanos(START + 100_000)).isEqualTo(100_000);
            assertThat(line.busyNanos(START + SECOND)).isEqualTo(121_120);
        }

        @Test
        void idle_time_between_frames_does_not_count() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, 1 << 20);
            line.admit(START, FRAME);
            line.admit(START + SECOND, FRAME);
            assertThat(line.busyNanos(START + SECOND + 21_120)).isEqualTo(142_240);
            assertThat(line.busyNanos(START + 2 * SECOND)).isEqualTo(242_240);
        }

        @Test
        void a_dropped_frame_does_not_count() {
            Bottleneck line = new Bottleneck(HUNDRED_MBIT, FRAME);
            line.admit(START, FRAME);
            line.admit(START, FRAME);
            assertThat(line.busyNanos(START + SECOND)).isEqualTo(121_120);
        }
    }
}
