/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** RFC 9438 and where Linux differs from it, in segments of 1448 bytes. */
class CubicTests {

    private static final int SEGMENT = 1448;
    private static final long SECOND = 1_000_000_000L;
    private static final long RTT = SECOND / 10;
    private static final long START = 100 * SECOND;

    private final Cubic cubic = new Cubic(SEGMENT);
    private long now = START;

    private double segments() {
        return (double) cubic.window() / SEGMENT;
    }

    private void growTo(int segments) {
        cubic.onAcknowledged((long) segments * SEGMENT - cubic.window(), now, RTT);
    }

    /** Time passes, with a window of acknowledgements in each round trip, a segment at a time. */
    private void passTime(long nanos, long rtt) {
        long end = now + nanos;
        while (now < end) {
            long count = Math.max(1, cubic.window() / SEGMENT);
            for (long i = 0; i < count; i++) {
                cubic.onAcknowledged(SEGMENT, now + rtt * i / count, rtt);
            }
            now += rtt;
        }
    }

    @Nested
    class SlowStart {

        @Test
        void it_begins_with_ten_segments_and_doubles_in_every_round_trip() {
            assertThat(cubic.window()).isEqualTo(14_480);
            for (int expected = 20; expected <= 10_240; expected *= 2) {
                cubic.onAcknowledged(cubic.window(), now, RTT);
                assertThat(cubic.window()).isEqualTo((long) expected * SEGMENT);
                assertThat(cubic.inSlowStart()).isTrue();
            }
        }
    }

    @Nested
    class Loss {

        @Test
        void a_loss_leaves_seven_tenths_of_the_window() {
            growTo(1_000);
            cubic.onLoss(now);
            assertThat(segments()).isCloseTo(700, within(0.01));
            assertThat(cubic.inSlowStart()).isFalse();
        }

        @Test
        void the_window_is_never_less_than_two_segments_after_a_loss() {
            for (int i = 0; i < 20; i++) {
                cubic.onLoss(now);
            }
            assertThat(segments()).isEqualTo(2);
        }

        @Test
        void a_timeout_goes_back_to_one_segment_and_slow_start_up_to_seven_tenths() {
            growTo(1_000);
            cubic.onTimeout(now);
            assertThat(segments()).isEqualTo(1);
            assertThat(cubic.inSlowStart()).isTrue();
            cubic.onAcknowledged(698L * SEGMENT, now, RTT);
            assertThat(cubic.inSlowStart()).isTrue();
            cubic.onAcknowledged(SEGMENT, now, RTT);
            assertThat(segments()).isEqualTo(700);
            assertThat(cubic.inSlowStart()).isFalse();
        }
    }

    @Nested
    class Growth {

        @Test
        void the_window_is_back_at_its_maximum_after_k_seconds() {
            // Section 4.2: K = cbrt((W_max - cwnd_epoch) / C) = cbrt(0.3 x 10000 / 0.4) = 19.57 s
            growTo(10_000);
            cubic.onLoss(now);
            passTime(SECOND * 1957 / 100 - RTT, RTT);
            assertThat(segments()).isCloseTo(10_000, within(20.0));
        }

        @Test
        void in_between_it_follows_the_cubic_function() {
            growTo(10_000);
            cubic.onLoss(now);
            passTime(10 * SECOND, RTT);
            // C (t + rtt - K)^3 + W_max at t = 10 s, K = 19.57 s
            double expected = 0.4 * Math.pow(10.0 - Math.cbrt(7_500), 3) + 10_000;
            assertThat(segments()).isCloseTo(expected, within(30.0));
        }

        @Test
        void beyond_the_maximum_it_probes_faster_and_faster() {
            growTo(10_000);
            cubic.onLoss(now);
            passTime(SECOND * 1957 / 100, RTT);
            double atMaximum = segments();
            passTime(2 * SECOND, RTT);
            double after2 = segments() - atMaximum;
            passTime(2 * SECOND, RTT);
            double after4 = segments() - atMaximum;
            // 0.4 x 2^3 and 0.4 x 4^3
            assertThat(after2).isCloseTo(3.2, within(2.0));
            assertThat(after4).isCloseTo(25.6, within(5.0));
        }

        @Test
        void growth_per_round_trip_is_at_most_half_the_window() {
            growTo(100);
            cubic.onLoss(now);
            now += 1;
            cubic.onAcknowledged(SEGMENT, now, RTT);
            now += 1_000 * SECOND; // the cubic function is far above by now
            double before = segments();
            cubic.onAcknowledged(cubic.window(), now, RTT);
            assertThat(segments()).isCloseTo(1.5 * before, within(0.1));
        }

        @Test
        void on_a_short_path_it_grows_as_reno_does() {
            // Section 4.3: 0.53 segments per round trip, alpha_cubic = 3 (1 - 0.7) / (1 + 0.7)
            long rtt = SECOND / 50;
            growTo(100);
            cubic.onLoss(now);
            passTime(20 * rtt, rtt);
            assertThat(segments()).isCloseTo(70 + 20 * 0.529, within(1.6));
        }

        @Test
        void beyond_its_old_maximum_it_goes_on_as_slowly() {
            // tcp_cubic.c keeps 0.53 segments per round trip, where section 4.3 of the RFC goes over to 1
            long rtt = SECOND / 50;
            growTo(100);
            cubic.onLoss(now);
            passTime(57 * rtt, rtt); // (100 - 70) / 0.529
            double back = segments();
            passTime(20 * rtt, rtt);
            assertThat(back).isCloseTo(100, within(3.0));
            assertThat(segments()).isCloseTo(back + 20 * 0.529, within(3.0));
        }

