/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.units.Loss;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LossModelTests {

    @ParameterizedTest
    @ValueSource(strings = {"0%", "0ppm", "none", " NONE "})
    void nothing_is_lost(String text) {
        LossModel model = LossModel.parse(text);
        assertThat(model).isEqualTo(LossModel.none()).hasToString("none");
        assertThat(model.isNone()).isTrue();
        assertThat(model.meanLoss()).isEqualTo(Loss.NONE);
    }

    @Test
    void a_share_alone_is_independent_loss() {
        LossModel model = LossModel.parse("0.1%");
        assertThat(model)
                .isEqualTo(LossModel.independent(Loss.ofPercent("0.1")))
                .isEqualTo(new LossModel.Independent(Loss.ofPercent("0.1")))
                .hasToString("0.1%");
        assertThat(model.isNone()).isFalse();
        assertThat(model.meanLoss()).isEqualTo(Loss.ofPercent("0.1"));
    }

    @Test
    void independent_loss_of_0_is_none() {
        assertThat(LossModel.independent(Loss.NONE)).isEqualTo(LossModel.none());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LossModel.Independent(Loss.NONE))
                .withMessage("loss [0%] loses nothing: use LossModel.none()");
    }

    @ParameterizedTest
    @CsvSource({
        "gilbert-elliott p=1% r=25%, 1%, 25%, 100%, 0%",
        "Gilbert-Elliott  R=25%  P=1%, 1%, 25%, 100%, 0%",
        "'gilbert-elliott p=1%, r=25%', 1%, 25%, 100%, 0%",
        "gilbert-elliott p=1% r=25% 1-h=50% 1-k=0.1%, 1%, 25%, 50%, 0.1%",
        "gilbert-elliott p=1% r=25% h=30% k=99.9%, 1%, 25%, 70%, 0.1%",
        "gilbert-elliott p=0% r=0% 1-k=2%, 0%, 0%, 100%, 2%"
    })
    void burst_loss_is_read_as_netem_names_it(String text, String p, String r, String bad, String good) {
        assertThat(LossModel.parse(text))
                .isEqualTo(LossModel.gilbertElliott(Loss.parse(p), Loss.parse(r), Loss.parse(bad), Loss.parse(good)));
    }

    @ParameterizedTest
    @CsvSource({
        "gilbert-elliott p=1% r=25%, 3.8461538%", // 1 / 26
        "gilbert-elliott p=1% r=25% 1-h=50% 1-k=0.1%, 2.0192308%", // (0.5 + 0.025) / 26
        "gilbert-elliott p=100% r=100%, 50%",
        "gilbert-elliott p=0% r=25% 1-k=2%, 2%",
        "gilbert-elliott p=0% r=25%, 0%",
        "gilbert-elliott p=1% r=25% 1-h=0%, 0%"
    })
    void mean_loss_is_that_of_both_states_weighted_by_the_time_spent_in_them(String text, String mean) {
        LossModel model = LossModel.parse(text);
        assertThat(model.meanLoss()).isEqualTo(Loss.parse(mean));
        assertThat(model.isNone()).isEqualTo(mean.equals("0%"));
    }

    @Test
    void to_string_leaves_out_what_is_at_its_default() {
        assertThat(LossModel.parse("gilbert-elliott p=1% r=25% h=0% k=100%")).hasToString("gilbert-elliott p=1% r=25%");
        assertThat(LossModel.parse("gilbert-elliott p=1% r=25% h=30% k=99.9%"))
                .hasToString("gilbert-elliott p=1% r=25% 1-h=70% 1-k=0.1%");
    }

    @Test
    void to_string_is_read_back_as_the_same_model() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            LossModel independent = LossModel.independent(share(random, 999_999_999));
            assertThat(LossModel.parse(independent.toString())).isEqualTo(independent);
            LossModel bursts = LossModel.gilbertElliott(
                    share(random, 1_000_000_000),
                    new Loss(1 + random.nextLong(1_000_000_000)),
                    random.nextBoolean() ? Loss.ALL : share(random, 1_000_000_000),
                    random.nextBoolean() ? Loss.NONE : share(random, 999_000_000));
            assertThat(LossModel.parse(bursts.toString())).isEqualTo(bursts);
        }
    }

    private static Loss share(Random random, long max) {
        return new Loss(random.nextLong(max + 1) >> random.nextInt(20));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            101%                                   | loss [101%] is too large: write at most "100%"
            100%                                   | loss [100%] lets no packet through: write less than 100 %, e.g. "1%"
            0.01                                   | loss [0.01] has no unit: write "0.01%" (or "1%" if it is a fraction of 1)
            -1%                                    | loss [-1%] is negative: write "1%"
            bursty                                 | loss [bursty] is not a number with a unit: write "0.1%"
            gilbert-elliott                        | loss [gilbert-elliott] lacks p: write at least "gilbert-elliott p=1% r=25%"
            gilbert-elliott p=1%                   | loss [gilbert-elliott p=1%] lacks r: write at least "gilbert-elliott p=1% r=25%"
            gilbert-elliott 1% 25%                 | loss [gilbert-elliott 1% 25%] has an unknown part [1%]: write p=, r=, 1-h= and 1-k=, like "gilbert-elliott p=1% r=25%"
            gilbert-elliott p=1% q=25%             | loss [gilbert-elliott p=1% q=25%] has an unknown part [q=25%]: write p=, r=, 1-h= and 1-k=, like "gilbert-elliott p=1% r=25%"
            gilbert-elliott p=1% p=2% r=25%        | loss [gilbert-elliott p=1% p=2% r=25%] gives p twice: write it once
            gilbert-elliott p=1% r=25% h=1% 1-h=9% | loss [gilbert-elliott p=1% r=25% h=1% 1-h=9%] gives both h and 1-h: write the loss only, 1-h=9%
            gilbert-elliott p=0.01 r=25%           | p [0.01] has no unit: write "0.01%" (or "1%" if it is a fraction of 1)
            gilbert-elliott p=1% r=101%            | r [101%] is too large: write at most "100%"
            gilbert-elliott p=1% r=0%              | r [0%] never leaves the bad state: write more than 0 %, e.g. "25%"
            gilbert-elliott p=1% r=25% 1-k=100%    | gilbert-elliott [p=1% r=25% 1-k=100%] lets no packet through: write less than 100 % of loss in one of the states
            """)
    void refuses_what_is_no_loss_model_and_says_what_to_write(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LossModel.parse(text))
                .withMessage(message);
    }

    @Test
    void names_the_subject_in_the_error() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LossModel.parse("upstream loss", "gilbert-elliott"))
                .withMessage("upstream loss [gilbert-elliott] lacks p: write at least \"gilbert-elliott p=1% r=25%\"");
    }
}
