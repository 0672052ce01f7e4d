/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTests {

    @ParameterizedTest
    @CsvSource({
        "100ms, 100000000",
        "100 ms, 100000000",
        "100MS, 100000000",
        "0ms, 0",
        "0s, 0",
        "1.5s, 1500000000",
        "2 S, 2000000000",
        "250us, 250000",
        "250\u00b5s, 250000",
        "250\u03bcs, 250000",
        "0.5us, 500",
        "10ns, 10",
        "2min, 120000000000",
        "0.5 MIN, 30000000000",
        "1h, 3600000000000"
    })
    void reads_what_people_write(String text, long nanos) {
        assertThat(DurationText.parse(text)).isEqualTo(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''        | duration [] is empty: write "100ms"
            100       | duration [100] has no unit: write "100ms" (or "100s")
            0         | duration [0] has no unit: write "0ms" (or "0s")
            soon      | duration [soon] is not a number with a unit: write "100ms"
            PT0.1S    | duration [PT0.1S] is not a number with a unit: write "100ms"
            NaN       | duration [NaN] is not a number with a unit: write "100ms"
            1,5s      | duration [1,5s] has a comma: write numbers with a decimal point, like "100ms"
            -100ms    | duration [-100ms] is negative: write "100ms"
            2m        | duration [2m] is ambiguous, for m may be milliseconds or minutes: write "2ms" or "2min"
            2M        | duration [2M] is ambiguous, for M may be milliseconds or minutes: write "2ms" or "2min"
            2 days    | duration [2 days] has an unknown unit [days]: write one of ns, us, ms, s, min, h, like "2ms"
            100mbit   | duration [100mbit] has an unknown unit [mbit]: write one of ns, us, ms, s, min, h, like "100ms"
            1.5ns     | duration [1.5ns] is not a whole number of nanoseconds: write "2ns"
            3601s     | duration [3601s] is too large: write at most "3600s"
            99999999999999999999h | duration [99999999999999999999h] is too large: write at most "3600s"
            """)
    void refuses_what_two_readers_read_differently_and_says_what_to_write(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationText.parse(text))
                .withMessage(message);
    }

    @Test
    void names_the_subject_in_the_error() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationText.parse("rtt", "100"))
                .withMessage("rtt [100] has no unit: write \"100ms\" (or \"100s\")");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0ms",
        "1, 1ns",
        "1000, 1us",
        "250000, 250us",
        "1500000, 1.5ms",
        "100000000, 100ms",
        "100400000, 100.4ms",
        "121120, 121.12us",
        "1500000000, 1.5s",
        "1475000000, 1.475s",
        "120000000000, 120s",
        "-5000000, -5ms"
    })
    void is_written_as_the_shortest_exact_text(long nanos, String text) {
        assertThat(DurationText.format(Duration.ofNanos(nanos))).isEqualTo(text);
    }

    @Test
    void is_read_back_as_the_same_duration() {
        Random random = new Random(6);
        for (int i = 0; i < 5_000; i++) {
            Duration duration = Duration.ofNanos(random.nextLong(3_600_000_000_001L >> random.nextInt(42)));
            assertThat(DurationText.parse(DurationText.format(duration))).isEqualTo(duration);
            Duration millis = Duration.ofMillis(duration.toMillis());
            assertThat(DurationText.parse(DurationText.format(millis))).isEqualTo(millis);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "10, 10 ns",
        "250000, 250 us",
        "121120, 121.1 us",
        "999950, 1 ms",
        "100000000, 100 ms",
        "100449999, 100.4 ms",
        "670000000, 670 ms",
        "999960000, 1 s",
        "1475000000, 1.48 s",
        "12340000000, 12.3 s",
        "600000000000, 600 s",
        "-5000000, -5 ms"
    })
    void is_described_in_few_digits(long nanos, String text) {
        assertThat(DurationText.describe(Duration.ofNanos(nanos))).isEqualTo(text);
    }

    @Test
    void formats_what_does_not_fit_in_nanoseconds() {
        assertThat(DurationText.format(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo("9223372036854775807s");
        assertThat(DurationText.describe(Duration.ofDays(1))).isEqualTo("86400 s");
    }
}
