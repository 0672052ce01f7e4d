/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTests {

    private static final GatePolicy POLICY = GatePolicy.DEFAULT;

    /** Ten samples around 95 %, none more than 0.2 points away. */
    private static final double[] STEADY = {
        949_000, 951_000, 950_200, 949_600, 950_900, 948_400, 952_000, 950_000, 949_900, 950_500
    };

    private static Comparison compare(double... now) {
        return Comparison.of(STEADY, now, POLICY);
    }

    @ParameterizedTest
    @CsvSource({
        // as before, and a little above or below
        "950000 949500 951000, KEPT, KEPT",
        "940000 939000 941000, KEPT, KEPT",
        // lower beyond chance, but by less than 5 %
        "915000 914000 916000, KEPT, KEPT",
        // a drop of 5 % and more
        "902000 901000 900500, FALLEN, FALLEN",
        "760000 761000 759000, FALLEN, FALLEN",
        // between half of 5 % and 5 %, and the samples cannot exclude 5 %
        "912000 902000 907000, UNCLEAR, FALLEN",
        // one slow run of three, and of five
        "950000 949500 800000, UNCLEAR, UNCLEAR",
        "950000 949500 800000 950100 949700, UNCLEAR, UNCLEAR",
        // too few to tell
        "760000 761000, UNCLEAR, SUSPECT",
        "950000, UNCLEAR, UNCLEAR",
        // more
        "999000 999500 998000, RISEN, RISEN",
        "970000 970500 971000, KEPT, KEPT",
    })
    void follows_from_samples(String samples, Answer soFar, Answer atLast) {
        Comparison comparison = compare(Arrays.stream(samples.split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray());

        assertThat(Answer.soFar(comparison, POLICY)).isEqualTo(soFar);
        assertThat(Answer.atLast(comparison, POLICY)).isEqualTo(atLast);
    }

    @Test
    void no_drop_within_four_standard_deviations_of_the_baseline_is_one() {
        double[] noisy = {700_000, 1_000_000, 850_000, 780_000, 920_000, 880_000, 810_000, 900_000, 760_000, 950_000};

        Comparison comparison =
                Comparison.of(noisy, new double[] {660_000, 650_000, 640_000, 655_000, 645_000}, POLICY);

        assertThat(comparison.lower()).isLessThan(0.01);
        assertThat(comparison.drop()).isBetween(0.2, comparison.noise());
        assertThat(Answer.atLast(comparison, POLICY)).isEqualTo(Answer.SUSPECT);
    }

    @Test
    void one_slow_run_among_those_of_the_baseline_takes_two_more_now() {
        double[] baseline = STEADY.clone();
        baseline[3] = 500_000;

        assertThat(Answer.soFar(Comparison.of(baseline, new double[] {800_000, 801_000, 802_000}, POLICY), POLICY))
                .isEqualTo(Answer.UNCLEAR);
        assertThat(Answer.soFar(
                        Comparison.of(baseline, new double[] {800_000, 801_000, 802_000, 803_000, 804_000}, POLICY),
                        POLICY))
                .isEqualTo(Answer.FALLEN);
    }

    @Nested
    class Probabilities {

        @ParameterizedTest
        @CsvSource({"3, 0.003496503", "4, 0.000999001", "5, 0.000333000"})
        void are_exact_where_all_are_lower(int repeats, double p) {
            // 1 / C(10 + m, m)
            double[] now =
                    IntStream.range(0, repeats).mapToDouble(i -> 500_000 + i).toArray();

            assertThat(compare(now).lower()).isCloseTo(p, within(1e-8));
        }

        @Test
        void of_equal_samples_say_nothing() {
            double[] same = new double[10];
            Arrays.fill(same, 950_000);

            Comparison comparison = Comparison.of(same, new double[] {950_000, 950_000, 950_000}, POLICY);

            assertThat(comparison.lower()).isEqualTo(1);
            assertThat(comparison.higher()).isEqualTo(1);
            assertThat(comparison.kept()).isCloseTo(1 / 286.0, within(1e-9));
            assertThat(comparison.drop()).isZero();
        }

        @ParameterizedTest
        @CsvSource({"1, 99", "2, 13", "3, 7", "5, 4", "10, 3", "12, 3", "13, 2", "20, 2", "98, 2", "99, 1"})
        void need_so_many_repeats(int baseline, int repeats) {
            assertThat(GatePolicy.fewestRepeats(baseline)).isEqualTo(repeats);
        }
    }

    /** Runs the rule on made-up noise as the gate does: a look after each sample, five at the most. */
    private static Answer simulate(Random random, double sigma, double drop, GatePolicy policy) {
        double[] baseline = IntStream.range(0, policy.samples())
                .mapToDouble(i -> 900_000 * (1 + sigma * random.nextGaussian()))
                .map(Math::rint)
                .toArray();
        double[] now = {};
        for (int i = 0; i < policy.mostRepeats(); i++) {
            now = Arrays.copyOf(now, i + 1);
            now[i] = Math.rint(900_000 * (1 - drop) * (1 + sigma * random.nextGaussian()));
            Answer answer = Answer.soFar(Comparison.of(baseline, now, policy), policy);
            if (answer != Answer.UNCLEAR) {
                return answer;
            }
        }
        return Answer.atLast(Comparison.of(baseline, now, policy), policy);
    }

    private static long falls(int runs, double sigma, double drop) {
        Random random = new Random(42);
        return IntStream.range(0, runs)
                .filter(i -> simulate(random, sigma, drop, POLICY) == Answer.FALLEN)
                .count();
    }

    /** The noise is estimated from ten samples, and is much too small once in a long while. */
    @ParameterizedTest
    @CsvSource({"0.001, 0", "0.005, 0", "0.01, 0", "0.02, 0", "0.05, 2", "0.1, 2"})
    void of_unchanged_code_is_a_fall_in_no_more_than_so_many_of_10000_simulated_tests(double sigma, int most) {
        assertThat(falls(10_000, sigma, 0)).isLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource({
        "0.001, 0.05, 985", // a drop that is exactly the least that matters
        "0.002, 0.053, 990",
        "0.005, 0.06, 950",
        "0.005, 0.1, 1000",
        "0.01, 0.1, 990",
        "0.01, 0.2, 1000",
        "0.02, 0.2, 995",
    })
    void of_a_drop_is_a_fall_in_so_many_of_1000_simulated_tests(double sigma, double drop, int least) {
        assertThat(falls(1_000, sigma, drop)).isGreaterThanOrEqualTo(least);
    }

    @Test
    void of_a_drop_that_does_not_matter_is_no_fall_where_the_test_is_steady() {
        assertThat(falls(1_000, 0.001, 0.04)).isZero();
    }
}
