/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** tcp_cubic.c, hystart_update; times in microseconds. */
class HyStartTests {

    private static final int SEGMENT = 1448;
    private static final long MICRO = 1_000L;

    private final HyStart hyStart = new HyStart(SEGMENT);
    private long now = 1_000_000_000_000L;
    private long sent = 10L * SEGMENT;
    private long acknowledged;

    /** One acknowledgement, so long after the one before. */
    private boolean after(long micros, long rttMicros, int window) {
        now += micros * MICRO;
        acknowledged += SEGMENT;
        RoundTripSample sample = new RoundTripSample(rttMicros * MICRO, rttMicros * MICRO, acknowledged, sent, now);
        hyStart.sample(sample.rttNanos());
        return hyStart.ends(sample, (long) window * SEGMENT);
    }

    /** The first acknowledgement of a round trip in which so many segments are on their way. */
    private void roundOf(int segments, long rttMicros) {
        acknowledged = sent;
        sent += (long) segments * SEGMENT;
        assertThat(after(50_000, rttMicros, segments)).isFalse();
    }

    /** Returns how many acknowledgements it takes until slow start ends; -1 when it does not. */
    private int train(int count, long spacingMicros, long rttMicros, int window) {
        for (int i = 1; i <= count; i++) {
            if (after(spacingMicros, rttMicros, window)) {
                return i;
            }
        }
        return -1;
    }

    @Nested
    class Train {

        @Test
        void ends_slow_start_once_it_is_longer_than_half_of_the_least_round_trip_and_half_a_millisecond() {
            roundOf(640, 100_000);
            // (100 ms + at most 1 ms for large packets) / 2 = 50.5 ms; the round began with the first of them
            assertThat(train(600, 100, 100_000, 640)).isEqualTo(506);
        }

        @Test
        void that_is_shorter_says_nothing() {
            roundOf(400, 100_000);
            assertThat(train(400, 121, 100_000, 400)).isEqualTo(-1);
        }

        @Test
        void begins_anew_in_every_round_trip() {
            for (int round = 0; round < 5; round++) {
                roundOf(400, 100_000);
                assertThat(train(400, 121, 100_000, 400)).isEqualTo(-1);
            }
        }

        @Test
        void is_none_when_its_acknowledgements_are_more_than_two_milliseconds_apart() {
            roundOf(100, 100_000);
            assertThat(train(100, 2_001, 100_000, 100)).isEqualTo(-1);
        }

        @Test
        void is_one_when_they_are_two_milliseconds_apart() {
            roundOf(100, 100_000);
            assertThat(train(100, 2_000, 100_000, 100)).isEqualTo(26);
        }

        @Test
        void counts_from_a_window_of_sixteen_segments_on() {
            roundOf(100, 100_000);
            assertThat(train(100, 2_000, 100_000, 15)).isEqualTo(-1);
        }

        @Test
        void allows_for_large_packets_by_what_four_of_them_take_at_the_pacing_rate() {
            // 4 x 65536 bytes at 2 x 1000 segments per 1 ms: 91 us, so (1000 + 90) / 2 us
            roundOf(1_000, 1_000);
            assertThat(train(1_000, 1, 1_000, 1_000)).isEqualTo(546);
        }
    }

    @Nested
    class Delay {

        /** The threshold lies an eighth above the least round trip, 4 to 16 ms. */
        @ParameterizedTest
        @CsvSource({"100000, 112500", "20000, 24000", "1000, 5000", "300000, 316000"})
        void ends_slow_start_after_eight_samples_that_are_all_above_the_threshold(long least, long threshold) {
            roundOf(20, least);
            acknowledged = sent;
            sent += 40L * SEGMENT;
            for (int i = 0; i < 8; i++) {
                assertThat(after(10_000, threshold + 1, 20)).isFalse();
            }
            assertThat(after(10_000, threshold + 1, 20)).isTrue();
        }

        @Test
        void one_sample_at_the_threshold_keeps_it_going_for_a_round_trip() {
            roundOf(20, 100_000);
            acknowledged = sent;
            sent += 40L * SEGMENT;
            assertThat(after(10_000, 112_500, 20)).isFalse();
            for (int i = 0; i < 30; i++) {
                assertThat(after(10_000, 150_000, 20)).isFalse();
            }
        }
    }
}
