/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTests {

    private static Figure figure(Double... runs) {
        return new Figure("rate", "1 gbit", "error", "%", List.of(runs));
    }

    @Test
    void its_value_is_the_median_of_its_runs() {
        assertThat(figure(3.0, 1.0, 2.0).value()).isEqualTo(2);
        assertThat(figure(4.0, 1.0).value()).isEqualTo(2.5);
    }

    @Test
    void a_quantile_lies_between_two_runs() {
        List<Double> runs = List.of(10.0, 0.0, 20.0);
        assertThat(Figure.quantile(runs, 0)).isZero();
        assertThat(Figure.quantile(runs, 1)).isEqualTo(20);
        assertThat(Figure.quantile(runs, 0.75)).isEqualTo(15);
    }

    @Test
    void what_was_never_measured_is_no_figure() {
        assertThatThrownBy(FigureTests::figure)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rate, 1 gbit: error was never measured");
    }

    @Test
    void a_target_bounds_it_from_below_from_above_or_on_both_sides() {
        assertThat(figure(-0.6).mustBe(Target.within(0.5)).isMet()).isFalse();
        assertThat(figure(-0.5).mustBe(Target.within(0.5)).isMet()).isTrue();
        assertThat(figure(9.9).mustBe(Target.atLeast(10)).isMet()).isFalse();
        assertThat(figure(10.0).mustBe(Target.atLeast(10)).isMet()).isTrue();
        assertThat(figure(1.01).mustBe(Target.atMost(1)).isMet()).isFalse();
        assertThat(figure(1.0).mustBe(Target.atMost(1)).isMet()).isTrue();
        assertThat(figure(Double.NaN).mustBe(Target.atMost(1)).isMet()).isFalse();
        assertThat(figure(1e9).isMet()).as("nothing is promised").isTrue();
    }

    @Test
    void numbers_have_the_digits_that_say_something() {
        assertThat(List.of(0.12345, 1.5, 12.345, 123.45, 12345.6, -0.02, 0.0).stream()
                        .map(Figure::text))
                .containsExactly("0.123", "1.5", "12.35", "123.5", "12346", "-0.02", "0");
        assertThat(Figure.plain(0.000123456789)).isEqualTo("0.000123457");
        assertThat(Figure.plain(26_900_000_000.0)).isEqualTo("26900000000");
        assertThat(Figure.plain(0)).isEqualTo("0");
    }
}
