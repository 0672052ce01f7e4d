/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class GateTests {

    private static final String LATE = "the machine was too busy to hold the path";

    /** Runs of which each takes a second on a clock that moves for nothing else. */
    private static final class Scene implements GateRuns {

        private final Deque<GateRun> measured = new ArrayDeque<>();
        private final Deque<GateRun> controls = new ArrayDeque<>();
        private final List<String> order = new ArrayList<>();
        private long nanos;
        private long runNanos = 1_000_000_000L;
        private boolean unreachable;

        Scene reaching(double... percent) {
            for (double one : percent) {
                measured.add(run(one, LimitingFactor.LINK, null));
            }
            return this;
        }

        Scene late(double percent) {
            measured.add(run(percent, LimitingFactor.SENDER, LATE));
            return this;
        }

        Scene controls(double... percent) {
            for (double one : percent) {
                controls.add(run(one, LimitingFactor.LINK, null));
            }
            return this;
        }

        Scene taking(Duration each) {
            runNanos = each.toNanos();
            return this;
        }

        private static GateRun run(
                double percent, LimitingFactor factor, @org.jspecify.annotations.Nullable String complaint) {
            return new GateRun(
                    new Sample(new Utilisation(Math.round(percent * 10_000)), DataRate.ofMegabitsPerSecond(90)),
                    factor,
                    Optional.ofNullable(complaint));
        }

        @Override
        public GateRun measured() {
            order.add("run");
            nanos += runNanos;
            return measured.removeFirst();
        }

        @Override
        public GateRun control() throws IOException {
            order.add("control");
            nanos += runNanos;
            if (unreachable) {
                throw new IOException("no route");
            }
            return controls.removeFirst();
        }

        Gate gate() {
            return gate(GatePolicy.DEFAULT);
        }

        Gate gate(GatePolicy policy) {
            return new Gate(policy, this, () -> nanos);
        }
    }

    private static Baseline baseline() {
        return new Baseline(
                "test()",
                "",
                new Conditions("p", "relay", "k"),
                LimitingFactor.LINK,
                "0.1.0",
                IntStream.range(0, 10)
                        .mapToObj(i -> new Sample(new Utilisation(950_000 + 100 * i), DataRate.ofMegabitsPerSecond(90)))
                        .toList(),
                List.of(new Utilisation(980_000), new Utilisation(990_000)));
    }

    @Test
    void three_runs_show_that_nothing_has_changed() throws Exception {
        Scene scene = new Scene().reaching(95, 95.1, 94.9);

        GateResult result = scene.gate().check(baseline());

        assertThat(result.verdict()).isEqualTo(GateVerdict.NO_CHANGE);
        assertThat(result.elapsed()).isEqualTo(Duration.ofSeconds(3));
        assertThat(result.line()).isEqualTo("baseline 95 % -> 95 % (10 + 3 samples), no change");
        assertThat(scene.order).containsOnly("run");
    }

    @Test
    void a_first_run_that_falls_short_is_a_warm_up() throws Exception {
        GateResult result = new Scene().reaching(70, 95, 95.1, 94.9).gate().check(baseline());

        assertThat(result.verdict()).isEqualTo(GateVerdict.NO_CHANGE);
        assertThat(result.runs()).isEqualTo(4);
        assertThat(result.samples()).hasSize(3);
    }

    @Test
    void three_runs_and_a_control_beside_each_show_that_it_has_fallen() throws Exception {
        Scene scene = new Scene().reaching(85, 85, 85.1, 84.9).controls(98, 98.1, 98.2);

        GateResult result = scene.gate().check(baseline());

        assertThat(result.verdict()).isEqualTo(GateVerdict.REGRESSED);
        assertThat(scene.order).containsExactly("run", "run", "control", "run", "control", "run", "control");
        assertThat(result.line()).isEqualTo("baseline 95 % -> 85 % (10 + 3 samples), regressed");
    }

    @Test
    void a_control_that_falls_short_as_well_makes_it_inconclusive() throws Exception {
        GateResult result = new Scene()
                .reaching(85, 85, 85.1, 84.9)
                .controls(90, 91, 92)
                .gate()
                .check(baseline());

        assertThat(result.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(result.reason())
                .isEqualTo(
                        "the control transfer over the same pipe reached 91 % of its expectation, and at least 98 % when"
                                + " the baseline was recorded: the machine was slower, whatever the test is");
    }

    @Test
    void a_control_that_cannot_be_made_makes_it_inconclusive() throws Exception {
        Scene scene = new Scene().reaching(85, 85, 85.1, 84.9);
        scene.unreachable = true;

        GateResult result = scene.gate().check(baseline());

        assertThat(result.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(result.reason())
                .isEqualTo(
                        "no control transfer could be made over the pipe (java.io.IOException: no route), so that a slow"
                                + " test cannot be told from a slow machine");
    }

    @Test
    void runs_that_the_machine_spoiled_do_not_count() throws Exception {
        GateResult result = new Scene()
                .reaching(95)
                .late(80)
                .late(81)
                .reaching(95, 95.1)
                .controls(98, 98)
                .gate()
                .check(baseline());

        assertThat(result.verdict()).isEqualTo(GateVerdict.NO_CHANGE);
        assertThat(result.samples()).hasSize(3);
    }

    @Test
    void nothing_but_spoiled_runs_is_inconclusive() throws Exception {
        GateResult result = new Scene()
                .late(80)
                .late(80)
                .late(81)
                .late(80)
                .late(81)
                .late(82)
                .controls(98, 98, 98, 98, 98)
                .gate()
                .check(baseline());

        assertThat(result.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
        assertThat(result.reason()).isEqualTo(LATE);
        assertThat(result.samples()).isEmpty();
        assertThat(result.line()).isEqualTo("baseline 95 % -> nothing (10 + 0 samples), inconclusive");
    }

    @Test
    void runs_that_reached_enough_although_the_machine_was_late_count() throws Exception {
        GateResult result = new Scene().late(95).late(95.1).late(94.9).gate().check(baseline());

        assertThat(result.verdict()).isEqualTo(GateVerdict.NO_CHANGE);
    }

    @Test
    void a_rise_is_an_improvement() throws Exception {
        GateResult result = new Scene().reaching(100, 100.1, 100.2).gate().check(baseline());

        assertThat(result.verdict()).isEqualTo(GateVerdict.IMPROVED);
        assertThat(result.comparison().orElseThrow().drop()).isLessThan(-0.05);
    }

    @Test
    void another_limit_is_told_even_when_the_throughput_held() throws Exception {
        Scene scene = new Scene();
        for (int i = 0; i < 3; i++) {
            scene.measured.add(Scene.run(95, LimitingFactor.RECEIVE_WINDOW, null));
        }

        GateResult result = scene.gate().check(baseline());

        assertThat(result.factorBefore()).contains(LimitingFactor.LINK);
        assertThat(result.factor()).isEqualTo(LimitingFactor.RECEIVE_WINDOW);
        assertThat(result.line()).isEqualTo("baseline 95 % -> 95 % (10 + 3 samples), no change, limit was LINK");
    }

    @Nested
    class The_budget {

        @Test
        void ends_the_repeats_before_one_that_would_not_be_over_in_time() throws Exception {
            GateResult result = new Scene()
                    .taking(Duration.ofSeconds(9))
                    .reaching(94, 93.9, 93.8)
                    .gate()
                    .check(baseline());

            assertThat(result.runs()).isEqualTo(2);
            assertThat(result.elapsed()).isEqualTo(Duration.ofSeconds(18));
            assertThat(result.verdict()).isEqualTo(GateVerdict.NO_CHANGE);
        }

        @Test
        void that_leaves_too_few_runs_to_show_a_drop_is_inconclusive_and_says_how_many_it_takes() throws Exception {
            GateResult result = new Scene()
                    .taking(Duration.ofSeconds(5))
                    .reaching(80, 80, 80.1, 80.2)
                    .controls(98, 98, 98)
                    .gate()
                    .check(baseline());

            assertThat(result.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
            assertThat(result.reason())
                    .isEqualTo("1 run within the budget of 20 s cannot show a drop: with 10 samples in the baseline it"
                            + " takes 3. Move fewer bytes, or allow for more");
        }

        @Test
        void of_repeats_ends_them_too() throws Exception {
            GateResult result = new Scene()
                    .reaching(95.05, 80, 95.05, 80, 95.05)
                    .controls(98, 98)
                    .gate()
                    .check(baseline());

            assertThat(result.runs()).isEqualTo(5);
            assertThat(result.verdict()).isEqualTo(GateVerdict.NO_CHANGE);
        }

        @Test
        void is_kept_by_the_ticker_alone_and_a_first_run_always_happens() throws Exception {
            GateResult result =
                    new Scene().taking(Duration.ofHours(1)).reaching(95).gate().check(baseline());

            assertThat(result.runs()).isEqualTo(1);
            assertThat(result.verdict()).isEqualTo(GateVerdict.NO_CHANGE);
        }
    }

    @Nested
    class Recording {

        @Test
        void takes_ten_samples_after_a_warm_up_and_a_control_after_every_second() throws Exception {
            Scene scene = new Scene()
                    .reaching(50, 95, 95, 95, 95, 95, 95, 95, 95, 95, 95)
                    .controls(98, 98, 98, 98, 98);

            GateResult result = scene.gate().record();

            assertThat(result.verdict()).isEqualTo(GateVerdict.RECORDED);
            assertThat(result.samples()).hasSize(10);
            assertThat(result.control()).hasSize(5);
            assertThat(result.line()).isEqualTo("baseline recorded: 95 % (10 samples)");
        }

        @Test
        void leaves_out_what_the_machine_spoiled() throws Exception {
            Scene scene = new Scene().reaching(95).late(90).late(90);
            scene.reaching(95, 95, 95).controls(98, 98, 98);

            GateResult result = scene.gate(new GatePolicy(Utilisation.ofPercent(5), 5, Duration.ofSeconds(20), 3))
                    .record();

            assertThat(result.verdict()).isEqualTo(GateVerdict.RECORDED);
            assertThat(result.samples())
                    .hasSize(3)
                    .allMatch(sample -> sample.utilisation().equals(Utilisation.ofPercent(95)));
        }

        @Test
        void gives_up_after_twice_as_many_runs() throws Exception {
            Scene scene = new Scene().reaching(95);
            for (int i = 0; i < 6; i++) {
                scene.late(90);
            }
            scene.controls(98, 98, 98);

            GateResult result = scene.gate(new GatePolicy(Utilisation.ofPercent(5), 5, Duration.ofSeconds(20), 3))
                    .record();

            assertThat(result.verdict()).isEqualTo(GateVerdict.INCONCLUSIVE);
            assertThat(result.reason()).isEqualTo(LATE);
        }
    }

    @Test
    void a_policy_out_of_range_is_refused() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new GatePolicy(Utilisation.ofPercent(60), 5, Duration.ofSeconds(20), 10))
                .withMessage(
                        "minimumDrop [60%] is outside 0 to 50 %: write the least drop that is worth a failure, such"
                                + " as \"5%\"");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new GatePolicy(Utilisation.ofPercent(5), 0, Duration.ofSeconds(20), 10))
                .withMessage("repeats [0] is outside 1 to 1000: write 5, for example");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new GatePolicy(Utilisation.ofPercent(5), 5, Duration.ZERO, 10))
                .withMessage("budget [0ms] must be above 0: write \"20s\", for example");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new GatePolicy(Utilisation.ofPercent(5), 5, Duration.ofSeconds(20), 2))
                .withMessage("samples [2] is outside 3 to 1000: write 10, for example");
    }
}
