/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataSize;
import java.math.BigDecimal;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BufferSizeTests {

    private static final Path PATH = Path.builder().rtt("100ms").rate("100mbit").build();

    @Nested
    class Parse {

        @ParameterizedTest
        @CsvSource({
            "auto, auto",
            "AUTO, auto",
            "64KiB, 64KiB",
            "65536B, 64KiB",
            "1.25 MB, 1.25MB",
            "2bdp, 2bdp",
            "0.50 BDP, 0.5bdp",
        })
        void reads_what_people_write(String text, String canonical) {
            assertThat(BufferSize.parse(text)).hasToString(canonical);
            assertThat(BufferSize.parse(canonical)).isEqualTo(BufferSize.parse(text));
        }

        @Test
        void a_text_of_any_length_is_refused_at_once() {
            for (String text : new String[] {"1".repeat(101), "1" + "\u0130b".repeat(500_000)}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> BufferSize.parse(text))
                        .withMessage("buffer [" + text
                                + "] is longer than 100 characters: write \"auto\", \"64KiB\" or \"2bdp\"");
            }
        }

        @Test
        void a_multiple_has_no_more_decimals_than_its_text_may_have() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BufferSize.ofBdp(new BigDecimal("1e-51")))
                    .withMessage("buffer [0." + "0".repeat(50)
                            + "1bdp] has more than 50 decimals: write fewer, such as \"0.25bdp\"");
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                        large   | receive [large] is no buffer size: write "auto", "64KiB" or "2bdp"
                        ''      | receive [] is no buffer size: write "auto", "64KiB" or "2bdp"
                        64      | receive [64] has no unit: write "64B" or "64KiB"
                        64K     | receive [64K] is ambiguous, for K counts in 1000s to some and in 1024s to others: write "64KiB" or "64kB"
                        0KiB    | receive [0KiB] is empty: write more than 0, such as "64KiB", or "auto"
                        -1KiB   | receive [-1KiB] is negative: write "1KiB"
                        0bdp    | receive [0bdp] is empty: write more than 0, such as "2bdp", or "auto"
                        -1bdp   | receive [-1bdp] is empty: write more than 0, such as "2bdp", or "auto"
                        1001bdp | receive [1001bdp] is too large: write at most "1000bdp"
                        1GiB    | receive [1GiB] is more than a socket option can ask for: write at most "1073741823B"
                        """)
        void refuses_with_what_to_write_instead(String text, String message) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BufferSize.parse("receive", text))
                    .withMessage(message);
        }
    }

    @Nested
    class On {

        @Test
        void auto_stays_with_the_kernel() {
            assertThat(BufferSize.auto().on(PATH)).isEqualTo(BufferSetting.auto());
        }

        @Test
        void a_size_is_what_it_is() {
            assertThat(BufferSize.parse("64KiB").on(PATH)).isEqualTo(BufferSetting.explicit(DataSize.ofKibibytes(64)));
        }

        @Test
        void two_bandwidth_delay_products_of_100_mbit_and_100_ms_are_2_5_megabytes() {
            assertThat(BufferSize.parse("2bdp").on(PATH))
                    .isEqualTo(BufferSetting.explicit(DataSize.ofBytes(2_500_000)));
        }

        @Test
        void the_direction_with_the_larger_product_counts() {
            Path adsl = PATH.toBuilder().rate(Direction.UPSTREAM, "1mbit").build();

            assertThat(BufferSize.parse("1bdp").on(adsl))
                    .isEqualTo(BufferSetting.explicit(DataSize.ofBytes(1_250_000)));
        }

        @Test
        void a_product_is_rounded_down_to_whole_bytes_but_never_to_nothing() {
            Path thin = Path.builder().rtt("1ms").rate("8kbit").build();

            assertThat(BufferSize.ofBdp(new BigDecimal("1.9")).on(thin))
                    .isEqualTo(BufferSetting.explicit(DataSize.ofBytes(1)));
            assertThat(BufferSize.ofBdp(new BigDecimal("0.1")).on(thin))
                    .isEqualTo(BufferSetting.explicit(DataSize.ofBytes(1)));
        }

        @ParameterizedTest
        @ValueSource(strings = {"unlimited rate", "no rtt"})
        void a_path_without_a_product_is_refused(String what) {
            Path path = what.equals("no rtt")
                    ? Path.builder().rate("100mbit").build()
                    : Path.builder().rtt("100ms").build();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BufferSize.parse("2bdp").on(path))
                    .withMessage(
                            "buffer [2bdp] has no meaning on a path (" + path + ") without a bandwidth-delay product:"
                                    + " write a size such as \"64KiB\", or give the path a rate and an rtt");
        }

        @Test
        void a_product_that_no_socket_option_can_ask_for_is_refused() {
            Path fat = Path.builder().rtt("1s").rate("100gbit").build();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BufferSize.parse("1bdp").on(fat))
                    .withMessage("buffer [1bdp = 12.5GB] is more than a socket option can ask for: write at most"
                            + " \"1073741823B\"");
        }
    }

    @Test
    void a_policy_names_the_buffer_it_cannot_read() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SocketBufferPolicy.parse("auto", "16"))
                .withMessage("send [16] has no unit: write \"16B\" or \"16KiB\"");
        assertThat(SocketBufferPolicy.parse("64KiB", "auto")).hasToString("receive 64KiB, send auto");
        assertThat(SocketBufferPolicy.auto()).isEqualTo(SocketBufferPolicy.parse("auto", "auto"));
    }
}
