/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataRateTests {

    @Nested
    class Parse {

        @ParameterizedTest
        @CsvSource({
            "100mbit, 100000000",
            "100 Mbit/s, 100000000",
            "100MBIT, 100000000",
            "100 MBit/S, 100000000",
            "'  100mbit ', 100000000",
            "100\u00a0mbit, 100000000",
            "100\u202fMbit/s, 100000000",
            "0bit, 0",
            "0mbit, 0",
            "1bit, 1",
            "56 kbit/s, 56000",
            "1kbit, 1000",
            "0.5kbit, 500",
            ".5kbit, 500",
            "95.64mbit, 95640000",
            "1gbit, 1000000000",
            "10gbit, 10000000000",
            "400Gbit/s, 400000000000",
            "2.5gbit, 2500000000",
            "10tbit, 10000000000000",
            "12.5MB/s, 100000000",
            "12.5 MB/s, 100000000",
            "125B/s, 1000",
            "1kB/s, 8000",
            "1GB/s, 8000000000",
            "1TB/s, 8000000000000",
            "1KiB/s, 8192",
            "1kiB/s, 8192",
            "0.5MiB/s, 4194304",
            "1GiB/s, 8589934592",
            "1TiB/s, 8796093022208",
            "0.125B/s, 1",
            "0100.00mbit, 100000000"
        })
        void reads_what_people_write(String text, long bits) {
            assertThat(DataRate.parse(text)).isEqualTo(new DataRate(bits));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                ''             | rate [] is empty: write "100mbit" (or "12.5MB/s")
                ' '            | rate [ ] is empty: write "100mbit" (or "12.5MB/s")
                100            | rate [100] has no unit: write "100mbit" (or "12.5MB/s")
                40.5           | rate [40.5] has no unit: write "40.5mbit" (or "5.0625MB/s")
                0              | rate [0] has no unit: write "100mbit" (or "12.5MB/s")
                -5             | rate [-5] has no unit: write "5mbit" (or "0.625MB/s")
                fast           | rate [fast] is not a number with a unit: write "100mbit" (or "12.5MB/s")
                mbit           | rate [mbit] is not a number with a unit: write "100mbit" (or "12.5MB/s")
                NaN            | rate [NaN] is not a number with a unit: write "100mbit" (or "12.5MB/s")
                Infinity       | rate [Infinity] is not a number with a unit: write "100mbit" (or "12.5MB/s")
                +1mbit         | rate [+1mbit] is not a number with a unit: write "100mbit" (or "12.5MB/s")
                \u0661mbit     | rate [\u0661mbit] is not a number with a unit: write "100mbit" (or "12.5MB/s")
                1,5mbit        | rate [1,5mbit] has a comma: write numbers with a decimal point, like "100mbit" (or "12.5MB/s")
                -100mbit       | rate [-100mbit] is negative: write "100mbit"
                -0mbit         | rate [-0mbit] is negative: write "0mbit"
                100mbps        | rate [100mbps] is ambiguous, for tc reads mbps as megabytes per second, most people as megabits: write "100mbit" or "100MB/s"
                100Mbps        | rate [100Mbps] is ambiguous, for tc reads mbps as megabytes per second, most people as megabits: write "100mbit" or "100MB/s"
                100 MBps       | rate [100 MBps] is ambiguous, for tc reads mbps as megabytes per second, most people as megabits: write "100mbit" or "100MB/s"
                1Gbps          | rate [1Gbps] is ambiguous, for tc reads gbps as gigabytes per second, most people as gigabits: write "1gbit" or "1GB/s"
                56kbps         | rate [56kbps] is ambiguous, for tc reads kbps as kilobytes per second, most people as kilobits: write "56kbit" or "56kB/s"
                1tbps          | rate [1tbps] is ambiguous, for tc reads tbps as terabytes per second, most people as terabits: write "1tbit" or "1TB/s"
                9600bps        | rate [9600bps] is ambiguous, for tc reads bps as bytes per second, most people as bits: write "9600bit" or "9600B/s"
                100Mb/s        | rate [100Mb/s] is ambiguous, for Mb/s may be bits or bytes: write "100mbit" or "100MB/s"
                100mb/s        | rate [100mb/s] is ambiguous, for mb/s may be bits or bytes: write "100mbit" or "100MB/s"
                100Mb          | rate [100Mb] is ambiguous, for Mb may be bits or bytes: write "100mbit" or "100MB/s"
                100kb/s        | rate [100kb/s] is ambiguous, for kb/s may be bits or bytes: write "100kbit" or "100kB/s"
                8b/s           | rate [8b/s] is ambiguous, for b/s may be bits or bytes: write "8bit" or "8B/s"
                100KB/s        | rate [100KB/s] is ambiguous, for KB is 1000 bytes to some and 1024 to others: write "100kB/s" or "100KiB/s"
                100mib/s       | rate [100mib/s] has an unknown unit [mib/s]: write "100MiB/s" for bytes per second
                100MiBps       | rate [100MiBps] has an unknown unit [MiBps]: write "100MiB/s" for bytes per second
                100M           | rate [100M] has an incomplete unit [M]: write "100mbit" or "100MB/s"
                1g             | rate [1g] has an incomplete unit [g]: write "1gbit" or "1GB/s"
                100k           | rate [100k] has an incomplete unit [k]: write "100kbit" or "100kB/s"
                12.5MB         | rate [12.5MB] is a size, not a rate: write "12.5MB/s"
                64KiB          | rate [64KiB] is a size, not a rate: write "64KiB/s"
                1e3mbit        | rate [1e3mbit] has an unknown unit [e3mbit]: write one of bit, kbit, mbit, gbit, tbit, or B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s, TiB/s, like "1mbit"
                5 parsecs      | rate [5 parsecs] has an unknown unit [parsecs]: write one of bit, kbit, mbit, gbit, tbit, or B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s, TiB/s, like "5mbit"
                100mbit/ms     | rate [100mbit/ms] has an unknown unit [mbit/ms]: write one of bit, kbit, mbit, gbit, tbit, or B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s, TiB/s, like "100mbit"
                100ms          | rate [100ms] has an unknown unit [ms]: write one of bit, kbit, mbit, gbit, tbit, or B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s, TiB/s, like "100mbit"
                0.5bit         | rate [0.5bit] is not a whole number of bits per second: write "1bit"
                0.0004kbit     | rate [0.0004kbit] is not a whole number of bits per second: write "0bit"
                95.6400001kbit | rate [95.6400001kbit] is not a whole number of bits per second: write "95640bit"
                10.1tbit       | rate [10.1tbit] is too large: write at most "10tbit"
                99999999999999999999999999mbit | rate [99999999999999999999999999mbit] is too large: write at most "10tbit"
                """)
        void refuses_what_two_readers_read_differently_and_says_what_to_write(String text, String message) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataRate.parse(text))
                    .withMessage(message);
        }

        @Test
        void names_the_subject_in_the_error() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataRate.parse("upRate", "100"))
                    .withMessage("upRate [100] has no unit: write \"100mbit\" (or \"12.5MB/s\")");
        }
    }

    @Nested
    class ToString {

        @ParameterizedTest
        @CsvSource({
            "0, 0bit",
            "1, 1bit",
            "999, 999bit",
            "1000, 1kbit",
            "1001, 1001bit",
            "512000, 512kbit",
            "1500000, 1.5mbit",
            "95640000, 95.64mbit",
            "95640687, 95640687bit",
            "100000000, 100mbit",
            "1000000000, 1gbit",
            "2500000000, 2.5gbit",
            "400000000000, 400gbit",
            "10000000000000, 10tbit"
        })
        void is_the_shortest_exact_text(long bits, String text) {
            assertThat(new DataRate(bits)).hasToString(text);
        }

        @Test
        void is_read_back_as_the_same_rate() {
            Random random = new Random(1);
            for (int i = 0; i < 5_000; i++) {
                DataRate rate = new DataRate(random.nextLong(DataRate.MAX.bitsPerSecond() >> random.nextInt(43)));
                assertThat(DataRate.parse(rate.toString())).isEqualTo(rate);
                DataRate round = new DataRate(roundTo(rate.bitsPerSecond(), 1 + random.nextInt(4)));
                assertThat(DataRate.parse(round.toString())).isEqualTo(round);
            }
        }

        private long roundTo(long value, int digits) {
            int dropped = Math.max(0, Long.toString(value).length() - digits);
            long unit = BigDecimal.TEN.pow(dropped).longValueExact();
            return value / unit * unit;
        }
    }

    @Nested
    class Describe {

        @ParameterizedTest
        @CsvSource({
            "0, 0 bit",
            "999, 999 bit",
            "1000, 1 kbit",
            "512000, 512 kbit",
            "999949, 999.9 kbit",
            "999950, 1 mbit",
            "5127040, 5.1 mbit",
            "95640687, 95.6 mbit",
            "100000000, 100 mbit",
            "102800000, 102.8 mbit",
            "999999999, 1 gbit",
            "1912813740, 1.9 gbit",
            "400000000000, 400 gbit",
            "10000000000000, 10 tbit"
        })
        void has_one_decimal_at_most(long bits, String text) {
            assertThat(new DataRate(bits).describe()).isEqualTo(text);
        }
    }

    @Nested
    class Factories {

        @Test
        void scale_by_thousands() {
            assertThat(DataRate.ofBitsPerSecond(7)).isEqualTo(new DataRate(7));
            assertThat(DataRate.ofKilobitsPerSecond(56)).isEqualTo(new DataRate(56_000));
            assertThat(DataRate.ofMegabitsPerSecond(100)).isEqualTo(new DataRate(100_000_000));
            assertThat(DataRate.ofGigabitsPerSecond(10_000)).isEqualTo(DataRate.MAX);
        }

        @Test
        void refuse_negative_rates() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new DataRate(-1))
                    .withMessage("rate [-1bit] is negative: write 0 or more");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataRate.ofMegabitsPerSecond(-100))
                    .withMessage("rate [-100mbit] is negative: write 0 or more");
        }

        @Test
        void refuse_more_than_10_tbit_instead_of_overflowing() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new DataRate(10_000_000_000_001L))
                    .withMessage("rate [10000000000001bit] is too large: write at most \"10tbit\"");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataRate.ofGigabitsPerSecond(Long.MAX_VALUE))
                    .withMessage("rate [9223372036854775807gbit] is too large: write at most \"10tbit\"");
        }
    }

    @Nested
    class Of {

        @ParameterizedTest
        @CsvSource({
            "65536, 100ms, 5242880", // 64 KiB at 100 ms: 5.2 mbit
            "12500000, 1s, 100000000",
            "1, 3s, 3", // 2.67
            "1, 16s, 1", // 0.5, half up
            "1, 17s, 0", // 0.47
            "0, 1ns, 0",
            "262144, 40ms, 52428800"
        })
        void is_size_by_time_rounded_half_up(long bytes, String time, long bits) {
            assertThat(DataRate.of(DataSize.ofBytes(bytes), DurationText.parse(time)))
                    .isEqualTo(new DataRate(bits));
        }

        @Test
        void stops_at_the_largest_rate() {
            assertThat(DataRate.of(DataSize.ofMebibytes(32), Duration.ofNanos(10_000)))
                    .isEqualTo(DataRate.MAX);
            assertThat(DataRate.of(DataSize.ofBytes(Long.MAX_VALUE), Duration.ofNanos(1)))
                    .isEqualTo(DataRate.MAX);
        }

        @Test
        void refuses_a_time_of_zero_or_less() {
            DataSize size = DataSize.ofBytes(1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataRate.of(size, Duration.ZERO))
                    .withMessage("time [0ms] gives no rate: it must be longer than 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataRate.of(size, Duration.ofMillis(-5)))
                    .withMessage("time [-5ms] gives no rate: it must be longer than 0");
        }
    }

    @Nested
    class BytesIn {

        @ParameterizedTest
        @CsvSource({
            "100mbit, 100ms, 1250000",
            "500mbit, 50ms, 3125000",
            "2gbit, 40ms, 10000000",
            "1kbit, 2s, 250",
            "1kbit, 7ms, 0", // 7 bits
            "1kbit, 8ms, 1",
            "400gbit, 2s, 100000000000",
            "0bit, 1h, 0",
            "100mbit, 0ms, 0"
        })
        void is_rate_by_time_rounded_down(String rate, String time, long bytes) {
            assertThat(DataRate.parse(rate).bytesIn(DurationText.parse(time))).isEqualTo(DataSize.ofBytes(bytes));
        }

        @Test
        void does_not_overflow_silently() {
            assertThat(DataRate.MAX.bytesIn(Duration.ofDays(1))).isEqualTo(DataSize.ofBytes(108_000_000_000_000_000L));
            Duration age = Duration.ofSeconds(Long.MAX_VALUE);
            assertThatThrownBy(() -> DataRate.MAX.bytesIn(age)).isInstanceOf(ArithmeticException.class);
        }

        @Test
        void refuses_a_negative_time() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataRate.MAX.bytesIn(Duration.ofSeconds(-1)))
                    .withMessage("time [-1s] is negative: it must be 0 or longer");
        }
    }

    @Nested
    class TimeFor {

        @ParameterizedTest
        @CsvSource({
            "100mbit, 1514, 121120", // one frame: 121.12 us
            "10mbit, 1514, 1211200",
            "400gbit, 1514, 31", // 30.28, up
            "1kbit, 1514, 12112000000",
            "3bit, 1, 2666666667",
            "100mbit, 0, 0",
            "0bit, 0, 0",
            "8bit, 999999999, 999999999000000000",
            "8bit, 1000000000, 1000000000000000000",
            "7mbit, 1000000001, 1142857144000", // 1142.857144
            "7bit, 1000000000, 1142857142857142858"
        })
        void is_size_by_rate_rounded_up_to_a_nanosecond(String rate, long bytes, long nanos) {
            assertThat(DataRate.parse(rate).timeFor(DataSize.ofBytes(bytes))).isEqualTo(Duration.ofNanos(nanos));
        }

        @Test
        void agrees_with_bytesIn() {
            Random random = new Random(2);
            for (int i = 0; i < 5_000; i++) {
                DataRate rate = new DataRate(1 + random.nextLong(400_000_000_000L >> random.nextInt(38)));
                DataSize size = DataSize.ofBytes(1 + random.nextLong(10_000_000_000L >> random.nextInt(33)));
                Duration time = rate.timeFor(size);
                assertThat(rate.bytesIn(time)).isGreaterThanOrEqualTo(size);
                assertThat(rate.bytesIn(time.minusNanos(1))).isLessThan(size);
            }
        }

        @Test
        void is_refused_where_nothing_moves() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataRate.ZERO.timeFor(DataSize.ofKibibytes(64)))
                    .withMessage("rate [0bit] never delivers 64KiB: it must be above 0");
        }

        @Test
        void does_not_overflow_silently() {
            DataSize all = DataSize.ofBytes(Long.MAX_VALUE);
            assertThat(DataRate.parse("8bit").timeFor(all)).isEqualTo(Duration.ofSeconds(Long.MAX_VALUE));
            DataRate slower = DataRate.parse("7bit");
            assertThatThrownBy(() -> slower.timeFor(all)).isInstanceOf(ArithmeticException.class);
        }
    }

    @Test
    void adds_up_to_the_largest_rate_and_no_further() {
        assertThat(DataRate.parse("1mbit").plus(DataRate.parse("500kbit"))).isEqualTo(DataRate.parse("1.5mbit"));
        assertThat(DataRate.MAX.plus(DataRate.MAX)).isEqualTo(DataRate.MAX);
    }

    @Test
    void is_ordered_by_speed() {
        assertThat(DataRate.parse("999kbit")).isLessThan(DataRate.parse("1mbit"));
        assertThat(DataRate.parse("125kB/s")).isEqualByComparingTo(DataRate.parse("1mbit"));
        assertThat(DataRate.ZERO.isZero()).isTrue();
        assertThat(DataRate.parse("1bit").isZero()).isFalse();
    }

    @Test
    void converts_to_megabits() {
        assertThat(DataRate.parse("95.64mbit").megabitsPerSecond()).isEqualTo(95.64, within(1e-9));
    }
}
