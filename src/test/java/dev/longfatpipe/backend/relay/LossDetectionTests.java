/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LossDetectionTests {

    private static final int SEGMENT = 1448;
    private static final long MILLI = 1_000_000L;
    private static final long START = 9_000_000 * MILLI;
    /** End of a packet behind all others. */
    private static final long LATER = 1_000L * SEGMENT;

    private final RttEstimator rtt = new RttEstimator();
    private final LossDetection detection = new LossDetection(SEGMENT, rtt);
    private final LostPacket packet = new LostPacket(0, SEGMENT, SEGMENT, false, START);

    @BeforeEach
    void a_path_of_100_ms() {
        for (int i = 0; i < 50; i++) {
            rtt.add(100 * MILLI);
        }
    }

    @Test
    void nothing_lost_nothing_due() {
        assertThat(detection.nextDueNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(detection.pollDue(Long.MAX_VALUE)).isNull();
        assertThat(detection.onDelivered(START, LATER, SEGMENT, false, START)).isEmpty();
        assertThat(detection.pollAll()).isEmpty();
    }

    @Nested
    class Duplicates {

        @Test
        void three_later_segments_tell_of_a_loss() {
            detection.onLost(packet, true, true);
            assertThat(detection.onDelivered(START + 1, LATER, SEGMENT, false, START + 100 * MILLI))
                    .isEmpty();
            assertThat(detection.onDelivered(START + 2, LATER, SEGMENT, false, START + 100 * MILLI))
                    .isEmpty();
            assertThat(detection.onDelivered(START + 3, LATER, SEGMENT, false, START + 100 * MILLI))
                    .containsExactly(packet);
            assertThat(detection.nextDueNanos()).isEqualTo(Long.MAX_VALUE);
        }

        @Test
        void a_train_of_three_segments_tells_at_once() {
            detection.onLost(packet, true, true);
            assertThat(detection.onDelivered(START, LATER, 3 * SEGMENT, false, START + 100 * MILLI))
                    .containsExactly(packet);
        }

        @Test
        void segments_sent_before_say_nothing() {
            detection.onLost(packet, true, true);
            assertThat(detection.onDelivered(START - 1, LATER, 100 * SEGMENT, false, START + 50 * MILLI))
                    .isEmpty();
            assertThat(packet.laterDelivered).isZero();
        }

        @Test
        void of_two_packets_sent_at_the_same_time_the_one_further_on_is_the_later_one() {
            LostPacket third = new LostPacket(2, 3 * SEGMENT, SEGMENT, false, START);
            detection.onLost(third, true, true);
            assertThat(detection.onDelivered(START, 2 * SEGMENT, 10 * SEGMENT, false, START + 100 * MILLI))
                    .isEmpty();
            assertThat(detection.onDelivered(START, 4 * SEGMENT, SEGMENT, false, START + 100 * MILLI))
                    .isEmpty();
            assertThat(detection.onDelivered(START, 6 * SEGMENT, 2 * SEGMENT, false, START + 100 * MILLI))
                    .containsExactly(third);
        }

        @Test
        void several_losses_are_told_of_by_the_same_segments() {
            LostPacket second = new LostPacket(1, 2 * SEGMENT, SEGMENT, false, START + 1);
            LostPacket third = new LostPacket(2, 3 * SEGMENT, SEGMENT, false, START + 50 * MILLI);
            detection.onLost(packet, true, true);
            detection.onLost(second, true, true);
            detection.onLost(third, true, true);
            assertThat(detection.onDelivered(START + 2, LATER, 3 * SEGMENT, false, START + 100 * MILLI))
                    .containsExactly(packet, second);
            assertThat(detection.pollAll()).containsExactly(third);
        }

        @Test
        void a_packet_lost_again_needs_three_new_ones() {
            detection.onLost(packet, true, true);
            detection.onDelivered(START + 1, LATER, 2 * SEGMENT, false, START + 100 * MILLI);
            LostPacket again = detection.pollAll().get(0);
            again.sentNanos = START + 130 * MILLI;
            detection.onLost(again, true, false);
            assertThat(detection.onDelivered(START + 131 * MILLI, LATER, 2 * SEGMENT, false, START + 231 * MILLI))
                    .isEmpty();
            assertThat(detection.onDelivered(START + 132 * MILLI, LATER, SEGMENT, false, START + 232 * MILLI))
                    .containsExactly(again);
        }
    }

    @Test
    @Timeout(10)
    void a_hundred_thousand_losses_in_flight_are_no_burden() {
        // every second packet of a flight is lost, none is told of yet: 10 gbit at 100 ms
        int count = 100_000;
        for (int i = 0; i < count; i++) {
            detection.onLost(new LostPacket(i, 2L * i * SEGMENT, SEGMENT, true, START + i), true, true);
            assertThat(detection.nextDueNanos()).isEqualTo(START + 300 * MILLI);
        }
        int detected = 0;
        for (int i = 0; i < count; i++) {
            detected += detection
                    .onDelivered(START + i, (2L * i + 1) * SEGMENT, SEGMENT, false, START + 100 * MILLI + i)
                    .size();
            assertThat(detection.nextDueNanos()).isGreaterThan(START + 100 * MILLI);
        }
        assertThat(detected).isEqualTo(count - 2);
    }

    @Nested
    class ReorderingWindow {

        @Test
        void one_later_segment_tells_after_a_quarter_of_the_round_trip() {
            detection.onLost(packet, true, true);
            detection.onDelivered(START + 1, LATER, SEGMENT, false, START + 100 * MILLI);
            assertThat(detection.nextDueNanos()).isEqualTo(START + 125 * MILLI);
            assertThat(detection.pollDue(START + 125 * MILLI - 1)).isNull();
            assertThat(detection.pollDue(START + 125 * MILLI)).isSameAs(packet);
            assertThat(packet.due).isEqualTo(LostPacket.Due.DETECTION);
        }

        @Test
        void a_second_one_does_not_prolong_it() {
            detection.onLost(packet, true, true);
            detection.onDelivered(START + 1, LATER, SEGMENT, false, START + 100 * MILLI);
            detection.onDelivered(START + 2, LATER, SEGMENT, false, START + 120 * MILLI);
            assertThat(detection.nextDueNanos()).isEqualTo(START + 125 * MILLI);
        }
    }

    @Nested
    class Tail {

        @Test
        void the_last_packet_of_a_flight_is_found_by_a_tail_loss_probe() {
            // one round trip until the rest is acknowledged, two more until the probe goes out (RFC 8985 section 7.2)
            detection.onLost(packet, true, true);
            assertThat(detection.nextDueNanos()).isEqualTo(START + 300 * MILLI);
            assertThat(packet.due).isEqualTo(LostPacket.Due.DETECTION);
        }

        @Test
        void a_retransmission_lost_again_is_found_after_a_round_trip_and_a_quarter() {
            detection.onLost(packet, true, false);
            assertThat(detection.nextDueNanos()).isEqualTo(START + 125 * MILLI);
        }

        @Test
        void the_probe_never_comes_after_the_retransmission_timer() {
            RttEstimator slow = new RttEstimator();
            for (int i = 0; i < 100; i++) {
                slow.add(2_000 * MILLI);
            }
            LossDetection far = new LossDetection(SEGMENT, slow);
            far.onLost(packet, true, true);
            assertThat(far.nextDueNanos()).isEqualTo(START + slow.timeoutNanos());
            assertThat(slow.timeoutNanos()).isEqualTo(2_200 * MILLI);
        }
    }

    @Nested
    class Timer {

        @Test
        void a_packet_that_was_alone_waits_for_the_retransmission_timer() {
            detection.onLost(packet, false, true);
            assertThat(packet.due).isEqualTo(LostPacket.Due.TIMEOUT);
            assertThat(detection.nextDueNanos()).isEqualTo(START + 300 * MILLI);
        }

        @Test
        void the_timer_is_never_shorter_than_200_ms() {
            LossDetection local = new LossDetection(SEGMENT, new RttEstimator());
            local.onLost(packet, false, true);
            assertThat(local.nextDueNanos()).isEqualTo(START + 200 * MILLI);
        }

        @Test
        void every_timeout_doubles_the_next_one_up_to_64_times() {
            for (int timeouts = 0; timeouts <= 10; timeouts++) {
                LostPacket again = new LostPacket(0, SEGMENT, SEGMENT, false, START);
                again.timeouts = timeouts;
                detection.onLost(again, false, false);
                assertThat(again.dueNanos - START).isEqualTo((300 * MILLI) << Math.min(timeouts, 6));
            }
        }

        @Test
        void no_timeout_is_longer_than_two_minutes() {
            RttEstimator slow = new RttEstimator();
            slow.add(10_000 * MILLI);
            LossDetection far = new LossDetection(SEGMENT, slow);
            packet.timeouts = 6;
            far.onLost(packet, false, false);
            assertThat(far.nextDueNanos()).isEqualTo(START + 120_000 * MILLI);
        }

        @Test
        void a_later_delivery_replaces_the_timer() {
            detection.onLost(packet, false, true);
            detection.onDelivered(START + 10 * MILLI, LATER, SEGMENT, false, START + 110 * MILLI);
            assertThat(packet.due).isEqualTo(LostPacket.Due.DETECTION);
            assertThat(detection.nextDueNanos()).isEqualTo(START + 135 * MILLI);
        }

        @Test
        void the_packet_that_is_due_first_is_taken_first() {
            LostPacket earlier = new LostPacket(1, 2 * SEGMENT, SEGMENT, false, START - 50 * MILLI);
            detection.onLost(packet, true, true);
            detection.onLost(earlier, true, true);
            assertThat(detection.pollDue(START + 400 * MILLI)).isSameAs(earlier);
            assertThat(detection.pollDue(START + 400 * MILLI)).isSameAs(packet);
            assertThat(detection.pollDue(START + 400 * MILLI)).isNull();
        }
    }
}
