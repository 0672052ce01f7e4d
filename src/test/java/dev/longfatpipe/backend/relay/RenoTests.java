/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** RFC 5681, RFC 6928 and RFC 3465, in segments of 1448 bytes. */
class RenoTests {

    private static final int SEGMENT = 1448;
    private static final long RTT = 100_000_000L;

    private final Reno reno = new Reno(SEGMENT);

    private double segments() {
        return (double) reno.window() / SEGMENT;
    }

    /** A round trip in which every byte of the window is acknowledged, a segment at a time. */
    private void roundTrip() {
        long left = reno.window() / SEGMENT;
        for (long i = 0; i < left; i++) {
            reno.onAcknowledged(SEGMENT, 0, RTT);
        }
    }

    @Nested
    class SlowStart {

        @Test
        void it_begins_with_ten_segments() {
            assertThat(reno.window()).isEqualTo(14_480);
            assertThat(reno.inSlowStart()).isTrue();
        }

        @Test
        void the_window_doubles_in_every_round_trip() {
            for (int expected = 20; expected <= 10_240; expected *= 2) {
                roundTrip();
                assertThat(reno.window()).isEqualTo((long) expected * SEGMENT);
            }
        }

        @Test
        void a_stretched_acknowledgement_counts_for_all_its_bytes() {
            reno.onAcknowledged(10L * SEGMENT, 0, RTT);
            assertThat(segments()).isEqualTo(20);
        }

        @Test
        void it_ends_exactly_at_the_threshold() {
            reno.onAcknowledged(90L * SEGMENT, 0, RTT);
            reno.onTimeout(0); // threshold 50
            reno.onAcknowledged(1_000L * SEGMENT, 0, RTT);
            assertThat(segments()).isEqualTo(50);
            assertThat(reno.inSlowStart()).isFalse();
        }
    }

    @Nested
    class Avoidance {

        @Test
        void the_window_grows_by_one_segment_in_every_round_trip() {
            reno.onAcknowledged(190L * SEGMENT, 0, RTT);
            reno.onLoss(0);
            assertThat(segments()).isEqualTo(100);
            for (int i = 1; i <= 20; i++) {
                roundTrip();
                assertThat(segments()).isCloseTo(100 + i, within(0.5));
            }
        }
    }

    @Nested
    class Loss {

        @Test
        void a_loss_halves_the_window_and_ends_slow_start() {
            reno.onAcknowledged(90L * SEGMENT, 0, RTT);
            reno.onLoss(0);
            assertThat(segments()).isEqualTo(50);
            assertThat(reno.inSlowStart()).isFalse();
        }

        @Test
        void the_window_is_never_less_than_two_segments_after_a_loss() {
            for (int i = 0; i < 10; i++) {
                reno.onLoss(0);
            }
            assertThat(segments()).isEqualTo(2);
        }

        @Test
        void a_timeout_goes_back_to_one_segment_and_slow_start_up_to_half_the_window() {
            reno.onAcknowledged(90L * SEGMENT, 0, RTT);
            reno.onTimeout(0);
            assertThat(segments()).isEqualTo(1);
            assertThat(reno.inSlowStart()).isTrue();
            roundTrip();
            assertThat(segments()).isEqualTo(2);
            for (int i = 0; i < 10; i++) {
                reno.onAcknowledged(reno.window(), 0, RTT);
            }
            assertThat(segments()).isBetween(50.0, 60.0);
        }
    }

    @Nested
    class Idle {

        @Test
        void after_an_idle_time_ten_segments_are_left_and_slow_start_goes_on_to_the_old_threshold() {
            reno.onAcknowledged(190L * SEGMENT, 0, RTT);
            reno.onLoss(0);
            reno.onIdle();
            assertThat(segments()).isEqualTo(10);
            assertThat(reno.inSlowStart()).isTrue();
            reno.onAcknowledged(1_000L * SEGMENT, 0, RTT);
            assertThat(segments()).isEqualTo(100);
        }

        @Test
        void a_window_smaller_than_ten_segments_stays() {
            reno.onLoss(0);
            reno.onIdle();
            assertThat(segments()).isEqualTo(5);
        }
    }
}
