/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowStartTests {

    private static final long MSS = 1448;

    private final SlowStart slowStart =
            SlowStart.on(Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100)), Direction.DOWNSTREAM);

    @Nested
    class At_100_ms_and_100_mbit {

        /** Predicted when the truth was measured, and what Linux 6.1 took then, after the handshake. */
        @ParameterizedTest(name = "{0} bytes: predicted {1} ms, measured {2} ms")
        @CsvSource({"65536, 252, 256", "262144, 455, 460", "1048576, 663, 670", "10485760, 1475, 1482"})
        void is_as_predicted_and_a_few_milliseconds_below_what_was_measured(
                long bytes, long predictedMillis, long measuredMillis) {
            Duration time = slowStart.timeToLastByte(DataSize.ofBytes(bytes));

            assertThat(time).isCloseTo(Duration.ofMillis(predictedMillis), Duration.ofMillis(1));
            assertThat(time).isBetween(Duration.ofMillis(measuredMillis - 9), Duration.ofMillis(measuredMillis));
        }

        @ParameterizedTest(name = "{0} bytes leave in {1} rounds")
        @CsvSource({
            "0, 1",
            "1, 1",
            "14480, 1",
            "14481, 2",
            "43440, 2",
            "43441, 3",
            "65536, 3",
            "262144, 5",
            "1048576, 7"
        })
        void doubles_from_ten_segments(long bytes, long rounds) {
            assertThat(slowStart.rounds(DataSize.ofBytes(bytes))).isEqualTo(rounds);
        }

        @Test
        void counts_no_rounds_once_the_line_is_busy() {
            assertThat(slowStart.rounds(DataSize.ofMebibytes(10))).isEqualTo(8);
            assertThat(slowStart.rounds(DataSize.ofMebibytes(1000))).isEqualTo(8);
        }

        @Test
        void is_the_one_way_delay_and_the_time_on_the_line_for_a_single_segment() {
            // 1514 bytes of frame at 100 mbit
            assertThat(slowStart.timeToLastByte(DataSize.ofBytes(MSS)))
                    .isEqualTo(Duration.ofMillis(50).plusNanos(121_120));
        }

        @Test
        void starts_each_round_when_the_first_segment_of_the_last_one_is_acknowledged() {
            // Ten segments, then one more: a round trip and one segment's time later
            assertThat(slowStart.timeToLastByte(DataSize.ofBytes(11 * MSS)))
                    .isEqualTo(Duration.ofMillis(150).plusNanos(2 * 121_120));
        }
    }

    @Nested
    class With_a_window_that_is_limited {

        private final SlowStart onAnUnlimitedLine =
                SlowStart.on(Path.builder().rtt(Duration.ofMillis(100)).build(), Direction.DOWNSTREAM);

        @Test
        void sends_one_window_per_round_trip_when_the_limit_is_reached() {
            SlowStart.Course course = onAnUnlimitedLine.course(100 * MSS, 1, 20 * MSS);

            // 10, then 20, 20, 20, 20 and the last 10
            assertThat(course).isEqualTo(new SlowStart.Course(Duration.ofMillis(550), 6));
        }

        @Test
        void begins_at_the_limit_if_that_is_below_ten_segments() {
            SlowStart.Course course = onAnUnlimitedLine.course(10 * MSS, 1, 4 * MSS);

            assertThat(course).isEqualTo(new SlowStart.Course(Duration.ofMillis(250), 3));
        }

        @Test
        void does_not_begin_a_round_for_nothing() {
            SlowStart.Course course = onAnUnlimitedLine.course(50 * MSS, 1, 20 * MSS);

            assertThat(course).isEqualTo(new SlowStart.Course(Duration.ofMillis(250), 3));
        }

        @Test
        void takes_no_longer_to_compute_for_a_petabyte() {
            SlowStart.Course course = onAnUnlimitedLine.course(1_000_000_000_000_000L, 1, 65_536);

            assertThat(course.rounds()).isEqualTo(15_258_789_064L);
        }
    }

    @Test
    void several_connections_begin_with_ten_segments_each() {
        SlowStart onAnUnlimitedLine =
                SlowStart.on(Path.builder().rtt(Duration.ofMillis(100)).build(), Direction.DOWNSTREAM);

        assertThat(onAnUnlimitedLine.course(80 * MSS, 8, Long.MAX_VALUE))
                .isEqualTo(new SlowStart.Course(Duration.ofMillis(50), 1));
    }

    @Test
    void an_asymmetric_path_counts_the_way_of_the_data_once() {
        Path path = Path.builder()
                .delay(Direction.UPSTREAM, Duration.ofMillis(10))
                .delay(Direction.DOWNSTREAM, Duration.ofMillis(90))
                .build();
        DataSize twoRounds = DataSize.ofBytes(20 * MSS);

        assertThat(SlowStart.on(path, Direction.DOWNSTREAM).timeToLastByte(twoRounds))
                .isEqualTo(Duration.ofMillis(190));
        assertThat(SlowStart.on(path, Direction.UPSTREAM).timeToLastByte(twoRounds))
                .isEqualTo(Duration.ofMillis(110));
    }

    @Test
    void a_path_without_delay_and_limit_takes_no_time() {
        assertThat(SlowStart.on(Path.builder().build(), Direction.UPSTREAM).timeToLastByte(DataSize.ofMebibytes(1)))
                .isZero();
    }

    @Test
    void sizes_up_to_the_largest_do_not_overflow() {
        SlowStart onAnUnlimitedLine =
                SlowStart.on(Path.builder().rtt(Duration.ofMillis(100)).build(), Direction.DOWNSTREAM);

        assertThat(onAnUnlimitedLine.rounds(DataSize.ofBytes(Long.MAX_VALUE))).isEqualTo(50);
    }
}
