/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossTests {

    @ParameterizedTest
    @CsvSource({
        "0%, 0",
        "0.1%, 1000000",
        "0.1 %, 1000000",
        "1%, 10000000",
        "100%, 1000000000",
        "0.0000001%, 1",
        "50ppm, 50000",
        "0.001ppm, 1",
        "1000000 ppm, 1000000000"
    })
    void reads_per_cent_and_parts_per_million(String text, long partsPerBillion) {
        assertThat(Loss.parse(text)).isEqualTo(new Loss(partsPerBillion));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''            | loss [] is empty: write "0.1%"
            0.01          | loss [0.01] has no unit: write "0.01%" (or "1%" if it is a fraction of 1)
            1             | loss [1] has no unit: write "1%" (or "100%" if it is a fraction of 1)
            some          | loss [some] is not a number with a unit: write "0.1%"
            NaN%          | loss [NaN%] is not a number with a unit: write "0.1%"
            0,1%          | loss [0,1%] has a comma: write numbers with a decimal point, like "0.1%"
            -1%           | loss [-1%] is negative: write "1%"
            1 percent     | loss [1 percent] has an unknown unit [percent]: write "1%"
            2e-4          | loss [2e-4] has an unknown unit [e-4]: write "2%"
            101%          | loss [101%] is too large: write at most "100%"
            100.0000001%  | loss [100.0000001%] is too large: write at most "100%"
            99999999999999999% | loss [99999999999999999%] is too large: write at most "100%"
            0.00000001%   | loss [0.00000001%] is not a whole number of parts per billion: write "0%"
            """)
    void refuses_what_is_no_share_and_says_what_to_write(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> Loss.parse(text)).withMessage(message);
    }

    @Test
    void names_the_subject_in_the_error() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Loss.parse("downstream loss", "101%"))
                .withMessage("downstream loss [101%] is too large: write at most \"100%\"");
    }

    @Test
    void is_made_of_a_number_of_per_cent() {
        assertThat(Loss.ofPercent(1)).isEqualTo(new Loss(10_000_000));
        assertThat(Loss.ofPercent("0.1")).isEqualTo(new Loss(1_000_000));
        assertThat(Loss.ofPercent(new BigDecimal("2.5"))).isEqualTo(new Loss(25_000_000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Loss.ofPercent(101))
                .withMessage("loss [101%] is too large: write at most \"100%\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Loss.ofPercent(-1))
                .withMessage("loss [-1%] is negative: write \"1%\"");
    }

    @Test
    void is_within_0_and_100_per_cent() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Loss(-1))
                .withMessage("loss [-0.0000001%] is no share: write \"0%\" to \"100%\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Loss(1_000_000_001))
                .withMessage("loss [100.0000001%] is no share: write \"0%\" to \"100%\"");
    }

    @Test
    void is_read_back_as_the_same_share() {
        assertThat(Loss.parse("0.1%")).hasToString("0.1%");
        assertThat(Loss.parse("50ppm")).hasToString("0.005%");
        assertThat(Loss.NONE).hasToString("0%");
        assertThat(Loss.ALL).hasToString("100%");
        Random random = new Random(4);
        for (int i = 0; i < 5_000; i++) {
            Loss loss = new Loss(random.nextLong(1_000_000_001L >> random.nextInt(30)));
            assertThat(Loss.parse(loss.toString())).isEqualTo(loss);
        }
    }

    @Test
    void is_a_probability() {
        assertThat(Loss.parse("1%").probability()).isEqualTo(0.01);
        assertThat(Loss.ALL.probability()).isEqualTo(1.0);
        assertThat(Loss.NONE.isZero()).isTrue();
        assertThat(Loss.parse("0.1%")).isLessThan(Loss.parse("1%"));
    }
}
