/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.report.TestEntry;
import dev.longfatpipe.report.TestIdentity;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTests {

    private final Path folder;

    ReportTests(@TempDir Path folder) {
        this.folder = folder;
    }

    private Run run(Class<?> fixture) {
        return Run.of(fixture, "longfatpipe.report=on", "longfatpipe.report.dir=" + folder, "longfatpipe.report.run=x");
    }

    private String report() throws IOException {
        return Files.readString(folder.resolve("report.json"));
    }

    @Test
    void is_written_when_the_last_test_is_over() throws IOException {
        run(Passing.class).passes(1);

        assertThat(report())
                .contains(
                        "\"method\":\"test\"",
                        "\"name\":\"Passing.test\"",
                        "\"file\":\"src/test/java/dev/longfatpipe/junit/ReportTests.java\"",
                        "\"verdict\":\"PASSED\"",
                        "\"goodputBitsPerSecond\":60000000");
        assertThat(Files.readString(folder.resolve("report.html"))).contains("Passing.test");
        assertThat(folder.resolve("benchmark.json")).exists();
        assertThat(folder.resolve("summary.md")).exists();
    }

    @Test
    void says_why_a_test_failed_and_where() throws IOException {
        run(Failing.class).failure();

        assertThat(report())
                .contains("\"verdict\":\"FAILED\"", "\"reason\":\"too slow\"")
                .containsPattern("\"line\":[0-9]+");
    }

    @Test
    void tells_one_invocation_from_another_and_escapes_what_it_is_called() throws IOException {
        run(Invocations.class).passes(2);

        assertThat(report())
                .contains("\"invocation\":\"\\u003c/script> 1\"", "\"invocation\":\"\\u003c/script> 2\"")
                .doesNotContain("</script>");
    }

    @Test
    void publishes_its_figures_one_by_one() {
        Run run = run(Passing.class);

        assertThat(run.published("longfatpipe.verdict")).containsExactly("PASSED");
        assertThat(run.published("longfatpipe.goodput")).containsExactly("60 mbit");
        assertThat(run.published("longfatpipe.limit")).hasSize(1);
        assertThat(run.published("longfatpipe.utilisation")).hasSize(1);
    }

    @Test
    void can_be_turned_off() {
        Run run = Run.of(Passing.class, "longfatpipe.report=off", "longfatpipe.report.dir=" + folder)
                .passes(1);

        assertThat(folder).isEmptyDirectory();
        assertThat(run.published("longfatpipe.verdict")).isEmpty();
    }

    @Test
    void that_cannot_be_written_fails_no_test() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        Run.of(Passing.class, "longfatpipe.report=on", "longfatpipe.report.dir=" + file.resolve("below"))
                .passes(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "longfatpipe.report=html | longfatpipe.report [html] is unknown: write \"on\", or \"off\" for no report",
                "longfatpipe.progress=yes | longfatpipe.progress [yes] is unknown: write \"on\", \"off\", or \"auto\" for a"
                        + " line on terminals only",
            })
    void refuses_a_setting_that_it_does_not_know(String parameter, String message) {
        assertThat(Run.of(Passing.class, parameter).failure())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(message);
    }

    @Test
    void annotations_are_what_github_reads() {
        TestIdentity test = new TestIdentity(
                "id", "com.acme.Slow", "test", "a, b: c", "Slow.test a, b: c", "src/test/java/com/acme/Slow.java", 12);
        assertThat(Annotation.of(entry(test, "FAILED", "100 %\nof it")))
                .contains(
                        "::error file=src/test/java/com/acme/Slow.java,line=12,title=FAILED Slow.test a%2C b%3A c [annotations]::100"
                                + " %25%0Aof it");
        assertThat(Annotation.of(entry(test, "INCONCLUSIVE", "busy")).orElseThrow())
                .startsWith("::warning file=");
        assertThat(Annotation.of(entry(test, "PASSED", null))).isEmpty();
    }

    private static TestEntry entry(TestIdentity test, String verdict, @Nullable String reason) {
        FakePipe pipe = new FakePipe(request());
        return TestEntry.of(test, verdict, reason, pipe.description(), Optional.empty(), null, List.of());
    }

    private static PipeRequest request() {
        try (Pipe pipe = Pipes.builder(dev.longfatpipe.path.Path.named("transatlantic"))
                .backend(FakeBackend.NAME)
                .name("annotations")
                .open()) {
            return FakeBackend.opened(pipe.name()).request();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CI=true", "CI=1", "JENKINS_URL=http://x", "GITHUB_ACTIONS=true"})
    void knows_ci_services(String variable) {
        String[] parts = variable.split("=", 2);
        Map<String, String> environment = Map.of(parts[0], parts[1], "GITHUB_STEP_SUMMARY", " ");
        Surroundings surroundings =
                Surroundings.of(name -> Optional.ofNullable(environment.get(name)), name -> Optional.of("/some/where"));

        assertThat(surroundings.ci()).isTrue();
        assertThat(surroundings.github()).isEqualTo(parts[0].equals("GITHUB_ACTIONS"));
        assertThat(surroundings.stepSummary()).isEmpty();
        assertThat(surroundings.base()).isEqualTo(Path.of("/some/where"));
    }

    @Test
    void progress_is_bytes_and_what_comes_now() {
        Pipe pipe = Pipes.builder(dev.longfatpipe.path.Path.named("transatlantic"))
                .backend(FakeBackend.NAME)
                .seed(FakeBackend.FULL)
                .open();
        try (pipe) {
            PipeSnapshot first = pipe.snapshot();
            pipe.to(Server.ADDRESS);
            PipeSnapshot now = pipe.snapshot();
            PipeSnapshot before = new PipeSnapshot(now.nanos() - 1_000_000_000L, List.of(), Punctuality.NONE);

            assertThat(ProgressLine.text("Slow.test", first, before, now))
                    .isEqualTo("Slow.test  2 s  15 MB, 120 mbit now");
        }
    }

    @Test
    void progress_is_told_only_where_somebody_looks_at_a_terminal() {
        Surroundings desk = Surroundings.of(name -> Optional.empty(), name -> Optional.of("/"));
        Surroundings ci = Surroundings.of(name -> Optional.of("true"), name -> Optional.of("/"));
        Pipe pipe = Pipes.builder(dev.longfatpipe.path.Path.named("transatlantic"))
                .backend(FakeBackend.NAME)
                .open();
        try (pipe) {
            assertThat(begins(pipe, ReportSettings.Progress.AUTO, desk, true)).isTrue();
            assertThat(begins(pipe, ReportSettings.Progress.AUTO, desk, false)).isFalse();
            assertThat(begins(pipe, ReportSettings.Progress.AUTO, ci, true)).isFalse();
            assertThat(begins(pipe, ReportSettings.Progress.ON, ci, false)).isTrue();
            assertThat(begins(pipe, ReportSettings.Progress.OFF, desk, true)).isFalse();
        }
    }

    private static boolean begins(
            Pipe pipe, ReportSettings.Progress when, Surroundings surroundings, boolean terminal) {
        Optional<ProgressLine> line = ProgressLine.begin("test", pipe, when, surroundings, terminal);
        line.ifPresent(ProgressLine::close);
        return line.isPresent();
    }

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            kernel = "linux-6.1",
            backend = FakeBackend.NAME,
            seed = FakeBackend.FULL)
    static class Passing {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    static class Failing extends Passing {

        @Test
        @Override
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
            throw new AssertionError("too slow");
        }
    }

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            kernel = "linux-6.1",
            backend = FakeBackend.NAME,
            seed = FakeBackend.FULL)
    static class Invocations {

        @ParameterizedTest(name = "</script> {0}")
        @ValueSource(ints = {1, 2}) // JUnit 6 puts texts into quotes
        void test(int argument, Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }
}
