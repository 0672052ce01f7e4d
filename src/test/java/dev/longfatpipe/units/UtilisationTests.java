/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UtilisationTests {

    @ParameterizedTest
    @CsvSource({"0%, 0", "80%, 800000", "79.5 %, 795000", "100%, 1000000", "120%, 1200000", "0.0001%, 1"})
    void reads_per_cent(String text, long partsPerMillion) {
        assertThat(Utilisation.parse(text)).isEqualTo(new Utilisation(partsPerMillion));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''        | utilisation [] is empty: write "80%"
            80        | utilisation [80] has no unit: write "80%" (or "8000%" if it is a fraction of 1)
            0.8       | utilisation [0.8] has no unit: write "0.8%" (or "80%" if it is a fraction of 1)
            most      | utilisation [most] is not a number with a unit: write "80%"
            -80%      | utilisation [-80%] is negative: write "80%"
            80ppm     | utilisation [80ppm] has an unknown unit [ppm]: write "80%"
            80mbit    | utilisation [80mbit] has an unknown unit [mbit]: write "80%"
            0.00005%  | utilisation [0.00005%] is not a whole number of parts per million: write "0.0001%"
            922337203685478% | utilisation [922337203685478%] is too large: write at most "922337203685477.5807%"
            """)
    void refuses_what_is_no_share_and_says_what_to_write(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Utilisation.parse(text))
                .withMessage(message);
    }

    @Test
    void names_the_subject_in_the_error() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Utilisation.parse("atLeast", "80 mbit"))
                .withMessage("atLeast [80 mbit] has an unknown unit [mbit]: write \"80%\"");
    }

    @Test
    void is_made_of_a_number_of_per_cent() {
        assertThat(Utilisation.ofPercent(80)).isEqualTo(Utilisation.parse("80%"));
        assertThat(Utilisation.ofPercent("79.5")).isEqualTo(Utilisation.parse("79.5%"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Utilisation.ofPercent(-1))
                .withMessage("utilisation [-1%] is negative: write \"1%\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Utilisation(-10_000))
                .withMessage("utilisation [-1%] is negative: write 0 or more");
    }

    @Test
    void is_the_share_of_one_rate_in_another_rounded_down() {
        DataRate expected = DataRate.parse("95.64mbit");
        assertThat(Utilisation.of(DataRate.parse("5.1mbit"), expected)).isEqualTo(new Utilisation(53_324));
        assertThat(Utilisation.of(DataRate.parse("76.512mbit"), expected)).isEqualTo(Utilisation.ofPercent(80));
        assertThat(Utilisation.of(DataRate.parse("76511999bit"), expected)).isLessThan(Utilisation.ofPercent(80));
        assertThat(Utilisation.of(DataRate.ZERO, expected)).isEqualTo(new Utilisation(0));
        assertThat(Utilisation.of(DataRate.MAX, DataRate.parse("1bit")).partsPerMillion())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void has_no_share_of_nothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Utilisation.of(DataRate.MAX, DataRate.ZERO))
                .withMessage("whole [0bit] has no share: it must be above 0");
    }

    @Test
    void is_read_back_as_the_same_share() {
        assertThat(Utilisation.ofPercent(80)).hasToString("80%");
        assertThat(Utilisation.ofPercent(100)).hasToString("100%");
        Random random = new Random(5);
        for (int i = 0; i < 5_000; i++) {
            Utilisation share = new Utilisation(random.nextLong(Long.MAX_VALUE >> random.nextInt(62)));
            assertThat(Utilisation.parse(share.toString())).isEqualTo(share);
        }
    }

    @ParameterizedTest
    @CsvSource({"5.3324%, 5.3 %", "80%, 80 %", "79.9999%, 79.9 %", "0%, 0 %", "0.05%, 0 %", "100%, 100 %"})
    void is_described_rounded_down_so_that_a_miss_never_reads_as_a_hit(String exact, String text) {
        assertThat(Utilisation.parse(exact).describe()).isEqualTo(text);
    }

    @Test
    void is_a_ratio() {
        assertThat(Utilisation.parse("80%").ratio()).isEqualTo(0.8);
    }
}