        @Test
        void before_any_loss_it_grows_by_a_twentieth_per_round_trip_at_least() {
            growTo(1_000);
            cubic.onIdle(); // ten segments, and no maximum to aim at
            cubic.onTimeout(now); // threshold 7
            cubic.onAcknowledged(6L * SEGMENT, now, RTT);
            double before = segments();
            passTime(20 * RTT, RTT);
            assertThat(segments()).isGreaterThan(before * 2);
        }

        @Test
        void the_window_is_kept_in_whole_segments() {
            cubic.onAcknowledged(SEGMENT / 2, now, RTT);
            assertThat(cubic.window()).isEqualTo(10L * SEGMENT);
            cubic.onAcknowledged(SEGMENT / 2, now, RTT);
            assertThat(cubic.window()).isEqualTo(11L * SEGMENT);
        }

        @Test
        void a_second_loss_below_the_maximum_lets_others_have_room() {
            // Section 4.7, fast convergence: W_max = cwnd (1 + beta) / 2
            growTo(10_000);
            cubic.onLoss(now);
            cubic.onLoss(now); // at 7000: W_max 5950, window 4900
            passTime((long) (Math.cbrt((5_950 - 4_900) / 0.4) * 1e9) - RTT, RTT);
            assertThat(segments()).isCloseTo(5_950, within(15.0));
        }

        @Test
        void after_a_timeout_the_maximum_is_forgotten() {
            // Section 4.8 and bictcp_reset: K is 0 and W_max the window at the beginning; with no maximum to aim at it
            // grows by a
            // twentieth per round trip at least, and not by the concave half of the cubic function up to 10,000
            growTo(10_000);
            cubic.onTimeout(now);
            cubic.onAcknowledged(6_999L * SEGMENT, now, RTT);
            assertThat(segments()).isEqualTo(7_000);
            passTime(RTT, RTT);
            assertThat(segments()).isCloseTo(7_350, within(2.0));
        }
    }

    /** tcp_cubic.c counts in whole numbers, and rounds down the acknowledged segments after which the window grows. */
    @Nested
    class WholeNumbers {

        @Test
        void a_small_window_grows_sooner_than_on_paper() {
            growTo(20);
            cubic.onLoss(now);
            cubic.onLoss(now); // at 14: window 9, maximum 14 x 1.7 / 2 = 11
            assertThat(segments()).isEqualTo(9);
            int acknowledged = 0;
            while (segments() < 10) {
                acknowledged++;
                cubic.onAcknowledged(SEGMENT, now, RTT);
                now += RTT / 9;
            }
            // 11 - 0.4 x 1.71^3 is 9.0 at first, but what is taken off is rounded down: 10, one for the window's nine;
            // on
            // paper the cubic function comes to 10 after 0.35 s
            assertThat(acknowledged).isEqualTo(9);
        }

        @Test
        void seven_tenths_are_717_of_1024() {
            growTo(10_000);
            cubic.onLoss(now);
            assertThat(segments()).isEqualTo(7_001);
        }
    }

    @Nested
    class HybridSlowStart {

        private void sample(long rttNanos, long acknowledged, long sent) {
            cubic.onRoundTrip(new RoundTripSample(rttNanos, rttNanos, acknowledged, sent, now));
        }

        /** A round trip whose samples are all so long; the window stays. */
        private void round(long number, long rttNanos) {
            for (int i = 1; i <= 10; i++) {
                sample(rttNanos, (number * 100 + i) * SEGMENT, (number * 100 + 100) * SEGMENT);
                now += 5_000_000;
            }
        }

        @Test
        void delay_that_rises_ends_slow_start_at_the_window_of_that_moment() {
            growTo(100);
            round(1, RTT);
            assertThat(cubic.inSlowStart()).isTrue();
            round(2, RTT + RTT / 4);
            assertThat(cubic.inSlowStart()).isFalse();
            assertThat(segments()).isEqualTo(100);
        }

        @Test
        void it_grows_by_a_twentieth_per_round_trip_from_there() {
            growTo(100);
            round(1, RTT);
            round(2, RTT + RTT / 4);
            passTime(RTT, RTT);
            assertThat(segments()).isEqualTo(105);
        }

        @Test
        void it_happens_once_but_again_after_a_timeout() {
            growTo(100);
            round(1, RTT);
            round(2, RTT + RTT / 4);
            now += 1_000 * SECOND;
            cubic.onTimeout(now);
            growTo(60);
            round(3, RTT);
            assertThat(cubic.inSlowStart()).isTrue();
            round(4, RTT + RTT / 4);
            assertThat(cubic.inSlowStart()).isFalse();
            assertThat(segments()).isEqualTo(60);
        }
    }

    @Nested
    class Idle {

        @Test
        void after_an_idle_time_ten_segments_are_left() {
            growTo(1_000);
            cubic.onLoss(now);
            cubic.onIdle();
            assertThat(segments()).isEqualTo(10);
            assertThat(cubic.inSlowStart()).isTrue();
        }

        @Test
        void idle_time_is_no_time_of_growth() {
            growTo(100);
            cubic.onLoss(now);
            passTime(SECOND, RTT);
            cubic.onIdle();
            now += 1_000 * SECOND;
            cubic.onAcknowledged(200L * SEGMENT, now, RTT);
            double before = segments();
            passTime(5 * RTT, RTT);
            assertThat(segments()).isBetween(before, before + 10);
        }
    }
}
