/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedClassesTests {

    private static void report(Path folder, String name, int errors, int failures) throws IOException {
        Files.writeString(
                folder.resolve("TEST-" + name + ".xml"),
                "<?xml version=\"1.0\"?>\n<testsuite version=\"3.0.2\" name=\"" + name
                        + "\" time=\"1\" tests=\"9\" errors=\"" + errors + "\" skipped=\"0\" failures=\"" + failures
                        + "\">");
    }

    private static VerdictText failed(String test) {
        return VerdictText.parse("FAILED       " + test + "  rtt 1 ms | 50 % | LINK")
                .orElseThrow();
    }

    @Test
    void tell_a_failure_from_one_that_a_test_has_planted(@TempDir Path folder) throws IOException {
        report(folder, "com.acme.GateTest", 0, 0);
        report(folder, "com.acme.LossTest", 1, 1);
        report(folder, "com.acme.LossTest$Eight", 0, 1);

        FailedClasses classes = FailedClasses.in(folder);

        assertThat(classes.failures()).isEqualTo(3);
        assertThat(classes.haveTestOf(failed("LossTest.eight_flows"))).isTrue();
        assertThat(classes.haveTestOf(failed("GateTest.a_download"))).isFalse();
    }

    @Test
    void refuse_another_file(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("TEST-a.xml"), "<html/>");

        assertThatIOException()
                .isThrownBy(() -> FailedClasses.in(folder))
                .withMessageEndingWith("TEST-a.xml] is no report of Surefire");
    }
}
