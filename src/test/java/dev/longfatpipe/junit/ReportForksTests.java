/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Several JVMs of one build, which is this one. */
class ReportForksTests {

    private final Path folder;

    ReportForksTests(@TempDir Path folder) {
        this.folder = folder;
    }

    private Process fork(Class<?> fixture) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dsurefire.test.class.path=as a fork of Surefire has it",
                "-Dlongfatpipe.report.dir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                ReportForkMain.class.getName(),
                fixture.getName()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(fixture.getSimpleName() + ".log").toFile())
                .start();
    }

    private static int end(Process process) throws InterruptedException {
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private String report() throws IOException {
        return Files.readString(folder.resolve("report.json"));
    }

    @Test
    void that_run_beside_each_other_write_one_report() throws Exception {
        Process one = fork(ReportTests.Passing.class);
        Process other = fork(ReportTests.Invocations.class);

        assertThat(end(one)).isZero();
        assertThat(end(other)).isZero();
        assertThat(report()).contains("\"jvms\":2", "\"notes\":[]", "Passing.test", "script> 1\"", "script> 2\"");
    }

    @Test
    void of_which_one_crashes_leave_what_it_had_measured() throws Exception {
        assertThat(end(fork(Crashing.class))).isEqualTo(3);
        assertThat(report()).contains("Crashing.first").doesNotContain("Crashing.second");

        assertThat(end(fork(ReportTests.Passing.class))).isZero();
        assertThat(report())
                .contains("\"jvms\":2", "Crashing.first", "Passing.test")
                .containsPattern("A JVM of this run \\(process [0-9-]+\\) ended without a word: the test that it was"
                        + " running is not in this report\\.");
    }

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            kernel = "linux-6.1",
            backend = FakeBackend.NAME,
            seed = FakeBackend.FULL)
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static class Crashing {

        @Test
        @Order(1)
        void first(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }

        @Test
        @Order(2)
        void second(Pipe pipe) {
            pipe.to(Server.ADDRESS);
            Runtime.getRuntime().halt(3);
        }
    }
}
