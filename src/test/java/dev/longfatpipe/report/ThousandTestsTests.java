/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.PipeDescription;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thousand tests as long and as varied as real ones, two connections and 150 snapshots each, in one report. */
class ThousandTestsTests {

    private static final int TESTS = 1_000;
    private static final long MOST_BYTES = 10_000_000;
    private static final Duration MOST_TIME = Duration.ofSeconds(2);

    private static TestEntry entry(int i) {
        PipeDescription pipe = Synthetic.pipe("", 100);
        boolean failed = i % 10 == 0;
        return TestEntry.of(
                Synthetic.test("fills_the_pipe_whatever_the_client_does_" + i),
                failed ? "FAILED" : "PASSED",
                failed ? "Expected goodput >= 76.5 mbit but was 5.1 mbit.\n".repeat(15) : null,
                pipe,
                Optional.of(Synthetic.transfer(pipe, 150, i)),
                null,
                List.of());
    }

    @Test
    void are_written_in_two_seconds_and_ten_megabytes(@TempDir Path folder) throws IOException {
        List<TestEntry> entries =
                IntStream.range(0, TESTS).mapToObj(ThousandTestsTests::entry).toList();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long began = threads.getCurrentThreadCpuTime();
        // The processor's time: what else runs on this machine is not the report's doing.
        try (ReportSession session =
                ReportSession.open(folder, new RunIdentity("run-1"), Optional.empty(), Clock.systemUTC(), () -> 0)) {
            for (TestEntry entry : entries) {
                session.add(entry);
            }
        }
        Duration spent = Duration.ofNanos(threads.getCurrentThreadCpuTime() - began);

        Files.writeString(
                Path.of("target", "report-of-a-thousand-tests.txt"),
                spent.toMillis() + " ms of one processor, report.html " + Files.size(folder.resolve("report.html"))
                        + " bytes, report.json " + Files.size(folder.resolve("report.json")) + " bytes\n");
        assertThat(spent).isLessThan(MOST_TIME);
        assertThat(Files.size(folder.resolve("report.html"))).isBetween(1_000_000L, MOST_BYTES);
        assertThat(Files.size(folder.resolve("report.json"))).isLessThan(MOST_BYTES);
    }
}
