/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.longfatpipe.junit.LongFatPipeExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

@ResourceLock(LongFatPipeExtension.MEASURED_TESTS)
class ReadmeTests {

    @Test
    void the_first_test_of_the_readme_is_the_one_that_is_run_here() throws IOException {
        String source = Files.readString(
                Path.of("src", "test", "java", "dev", "longfatpipe", "readme", "ReplicationTest.java"));
        String snippet = source.substring(
                        source.indexOf("// snippet: first\n") + "// snippet: first\n".length(),
                        source.indexOf("// end of snippet"))
                .stripTrailing();
        assertThat(Files.readString(Path.of("README.md"))).contains("```java\n" + snippet + "\n```");
    }

    @Test
    void it_fails_and_names_the_receive_window_and_the_fix() {
        Events tests = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(ReplicationTest.class))
                .configurationParameter("longfatpipe.report", "off")
                .execute()
                .testEvents();
        assumeThat(tests.aborted().count())
                .as("tests that were INCONCLUSIVE on this busy machine")
                .isZero();
        tests.assertStatistics(statistics -> statistics.started(1).failed(1));
        String message = tests.failed().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow()
                        .getMessage())
                .findFirst()
                .orElseThrow();
        assertThat(message)
                .contains("Expected goodput >= 23.7 mbit (80 % of the expectation, 29.6 mbit) but was ")
                .contains("Limit     RECEIVE_WINDOW: ")
                .contains("has SO_RCVBUF 65536, set explicitly -> window 64088 -> ceiling 5.1 mbit")
                .contains("Fix       do not set SO_RCVBUF on the client's socket");
    }
}
