/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.observe.Transfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** Tests with a baseline, on a backend that moves what a script says. */
class ThroughputBaselineTests {

    private static final String WARNING = "longfatpipe.warning";

    private final Path folder;

    ThroughputBaselineTests(@TempDir Path folder) {
        this.folder = folder;
    }

    private Run run(Class<?> fixture, String mode, String... more) {
        List<String> parameters = new ArrayList<>(List.of(
                "longfatpipe.baseline=" + mode,
                "longfatpipe.baseline.ci=allow",
                "longfatpipe.baseline.folder=" + folder));
        parameters.addAll(Arrays.asList(more));
        return Run.of(fixture, parameters.toArray(String[]::new));
    }

    private Path file(Class<?> fixture) {
        return folder.resolve(fixture.getName() + ".txt");
    }

    private String text(Class<?> fixture) throws IOException {
        return Files.readString(file(fixture));
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", backend = StepBackend.NAME, seed = 101)
    @ThroughputBaseline
    static class Steady {

        static final long SEED = 101;

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> {});
        }
    }

    @Nested
    class Recording {

        @Test
        void writes_what_was_reached_under_which_conditions() throws IOException {
            StepBackend.script(Steady.SEED, 15_000);

            Run run = run(Steady.class, "record").passes(1);

            assertThat(run.published("longfatpipe").get(0)).endsWith(" | LINK | baseline recorded: 100 % (10 samples)");
            assertThat(run.published(WARNING))
                    .containsExactly(
                            "baseline of [Steady.test(Pipe)] was written to [" + file(Steady.class) + "]: commit it");
            assertThat(text(Steady.class))
                    .startsWith("longfatpipe-baselines 1\n#")
                    .contains("\nclass " + Steady.class.getName() + "\n\ntest test(Pipe)\n"
                            + "  path rtt 100 ms, rate 100 mbit, queue 1bdp\n  backend steps\n"
                            + "  kernel LINUX_6_1, net.")
                    .contains("\n  factor LINK\n  library unreleased\n  sample 100.")
                    .contains("\n  control ");
            assertThat(text(Steady.class).lines().filter(line -> line.startsWith("  sample ")))
                    .hasSize(10);
        }

        @Test
        void does_not_write_for_a_test_that_fails() {
            run(FailingItself.class, "record");

            assertThat(file(FailingItself.class)).doesNotExist();
        }

        @ParameterizedTest
        @ValueSource(strings = {"record", "update"})
        void is_refused_in_ci(String mode) {
            assertThatExceptionOfType(ExtensionConfigurationException.class)
                    .isThrownBy(() -> BaselineMode.parse(mode).requireAllowed(Map.of("CI", "true"), false))
                    .withMessage(
                            "longfatpipe.baseline=" + mode + " is refused in CI (the environment has CI=true), where"
                                    + " baselines that are written are compared with themselves: record them on a branch and commit"
                                    + " the files, or allow it with longfatpipe.baseline.ci=allow");
            BaselineMode.parse(mode).requireAllowed(Map.of("CI", "true"), true);
            BaselineMode.parse(mode).requireAllowed(Map.of("CI", "false", "JENKINS_URL", ""), false);
            BaselineMode.CHECK.requireAllowed(Map.of("CI", "true"), false);
        }
    }

    @Nested
    class Check {

        @Test
        void passes_a_test_that_reaches_as_much() {
            StepBackend.script(Steady.SEED, 15_000);
            run(Steady.class, "record").passes(1);

            Run run = run(Steady.class, "check").passes(1);

            assertThat(run.published("longfatpipe").get(0))
                    .endsWith(" | LINK | baseline 100 % -> 100 % (10 + 3 samples), no change");
            assertThat(run.published(WARNING)).isEmpty();
        }

        @Test
        void fails_a_test_that_reaches_less_and_says_all_that_it_rests_on() {
            StepBackend.script(Slower.SEED, 15_000);
            run(Slower.class, "record").passes(1);
            // a warm-up, then run, control, run, control, run, control
            StepBackend.script(Slower.SEED, 9_000, 9_000, 15_000, 9_000, 15_000, 9_000, 15_000);

            Run run = run(Slower.class, "check");

            assertThat(run.failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("Utilisation fell from 100 % to 74.9 % of the expectation, by 25.1 % of the"
                            + " baseline: lower beyond chance (p = 0.0035, 10 + 3 samples), and a drop of 5 % or more cannot"
                            + " be excluded.\n  Path      rtt 100 ms")
                    .hasMessageContaining("\n  Limit     RECEIVE_WINDOW: ")
                    .hasMessageContaining("\n  Fix       ")
                    .hasMessageContaining(
                            "\n  Baseline  100 %, LINK; " + file(Slower.class)
                                    + ", test(Pipe), recorded by LongFatPipe unreleased"
                                    + "\n  Now       74.9 %, 74.9 %, 74.9 %, RECEIVE_WINDOW"
                                    + "\n  Control   100 %, 100 %, 100 %, and 100 % when the baseline was recorded: transfers of"
                                    + " the library's own over the same pipe, so that it was not the machine"
                                    + "\n  Accept    if it is meant to be so: -Dlongfatpipe.baseline=record, and commit the file");
            assertThat(run.published("longfatpipe").get(0))
                    .startsWith("FAILED ")
                    .endsWith("baseline 100 % -> 74.9 % (10 + 3 samples), regressed, limit was LINK");
        }

        @Test
        void aborts_a_test_whose_control_falls_short_as_well() {
            StepBackend.script(SlowMachine.SEED, 15_000);
            run(SlowMachine.class, "record").passes(1);
            StepBackend.script(SlowMachine.SEED, 9_000);

            String reason =
                    "INCONCLUSIVE: the control transfer over the same pipe reached 74.9 % of its expectation, and at"
                            + " least 100 % when the baseline was recorded: the machine was slower, whatever the test is\n"
                            + "baseline 100 % -> 74.9 % (10 + 3 samples), inconclusive, limit was LINK";

            Run run = run(SlowMachine.class, "check");
            assertThat(run.abortion()).isInstanceOf(TestAbortedException.class).hasMessage(reason);
            assertThat(run.published("longfatpipe").get(0)).startsWith("INCONCLUSIVE ");

            Run strict = run(SlowMachine.class, "check", "longfatpipe.inconclusive=fail");
            assertThat(strict.failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessage(reason + "\nIt fails because of longfatpipe.inconclusive=fail.");
            assertThat(strict.published("longfatpipe").get(0)).startsWith("INCONCLUSIVE ");
        }

        @Test
        void tells_of_an_improvement_and_of_another_limit_and_update_keeps_it() throws IOException {
            StepBackend.script(Faster.SEED, 9_000);
            run(Faster.class, "record").passes(1);
            StepBackend.script(Faster.SEED, 15_000);
            String before = text(Faster.class);

            Run run = run(Faster.class, "check").passes(1);

            assertThat(run.published("longfatpipe").get(0))
                    .endsWith("baseline 74.9 % -> 100 % (10 + 3 samples), improved, limit was RECEIVE_WINDOW");
            assertThat(run.published(WARNING))
                    .containsExactly(
                            "[Faster.test(Pipe)] was limited by RECEIVE_WINDOW when its baseline was recorded and is limited"
                                    + " by LINK now",
                            "[Faster.test(Pipe)] reaches more than its baseline: keep that with"
                                    + " -Dlongfatpipe.baseline=update, and commit [" + file(Faster.class) + "]");
            assertThat(text(Faster.class)).isEqualTo(before);

            Run update = run(Faster.class, "update").passes(1);

            assertThat(update.published("longfatpipe").get(0))
                    .endsWith("baseline 74.9 % -> 100 % (10 + 10 samples), recorded, limit was RECEIVE_WINDOW");
            assertThat(text(Faster.class)).contains("\n  factor LINK\n").contains("\n  sample 100");
            assertThat(run(Faster.class, "check")
                            .passes(1)
                            .published("longfatpipe")
                            .get(0))
                    .endsWith("no change");
        }

        @Test
        void of_update_fails_what_fell_and_leaves_its_baseline() throws IOException {
            StepBackend.script(Ratchet.SEED, 15_000);
            run(Ratchet.class, "update").passes(1);
            String before = text(Ratchet.class);
            StepBackend.script(Ratchet.SEED, 9_000, 9_000, 15_000, 9_000, 15_000, 9_000, 15_000);

            assertThat(run(Ratchet.class, "update").failure()).hasMessageStartingWith("Utilisation fell from 100 %");
            assertThat(text(Ratchet.class)).isEqualTo(before);
        }

        @Test
        void of_a_test_without_a_baseline_fails_and_names_the_switch() {
            assertThat(run(Unrecorded.class, "check").failure())
                    .isInstanceOf(ExtensionConfigurationException.class)
                    .hasMessage("[Unrecorded.test(Pipe)] has no baseline in [" + file(Unrecorded.class)
                            + "]: record it on code that is as it should be, with -Dlongfatpipe.baseline=record, and commit"
                            + " the file; or run without baselines, with -Dlongfatpipe.baseline=off");
            run(Unrecorded.class, "off").passes(1);
        }

        @Test
        void under_other_conditions_is_refused() {
            run(Unrecorded.class, "record").passes(1);

            assertThat(run(Unrecorded.class, "check", "longfatpipe.backend=fake")
                            .failure())
                    .isInstanceOf(ExtensionConfigurationException.class)
                    .hasMessage("the baseline of [Unrecorded.test(Pipe)] in [" + file(Unrecorded.class)
                            + "] was recorded with backend [steps], now [fake]. What was reached with the one says nothing"
                            + " about the other: run the test as it was recorded, or record it anew with"
                            + " -Dlongfatpipe.baseline=record");
            assertThat(run(Unrecorded.class, "check", "longfatpipe.kernel=linux-6.18")
                            .failure())
                    .hasMessageContaining("was recorded with kernel profile [LINUX_6_1, ")
                    .hasMessageContaining("], now [LINUX_6_18, ");
        }
    }

    @Nested
    class Names {

        @Test
        void tell_overloads_invocations_and_pipes_apart() throws IOException {
            run(Named.class, "record").passes(4);

            assertThat(text(Named.class).lines().filter(line -> line.startsWith("test ")))
                    .containsExactly(
                            "test same(Pipe) [far]",
                            "test same(Pipe, TestInfo) [far]",
                            "test several(String, Pipe) #1 [far]",
                            "test several(String, Pipe) #2 [far]");
            assertThat(text(Named.class)).contains("\n  called [1] ");
            run(Named.class, "check").passes(4);
        }

        @Test
        void that_are_the_same_are_refused() {
            assertThat(run(Twins.class, "record").failure())
                    .isInstanceOf(ExtensionConfigurationException.class)
                    .hasMessageStartingWith("[Twins.test(Pipe, Entry)] is the name of two tests, [")
                    .hasMessageEndingWith("], which cannot share a baseline: rename one of the methods");
        }

        @Test
        void that_no_test_has_any_more_are_told_and_removed_by_update() throws IOException {
            run(Steady.class, "record").passes(1);
            String kept = text(Steady.class);
            Files.writeString(
                    file(Steady.class),
                    kept + kept.substring(kept.indexOf("\ntest ")).replace("test test(", "test gone("));

            assertThat(run(Steady.class, "check").passes(1).published(WARNING))
                    .containsExactly("baseline of [gone(Pipe)] in [" + file(Steady.class)
                            + "] belongs to no test of Steady any more: remove it, by hand or with"
                            + " -Dlongfatpipe.baseline=update");
            assertThat(run(Steady.class, "update").passes(1).published(WARNING))
                    .containsExactly("baseline of [gone(Pipe)] was removed from [" + file(Steady.class)
                            + "]: it belongs to no test of Steady any more");
            assertThat(text(Steady.class)).isEqualTo(kept);
        }
    }

    @Nested
    class Bad_input {

        @Test
        void a_file_that_cannot_be_understood_fails_the_test_and_stays() throws IOException {
            for (String mode : List.of("check", "record", "update")) {
                Files.writeString(file(Steady.class), "longfatpipe-baselines 3\n");

                assertThat(run(Steady.class, mode).failure())
                        .isInstanceOf(ExtensionConfigurationException.class)
                        .hasMessage(
                                "baseline file [" + file(Steady.class) + "] has version [3] of the format, and this"
                                        + " version of LongFatPipe reads versions up to 1: update LongFatPipe to the version that"
                                        + " wrote it, or delete the file and record it again with -Dlongfatpipe.baseline=record");
                assertThat(text(Steady.class)).isEqualTo("longfatpipe-baselines 3\n");
            }
        }

        @Test
        void a_folder_that_cannot_be_written_fails_the_test_before_its_body() throws IOException {
            Path file = Files.writeString(folder.resolve("file"), "");

            assertThat(run(NeverRun.class, "record", "longfatpipe.baseline.folder=" + file)
                            .failure())
                    .isInstanceOf(ExtensionConfigurationException.class)
                    .hasMessage("baseline file [" + file.resolve(NeverRun.class.getName() + ".txt")
                            + "] cannot be written (java.nio.file.FileAlreadyExistsException: " + file
                            + "); nothing was changed. Make its folder writable, or name another one with"
                            + " -Dlongfatpipe.baseline.folder");
        }

        @Test
        void settings_that_cannot_be_read() {
            assertThat(run(NeverRun.class, "rekord").failure())
                    .hasMessage(
                            "longfatpipe.baseline [rekord] is unknown: write \"check\" to compare with the committed"
                                    + " baselines, \"record\" to write them anew, \"update\" to write those that are missing or have"
                                    + " improved, or \"off\"");
            assertThat(run(NeverRun.class, "check", "longfatpipe.inconclusive=yes")
                            .failure())
                    .hasMessage("longfatpipe.inconclusive [yes] is unknown: write \"fail\" or \"abort\"");
            assertThat(run(NeverRun.class, "check", "longfatpipe.baseline.repeats=few")
                            .failure())
                    .hasMessage("longfatpipe.baseline.repeats [few] is not a whole number: write one such as \"5\"");
            assertThat(run(NeverRun.class, "check", "longfatpipe.baseline.repeats=0")
                            .failure())
                    .hasMessage("@ThroughputBaseline: repeats [0] is outside 1 to 1000: write 5, for example");
            assertThat(run(NeverRun.class, "check", "longfatpipe.baseline.budget=20")
                            .failure())
                    .hasMessageStartingWith("longfatpipe.baseline.budget [20] has no unit: ");
        }

        @Test
        void a_test_that_measures_nothing_or_twice_or_has_no_pipe() {
            assertThat(run(MeasuringNothing.class, "record").failure())
                    .hasMessage("@ThroughputBaseline: this test measured nothing. Put what is to be compared with the"
                            + " baseline into pipe.measure(() -> ...), which runs it several times");
            assertThat(run(MeasuringTwice.class, "record").failure())
                    .hasMessage(
                            "[MeasuringTwice.test(Pipe)] measures a second time on the same pipe: a test with a baseline"
                                    + " measures once. Do what comes before without pipe.measure, or make two tests of it");
            assertThat(run(WithoutPipe.class, "record").failure())
                    .hasMessage("@ThroughputBaseline: this test has no pipe. Write @LongFatPipe(rtt = \"100ms\", rate ="
                            + " \"100mbit\") on the test method or its class");
        }
    }

    @Test
    void the_run_in_the_middle_is_what_the_test_gets() {
        StepBackend.script(Middle.SEED, 15_000);
        run(Middle.class, "record").passes(1);
        StepBackend.script(Middle.SEED, 15_020, 15_000, 15_010);
        Middle.bytes = 0;

        run(Middle.class, "check").passes(1);

        assertThat(Middle.bytes).isEqualTo(15_010_000);
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", backend = StepBackend.NAME, seed = Slower.SEED)
    @ThroughputBaseline
    static class Slower {

        static final long SEED = 102;

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> {});
        }
    }

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            kernel = "linux-6.1",
            backend = StepBackend.NAME,
            seed = SlowMachine.SEED)
    @ThroughputBaseline
    static class SlowMachine {

        static final long SEED = 103;

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> {});
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", backend = StepBackend.NAME, seed = Faster.SEED)
    @ThroughputBaseline
    static class Faster {

        static final long SEED = 104;

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> {});
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", backend = StepBackend.NAME, seed = Middle.SEED)
    @ThroughputBaseline
    static class Middle {

        static final long SEED = 105;
        static volatile long bytes;

        @Test
        void test(Pipe pipe) throws Exception {
            Transfer transfer = pipe.measure(() -> {});
            assertThat(pipe.lastMeasured()).containsSame(transfer);
            bytes = transfer.bytes().bytes();
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", backend = StepBackend.NAME, seed = Ratchet.SEED)
    @ThroughputBaseline
    static class Ratchet {

        static final long SEED = 107;

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> {});
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", backend = StepBackend.NAME)
    @ThroughputBaseline
    static class Unrecorded {

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> {});
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = StepBackend.NAME)
    @ThroughputBaseline
    static class FailingItself {

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> {});
            throw new AssertionError("the test's own");
        }
    }

    @LongFatPipe(name = "far", rtt = "100ms", rate = "100mbit", backend = StepBackend.NAME)
    @ThroughputBaseline
    static class Named {

        @Test
        void same(Pipe pipe) throws Exception {
            pipe.measure(() -> {});
        }

        @Test
        void same(Pipe pipe, TestInfo info) throws Exception {
            pipe.measure(() -> {});
        }

        @ParameterizedTest
        @ValueSource(strings = {"one", "two"})
        void several(String which, Pipe pipe) throws Exception {
            pipe.measure(() -> {});
        }
    }

    static final class One {

        record Entry() {}
    }

    static final class Other {

        record Entry() {}
    }

    static final class Entries implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
            return parameter.getParameter().getType().isRecord();
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
            return parameter.getParameter().getType() == One.Entry.class ? new One.Entry() : new Other.Entry();
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = StepBackend.NAME)
    @ThroughputBaseline
    @ExtendWith(Entries.class)
    static class Twins {

        @Test
        void test(Pipe pipe, One.Entry entry) throws Exception {
            pipe.measure(() -> {});
        }

        @Test
        void test(Pipe pipe, Other.Entry entry) throws Exception {
            pipe.measure(() -> {});
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = StepBackend.NAME)
    @ThroughputBaseline
    static class NeverRun {

        @Test
        void test(Pipe pipe) {
            throw new AssertionError("the body ran");
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = StepBackend.NAME)
    @ThroughputBaseline
    static class MeasuringNothing {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = StepBackend.NAME)
    @ThroughputBaseline
    static class MeasuringTwice {

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> {});
            pipe.measure(() -> {});
        }
    }

    @ThroughputBaseline
    static class WithoutPipe {

        @Test
        void test() {}
    }
}
