/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecoveryTests {

    private static final int SEGMENT = 1448;
    private static final long MILLI = 1_000_000L;
    private static final long START = 9_000_000 * MILLI;
    private static final long NOW = START + 100 * MILLI;

    private final RttEstimator rtt = new RttEstimator();
    private final Reno reno = new Reno(SEGMENT);
    private final ProportionalRateReduction reduction = new ProportionalRateReduction(reno, SEGMENT);
    private final Recovery recovery = new Recovery(new LossDetection(SEGMENT, rtt), reduction, SEGMENT);

    @BeforeEach
    void a_window_of_100_segments_on_a_path_of_100_ms() {
        for (int i = 0; i < 50; i++) {
            rtt.add(100 * MILLI);
        }
        reno.onAcknowledged(90L * SEGMENT, START, 100 * MILLI);
    }

    private static LostPacket packet(int number) {
        return new LostPacket(number - 1, (long) number * SEGMENT, SEGMENT, false, START + number);
    }

    private long windowSegments() {
        return reno.window() / SEGMENT;
    }

    /** Everything sent so far: 100 segments. */
    private static final long HIGHEST = 100L * SEGMENT;

    private long threeDeliveries() {
        return recovery.onDelivered(START + 90, 90L * SEGMENT, 3 * SEGMENT, HIGHEST, 0, NOW);
    }

    @Test
    void without_a_loss_nothing_is_sent_again_and_the_window_grows() {
        assertThat(threeDeliveries()).isZero();
        assertThat(recovery.hasResend()).isFalse();
        assertThat(recovery.pollResend(0)).isNull();
        assertThat(recovery.cause()).isNull();
        assertThat(recovery.letsWindowGrow(0)).isTrue();
        assertThat(recovery.nextDueNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void a_detected_loss_halves_the_window_and_is_no_longer_on_its_way() {
        LostPacket lost = packet(5);
        recovery.onLost(lost, true, true);
        assertThat(threeDeliveries()).isEqualTo(SEGMENT);
        assertThat(windowSegments()).isEqualTo(50);
        assertThat(recovery.cause()).isSameAs(lost);
        assertThat(recovery.hasResend()).isTrue();
    }

    @Test
    void all_losses_of_one_flight_reduce_the_window_once() {
        for (int number = 5; number < 25; number++) {
            recovery.onLost(packet(number), true, true);
        }
        assertThat(threeDeliveries()).isEqualTo(20 * SEGMENT);
        assertThat(windowSegments()).isEqualTo(50);
    }

    @Test
    void a_loss_of_the_next_flight_reduces_it_again() {
        recovery.onLost(packet(5), true, true);
        threeDeliveries();
        LostPacket next = new LostPacket(100, HIGHEST + SEGMENT, SEGMENT, true, NOW + 1);
        recovery.onLost(next, true, true);
        recovery.onDelivered(NOW + 2, HIGHEST + 10L * SEGMENT, 3 * SEGMENT, 2 * HIGHEST, HIGHEST, NOW + 100 * MILLI);
        assertThat(windowSegments()).isEqualTo(25);
        assertThat(recovery.cause()).isSameAs(next);
    }

    @Test
    void the_window_does_not_grow_until_everything_sent_before_the_loss_is_acknowledged() {
        recovery.onLost(packet(5), true, true);
        threeDeliveries();
        assertThat(recovery.letsWindowGrow(HIGHEST - 1)).isFalse();
        assertThat(recovery.letsWindowGrow(HIGHEST)).isTrue();
    }

    @Test
    void after_a_timeout_slow_start_may_grow_at_once() {
        recovery.onLost(packet(100), false, true);
        recovery.onDue(HIGHEST, START + 400 * MILLI);
        assertThat(windowSegments()).isEqualTo(1);
        assertThat(recovery.letsWindowGrow(0)).isTrue();
    }

    @Test
    void packets_are_sent_again_in_order_as_deliveries_make_room() {
        LostPacket first = packet(5);
        LostPacket second = packet(6);
        recovery.onLost(first, true, true);
        recovery.onLost(second, true, true);
        threeDeliveries();
        recovery.onReport(3 * SEGMENT, 95L * SEGMENT);
        assertThat(recovery.pollResend(95L * SEGMENT)).as("one at once").isSameAs(first);
        recovery.onSent(SEGMENT);
        assertThat(recovery.pollResend(96L * SEGMENT)).isNull();
        recovery.onReport(SEGMENT, 95L * SEGMENT);
        assertThat(recovery.pollResend(95L * SEGMENT)).isSameAs(second);
        assertThat(recovery.hasResend()).isFalse();
    }

    @Test
    void while_one_loss_is_repaired_the_next_is_found_at_its_first_sign() {
        recovery.onLost(packet(5), true, true);
        threeDeliveries();
        recovery.onLost(packet(95), true, true);
        assertThat(recovery.onDelivered(START + 96, 96L * SEGMENT, SEGMENT, HIGHEST, 4L * SEGMENT, NOW + 1))
                .isEqualTo(SEGMENT);
        assertThat(windowSegments()).as("the same flight").isEqualTo(50);
    }

    @Test
    void a_packet_larger_than_the_window_is_sent_when_nothing_else_is_on_its_way() {
        LostPacket train = new LostPacket(0, 10L * SEGMENT, 10L * SEGMENT, true, START);
        recovery.onLost(train, false, true);
        recovery.onDue(HIGHEST, START + 400 * MILLI);
        assertThat(recovery.pollResend(1)).isNull();
        assertThat(recovery.pollResend(0)).isSameAs(train);
    }

    @Test
    void a_timeout_takes_everything_undetected_as_lost() {
        recovery.onLost(
                packet(99), true, true); // a tail-loss probe would come at 3 round trips, together with the timer
        recovery.onLost(packet(98), false, true);
        long due = recovery.nextDueNanos();
        assertThat(recovery.onDue(HIGHEST, due)).isEqualTo(2 * SEGMENT);
        assertThat(windowSegments()).isEqualTo(1);
        assertThat(recovery.nextDueNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void a_timer_that_is_not_due_does_nothing() {
        recovery.onLost(packet(99), false, true);
        assertThat(recovery.onDue(HIGHEST, START + 299 * MILLI)).isZero();
        assertThat(windowSegments()).isEqualTo(100);
    }

    @Test
    void each_timeout_of_a_packet_is_counted() {
        LostPacket lost = packet(1);
        recovery.onLost(lost, false, true);
        recovery.onDue(SEGMENT, recovery.nextDueNanos());
        assertThat(lost.timeouts).isEqualTo(1);
        assertThat(recovery.pollResend(0)).isSameAs(lost);
        lost.sentNanos = START + 400 * MILLI;
        recovery.onLost(lost, false, false);
        assertThat(recovery.nextDueNanos()).isEqualTo(START + 400 * MILLI + 600 * MILLI);
    }
}
