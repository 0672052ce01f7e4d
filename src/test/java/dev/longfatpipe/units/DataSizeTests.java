/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataSizeTests {

    @Nested
    class Parse {

        @ParameterizedTest
        @CsvSource({
            "0B, 0",
            "65536B, 65536",
            "65536 B, 65536",
            "64KiB, 65536",
            "64kib, 65536",
            "64 KIB, 65536",
            "10 MiB, 10485760",
            "1.5MiB, 1572864",
            "0.5KiB, 512",
            "1GiB, 1073741824",
            "1TiB, 1099511627776",
            "64kB, 64000",
            "1MB, 1000000",
            "1.25MB, 1250000",
            "1GB, 1000000000",
            "1TB, 1000000000000",
            "9223372036854775807B, 9223372036854775807"
        })
        void reads_what_people_write(String text, long bytes) {
            assertThat(DataSize.parse(text)).isEqualTo(new DataSize(bytes));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                ''       | size [] is empty: write "64KiB" (or "1.25MB")
                65536    | size [65536] has no unit: write "65536B" or "65536KiB"
                1.5      | size [1.5] has no unit: write "1.5MiB" or "1.5KiB"
                big      | size [big] is not a number with a unit: write "64KiB" (or "1.25MB")
                NaN      | size [NaN] is not a number with a unit: write "64KiB" (or "1.25MB")
                1,5MiB   | size [1,5MiB] has a comma: write numbers with a decimal point, like "64KiB" (or "1.25MB")
                -64KiB   | size [-64KiB] is negative: write "64KiB"
                64K      | size [64K] is ambiguous, for K counts in 1000s to some and in 1024s to others: write "64KiB" or "64kB"
                64k      | size [64k] is ambiguous, for k counts in 1000s to some and in 1024s to others: write "64KiB" or "64kB"
                64KB     | size [64KB] is ambiguous, for KB counts in 1000s to some and in 1024s to others: write "64KiB" or "64kB"
                64kb     | size [64kb] is ambiguous, for kb counts in 1000s to some and in 1024s to others: write "64KiB" or "64kB"
                1M       | size [1M] is ambiguous, for M counts in 1000s to some and in 1024s to others: write "1MiB" or "1MB"
                1mb      | size [1mb] is ambiguous, for mb counts in 1000s to some and in 1024s to others: write "1MiB" or "1MB"
                1Gb      | size [1Gb] is ambiguous, for Gb counts in 1000s to some and in 1024s to others: write "1GiB" or "1GB"
                1t       | size [1t] is ambiguous, for t counts in 1000s to some and in 1024s to others: write "1TiB" or "1TB"
                8b       | size [8b] has an unknown unit [b]: write one of B, kB, MB, GB, TB, KiB, MiB, GiB, TiB, like "8KiB"
                64 bytes | size [64 bytes] has an unknown unit [bytes]: write one of B, kB, MB, GB, TB, KiB, MiB, GiB, TiB, like "64KiB"
                64mbit   | size [64mbit] has an unknown unit [mbit]: write one of B, kB, MB, GB, TB, KiB, MiB, GiB, TiB, like "64KiB"
                1.5B     | size [1.5B] is not a whole number of bytes: write "2B"
                0.1KiB   | size [0.1KiB] is not a whole number of bytes: write "102B"
                9223372036854775808B | size [9223372036854775808B] is too large: write at most "9223372036854775807B"
                9999999999TiB | size [9999999999TiB] is too large: write at most "9223372036854775807B"
                """)
        void refuses_what_two_readers_read_differently_and_says_what_to_write(String text, String message) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataSize.parse(text))
                    .withMessage(message);
        }

        @Test
        void names_the_subject_in_the_error() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataSize.parse("receive", "64K"))
                    .withMessage("receive [64K] is ambiguous, for K counts in 1000s to some and in 1024s to others:"
                            + " write \"64KiB\" or \"64kB\"");
        }
    }

    @Nested
    class ToString {

        @ParameterizedTest
        @CsvSource({
            "0, 0B",
            "1, 1B",
            "1000, 1kB",
            "1024, 1KiB",
            "1448, 1448B",
            "64088, 64088B",
            "65535, 65535B",
            "65536, 64KiB",
            "1250000, 1.25MB",
            "1572864, 1.5MiB",
            "3125000, 3125kB",
            "4194240, 4194240B",
            "10000000, 10MB",
            "10485760, 10MiB",
            "1073725440, 1048560KiB",
            "1000000000000, 1TB",
            "1099511627776, 1TiB",
            "9223372036854775807, 9223372036854775807B"
        })
        void is_the_shortest_exact_text(long bytes, String text) {
            assertThat(new DataSize(bytes)).hasToString(text);
        }

        @Test
        void is_read_back_as_the_same_size() {
            Random random = new Random(3);
            for (int i = 0; i < 5_000; i++) {
                long bytes = random.nextLong(Long.MAX_VALUE >> random.nextInt(62));
                for (long rounded : new long[] {bytes, bytes >> 10 << 10, bytes >> 19 << 19, bytes / 1_000 * 1_000}) {
                    DataSize size = new DataSize(rounded);
                    assertThat(DataSize.parse(size.toString())).isEqualTo(size);
                }
            }
        }
    }

    @Nested
    class Describe {

        @ParameterizedTest
        @CsvSource({
            "0, 0 B",
            "999, 999 B",
            "1448, 1.45 kB",
            "5120, 5 KiB",
            "64088, 64.1 kB",
            "65535, 65.5 kB",
            "65536, 64 KiB",
            "128000, 128 kB",
            "999999, 1 MB",
            "1250000, 1.25 MB",
            "1310720, 1.25 MiB",
            "3125000, 3.13 MB",
            "4194240, 4.19 MB",
            "33554432, 32 MiB",
            "1073725440, 1.07 GB",
            "2000000000000, 2 TB",
            "9223372036854775807, 9223372 TB"
        })
        void has_about_three_digits(long bytes, String text) {
            assertThat(new DataSize(bytes).describe()).isEqualTo(text);
        }
    }

    @Nested
    class Factories {

        @Test
        void scale_by_1024() {
            assertThat(DataSize.ofBytes(7)).isEqualTo(new DataSize(7));
            assertThat(DataSize.ofKibibytes(64)).isEqualTo(new DataSize(65_536));
            assertThat(DataSize.ofMebibytes(32)).isEqualTo(new DataSize(33_554_432));
        }

        @Test
        void refuse_negative_sizes() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataSize.ofBytes(-1))
                    .withMessage("size [-1B] is negative: write 0 or more");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataSize.ofKibibytes(-64))
                    .withMessage("size [-64KiB] is negative: write 0 or more");
        }

        @Test
        void refuse_what_would_overflow() {
            assertThat(DataSize.ofMebibytes(Long.MAX_VALUE >> 20).bytes()).isEqualTo(Long.MAX_VALUE - 0xFFFFF);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataSize.ofMebibytes((Long.MAX_VALUE >> 20) + 1))
                    .withMessage("size [8796093022208MiB] is too large: write at most 9223372036854775807 bytes");
        }
    }

    @Test
    void is_ordered_by_size() {
        assertThat(DataSize.parse("64kB")).isLessThan(DataSize.parse("64KiB"));
        assertThat(DataSize.ZERO.isZero()).isTrue();
        assertThat(DataSize.ofBytes(1).isZero()).isFalse();
    }
}
