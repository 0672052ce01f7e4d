/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** RFC 6937. */
class ProportionalRateReductionTests {

    private static final int SEGMENT = 1448;

    private final Reno reno = new Reno(SEGMENT);
    private final ProportionalRateReduction reduction = new ProportionalRateReduction(reno, SEGMENT);

    @BeforeEach
    void a_window_of_100_segments() {
        reduction.onAcknowledged(90L * SEGMENT, 0, 0);
    }

    private long sendAllowed(long onTheWay) {
        long segments = Math.max(0, (reduction.window() - onTheWay * SEGMENT) / SEGMENT);
        reduction.onSent(segments * SEGMENT);
        return segments;
    }

    @Test
    void without_a_loss_it_is_the_window_of_the_congestion_control() {
        assertThat(reduction.window()).isEqualTo(100L * SEGMENT);
        reduction.onReport(SEGMENT, 50L * SEGMENT);
        assertThat(reduction.window()).isEqualTo(100L * SEGMENT);
        assertThat(reduction.inSlowStart()).isTrue();
    }

    @Test
    void one_segment_is_sent_for_every_two_that_are_delivered_when_the_window_is_halved() {
        reduction.onLoss(0);
        int onTheWay = 99;
        int sent = 0;
        for (int delivered = 1; delivered <= 98; delivered++) {
            onTheWay--;
            reduction.onReport(SEGMENT, (long) onTheWay * SEGMENT);
            long now = sendAllowed(onTheWay);
            onTheWay += (int) now;
            sent += (int) now;
            assertThat(sent).isBetween((delivered - 1) / 2, delivered / 2 + 2);
        }
        assertThat(onTheWay).isBetween(49, 51);
    }

    @Test
    void the_first_retransmission_goes_out_at_once() {
        reduction.onLoss(0);
        reduction.onReport(0, 99L * SEGMENT);
        assertThat(sendAllowed(99)).isEqualTo(1);
        reduction.onReport(0, 100L * SEGMENT);
        assertThat(sendAllowed(100)).isZero();
    }

    @Test
    void after_many_losses_it_grows_back_to_the_reduced_window_as_slow_start_does() {
        reduction.onLoss(0);
        reduction.onReport(SEGMENT, 10L * SEGMENT); // 89 of 100 were lost
        assertThat(sendAllowed(10)).isEqualTo(2);
        reduction.onReport(SEGMENT, 11L * SEGMENT);
        assertThat(sendAllowed(11)).isEqualTo(2);
    }

    @Test
    void never_more_is_on_its_way_than_the_reduced_window() {
        reduction.onLoss(0);
        reduction.onReport(60L * SEGMENT, 49L * SEGMENT);
        assertThat(sendAllowed(49)).isEqualTo(1);
    }

    @Test
    void once_everything_is_repaired_the_reduced_window_holds() {
        reduction.onLoss(0);
        reduction.onReport(SEGMENT, 99L * SEGMENT);
        reduction.onRepaired();
        assertThat(reduction.window()).isEqualTo(50L * SEGMENT);
    }

    @Test
    void a_timeout_ends_it() {
        reduction.onLoss(0);
        reduction.onReport(SEGMENT, 99L * SEGMENT);
        reduction.onTimeout(0);
        assertThat(reduction.window()).isEqualTo(SEGMENT);
    }

    @Test
    void a_control_that_does_not_reduce_is_left_alone() {
        ProportionalRateReduction bbr = new ProportionalRateReduction(new Bbr(SEGMENT, 1_000_000), SEGMENT);
        bbr.onDelivered(14_480, 0, 100_000_000, true);
        bbr.onLoss(0);
        bbr.onReport(SEGMENT, 10L * SEGMENT);
        assertThat(bbr.window()).isEqualTo(28_960);
        bbr.onIdle();
        assertThat(bbr.window()).isEqualTo(28_960);
    }
}
