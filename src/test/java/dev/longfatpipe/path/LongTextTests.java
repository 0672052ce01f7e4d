/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A text of any length is refused at once, and every queue has a text that is short enough. */
@Timeout(10)
class LongTextTests {

    private static final List<String> TEXTS =
            List.of("1".repeat(201), "1".repeat(1_000_000), "1" + "\u0130b".repeat(500_000));

    @Test
    void of_a_queue_is_refused() {
        for (String text : TEXTS) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Queue.parse(text))
                    .withMessage("queue [" + text
                            + "] is longer than 200 characters: write \"1bdp\", \"64KiB\" or \"50ms\"");
        }
    }

    @Test
    void of_a_loss_model_is_refused() {
        for (String text : TEXTS) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> LossModel.parse(text))
                    .withMessage("loss [" + text + "] is longer than 200 characters: write \"1%\", or"
                            + " \"gilbert-elliott p=1% r=25%\"");
        }
    }

    @Test
    void of_a_named_path_is_refused() {
        for (String text : TEXTS) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> NamedPath.of(text))
                    .withMessage("path [" + text + "] is longer than 200 characters: write one of lan, transatlantic,"
                            + " transpacific, cross-region-us, cross-region-eu-asia, geostationary-satellite,"
                            + " leo-satellite, 3g, lte, 5g, adsl");
        }
    }

    @Test
    void a_multiple_of_the_bdp_has_no_more_decimals_than_its_text_may_have() {
        Queue third = Queue.ofBdp(BigDecimal.ONE.divide(BigDecimal.valueOf(3), MathContext.DECIMAL128));
        assertThat(Queue.parse(third.toString())).isEqualTo(third);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queue.ofBdp(new BigDecimal("1e-51")))
                .withMessage("queue [0." + "0".repeat(50)
                        + "1bdp] has more than 50 decimals: write fewer, e.g. \"0.25bdp\"");
    }
}
