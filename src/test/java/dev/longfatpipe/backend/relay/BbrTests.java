/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BbrTests {

    private static final int SEGMENT = 1448;
    private static final long MILLI = 1_000_000L;
    private static final long RTT = 100 * MILLI;
    private static final long BDP = 1_250_000;

    private final Bbr bbr = new Bbr(SEGMENT, BDP);
    private long now = 1_000_000 * MILLI;

    /** A round trip in which so many bytes are delivered: a flight, as fast as its line carries it. */
    private void round(Bbr control, long bytes, boolean limited) {
        long gap = Math.min(RTT / 100, bytes * RTT / BDP / 100);
        for (int i = 0; i < 100; i++) {
            control.onDelivered(bytes / 100, now + i * gap, RTT, limited);
        }
        now += RTT;
    }

    /** Rounds in which the window is delivered, as far as the line carries it. */
    private void rounds(int count) {
        for (int i = 0; i < count; i++) {
            round(bbr, Math.min(bbr.window(), BDP), true);
        }
    }

    @Nested
    class Startup {

        @Test
        void it_begins_with_ten_segments_and_doubles() {
            assertThat(bbr.window()).isEqualTo(14_480);
            assertThat(bbr.inSlowStart()).isTrue();
            for (int i = 1; i <= 5; i++) {
                rounds(1);
                assertThat((double) bbr.window()).isCloseTo(14_480 << i, within(0.05 * (14_480 << i)));
            }
        }

        @Test
        void it_ends_three_rounds_after_the_delivery_rate_has_stopped_to_grow() {
            rounds(7); // 14,480 doubled seven times is more than the line carries
            assertThat(bbr.inSlowStart()).isTrue();
            rounds(5);
            assertThat(bbr.inSlowStart()).isFalse();
        }

        @Test
        void it_never_has_more_than_two_bandwidth_delay_products_on_the_way() {
            for (int i = 0; i < 20; i++) {
                rounds(1);
                assertThat(bbr.window()).isLessThanOrEqualTo(2 * BDP);
            }
        }

        @Test
        void it_does_not_take_the_pace_of_the_application_for_that_of_the_path() {
            for (int i = 0; i < 20; i++) {
                round(bbr, 10_000, false);
            }
            assertThat(bbr.inSlowStart()).isTrue();
            assertThat(bbr.window()).isEqualTo(14_480);
        }
    }

    @Nested
    class Steady {

        @Test
        void a_quarter_more_than_what_was_measured_is_on_the_way() {
            rounds(20);
            assertThat((double) bbr.window()).isCloseTo(1.25 * BDP, within(0.03 * BDP));
        }

        @Test
        void random_loss_does_not_bound_it() {
            rounds(20);
            long before = bbr.window();
            for (int i = 0; i < 1_000; i++) {
                bbr.onLoss(i);
            }
            assertThat(bbr.window()).isEqualTo(before);
        }

        @Test
        void it_follows_a_share_that_shrinks_within_ten_rounds() {
            rounds(20);
            for (int i = 0; i < 11; i++) {
                round(bbr, BDP / 2, true);
            }
            assertThat((double) bbr.window()).isCloseTo(1.25 * BDP / 2, within(0.03 * BDP));
        }

        @Test
        void it_finds_bandwidth_that_others_have_left() {
            rounds(20);
            for (int i = 0; i < 11; i++) {
                round(bbr, BDP / 4, true);
            }
            rounds(20);
            assertThat((double) bbr.window()).isCloseTo(1.25 * BDP, within(0.03 * BDP));
        }

        @Test
        void a_pause_of_the_application_is_forgiven() {
            rounds(20);
            long before = bbr.window();
            for (int i = 0; i < 30; i++) {
                round(bbr, 1_000, false);
            }
            bbr.onIdle();
            assertThat(bbr.window()).isEqualTo(before);
        }

        @Test
        void a_timeout_halves_it_down_to_four_segments() {
            rounds(20);
            long before = bbr.window();
            bbr.onTimeout(0);
            assertThat(bbr.window()).isCloseTo(before / 2, within(1L));
            for (int i = 0; i < 30; i++) {
                bbr.onTimeout(0);
            }
            assertThat(bbr.window()).isEqualTo(4 * SEGMENT);
        }
    }

    @Nested
    class Paths {

        @Test
        void without_a_rate_it_goes_on_doubling() {
            Bbr unlimited = new Bbr(SEGMENT, 0);
            for (int i = 0; i < 20; i++) {
                round(unlimited, unlimited.window(), true);
            }
            assertThat(unlimited.inSlowStart()).isTrue();
            assertThat(unlimited.window()).isGreaterThan(1L << 32);
        }

        @Test
        void on_a_path_without_delay_four_segments_remain() {
            Bbr near = new Bbr(SEGMENT, 0);
            for (int i = 0; i < 20_000; i++) {
                now += 100_000;
                near.onDelivered(SEGMENT, now, 0, true);
            }
            assertThat(near.inSlowStart()).isFalse();
            assertThat(near.window()).isEqualTo(4 * SEGMENT);
        }
    }
}
