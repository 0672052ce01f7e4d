/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BbrTests {

    private static final int SEGMENT = 1448;
    private static final long BDP = 1_250_000;

    private final Bbr bbr = new Bbr(SEGMENT, BDP);

    @Test
    void it_begins_with_ten_segments_and_doubles() {
        assertThat(bbr.window()).isEqualTo(14_480);
        bbr.onAcknowledged(bbr.window(), 0, 1);
        assertThat(bbr.window()).isEqualTo(28_960);
        assertThat(bbr.inSlowStart()).isTrue();
    }

    @Test
    void it_never_grows_beyond_two_bandwidth_delay_products() {
        bbr.onAcknowledged(100 * BDP, 0, 1);
        bbr.onAcknowledged(100 * BDP, 0, 1);
        assertThat(bbr.window()).isEqualTo(2 * BDP);
        assertThat(bbr.inSlowStart()).isFalse();
    }

    @Test
    void random_loss_does_not_bound_it() {
        bbr.onAcknowledged(100 * BDP, 0, 1);
        for (int i = 0; i < 1_000; i++) {
            bbr.onLoss(i);
        }
        assertThat(bbr.window()).isEqualTo(2 * BDP);
    }

    @Test
    void a_timeout_halves_it_down_to_four_segments() {
        bbr.onAcknowledged(100 * BDP, 0, 1);
        bbr.onTimeout(0);
        assertThat(bbr.window()).isEqualTo(BDP);
        for (int i = 0; i < 30; i++) {
            bbr.onTimeout(0);
        }
        assertThat(bbr.window()).isEqualTo(4 * SEGMENT);
    }

    @Test
    void idle_time_is_forgiven() {
        bbr.onAcknowledged(100 * BDP, 0, 1);
        bbr.onIdle();
        assertThat(bbr.window()).isEqualTo(2 * BDP);
    }

    @Test
    void without_a_rate_it_is_not_bounded() {
        Bbr unlimited = new Bbr(SEGMENT, 0);
        unlimited.onAcknowledged(1L << 40, 0, 1);
        assertThat(unlimited.window()).isEqualTo((1L << 40) + 14_480);
        assertThat(unlimited.inSlowStart()).isTrue();
    }

    @Test
    void on_a_tiny_path_it_keeps_four_segments() {
        Bbr tiny = new Bbr(SEGMENT, 10);
        tiny.onTimeout(0);
        tiny.onTimeout(0);
        assertThat(tiny.window()).isEqualTo(4 * SEGMENT);
    }
}
