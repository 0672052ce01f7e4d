/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportSessionTests {

    private static final RunIdentity RUN = new RunIdentity("run-1");
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);

    private final AtomicLong nanos = new AtomicLong();

    private final Path folder;

    ReportSessionTests(@TempDir Path folder) {
        this.folder = folder;
    }

    private ReportSession open(RunIdentity run) throws IOException {
        return ReportSession.open(folder, run, Optional.of(folder.resolve("step.md")), CLOCK, nanos::get);
    }

    private static TestEntry entry(String name, String verdict) {
        return Synthetic.entry(name, verdict, verdict.equals("PASSED") ? null : "too slow");
    }

    private Map<String, Object> report() throws IOException {
        return JsonReader.object(Files.readString(folder.resolve("report.json")));
    }

    private List<String> titles() throws IOException {
        return Session.of(parts(), "", "").summaries().stream()
                .map(summary -> summary.verdict() + " " + summary.title())
                .toList();
    }

    private List<Part> parts() throws IOException {
        try (var files = Files.list(folder.resolve("parts"))) {
            return files.sorted()
                    .map(file -> {
                        try {
                            return Part.read(file);
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    })
                    .toList();
        }
    }

    @Test
    void the_parts_of_a_run_become_one_report_whoever_ends_first() throws IOException {
        ReportSession one = open(RUN);
        ReportSession other = open(RUN);
        one.add(entry("uploads", "PASSED"));
        other.add(entry("downloads", "FAILED"));
        other.close();
        one.close();

        assertThat(titles()).containsExactly("FAILED ReplicationTest.downloads", "PASSED ReplicationTest.uploads");
        assertThat(Tree.text(report(), "format")).contains("longfatpipe-report");
        assertThat(Tree.texts(report(), "notes")).isEmpty();
        assertThat(Files.readString(folder.resolve("report.html"))).contains("ReplicationTest.downloads");
        assertThat(Files.readString(folder.resolve("benchmark.json"))).contains("\"unit\":\"Mbit/s\"");
    }

    @Test
    void writing_again_changes_nothing() throws IOException {
        ReportSession one = open(RUN);
        one.add(entry("uploads", "FAILED"));
        one.close();
        List<String> before = List.of(text("report.json"), text("report.html"), text("summary.md"), text("step.md"));

        open(RUN).close();
        one.close();

        assertThat(List.of(text("report.json"), text("report.html"), text("summary.md"), text("step.md")))
                .isEqualTo(before);
    }

    private String text(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void a_new_run_begins_anew_and_leaves_a_living_one_alone() throws IOException {
        open(RUN).add(entry("old", "PASSED"));
        Path dead = folder.resolve("parts/run-0@1-17@0.jsonl");
        Files.writeString(dead, "{\"process\":\"1-17\"}\n");

        ReportSession next = open(new RunIdentity("run-2"));
        next.add(entry("new", "PASSED"));
        next.close();

        assertThat(dead).doesNotExist();
        assertThat(folder.resolve("parts/run-1@" + RunIdentity.key(ProcessHandle.current()) + "@0.jsonl"))
                .exists();
        assertThat(text("report.json")).contains("ReplicationTest.new").doesNotContain("ReplicationTest.old");
    }

    @Test
    void a_test_that_ran_again_says_what_it_was_before() throws IOException {
        ReportSession session = open(RUN);
        session.add(entry("uploads", "FAILED"));
        session.add(entry("uploads", "PASSED"));
        session.close();

        assertThat(titles()).containsExactly("PASSED ReplicationTest.uploads");
        assertThat(text("report.json")).contains(",\"earlierVerdicts\":[\"FAILED\"]}");
    }

    @Test
    void a_jvm_that_crashed_leaves_what_it_had_added() throws IOException {
        ReportSession session = open(RUN);
        session.add(entry("uploads", "PASSED"));
        Files.writeString(
                folder.resolve("parts/run-1@1-17@0.jsonl"),
                "{\"process\":\"1-17\",\"began\":\"2026-11-30T11:00:00Z\"}\n"
                        + entry("downloads", "PASSED").toJson() + "\n"
                        + entry("cut off", "PASSED").toJson().substring(0, 500));
        session.close();

        assertThat(titles()).containsExactly("PASSED ReplicationTest.downloads", "PASSED ReplicationTest.uploads");
        assertThat(Tree.texts(report(), "notes"))
                .containsExactly(
                        "A JVM of this run (process 1-17) ended without a word: the test that it was running is not in"
                                + " this report.",
                        "The last entry of a JVM was cut off, and is left out.");
    }

    @Test
    void a_report_is_there_before_the_run_has_ended_but_not_written_again_for_every_test() throws IOException {
        ReportSession session = open(RUN);
        session.add(entry("first", "PASSED"));
        assertThat(text("report.json")).contains("ReplicationTest.first");

        nanos.set(4_999_999_999L);
        session.add(entry("second", "PASSED"));
        assertThat(text("report.json")).doesNotContain("ReplicationTest.second");

        nanos.set(5_000_000_000L);
        session.add(entry("third", "PASSED"));
        assertThat(text("report.json")).contains("ReplicationTest.second", "ReplicationTest.third");
    }

    @Test
    void the_summary_of_a_step_stays_beside_what_others_wrote_there() throws IOException {
        Path step = folder.resolve("step.md");
        Files.writeString(step, "# Others");
        ReportSession session = open(RUN);
        session.add(entry("uploads", "PASSED"));
        Files.writeString(step, Files.readString(step) + "more of others\n");
        session.add(entry("downloads", "FAILED"));
        session.close();

        assertThat(text("step.md"))
                .startsWith("# Others\n<!-- longfatpipe run-1 ")
                .contains("## LongFatPipe: 1 FAILED, 1 PASSED")
                .doesNotContain("## LongFatPipe: 1 PASSED")
                .endsWith("-->\nmore of others\n");
    }

    @Test
    void a_run_without_a_measured_test_writes_no_report() throws IOException {
        open(RUN).close();

        assertThat(folder.resolve("report.json")).doesNotExist();
    }
}
