/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.gate;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.nio.file.Path;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/**
 * One test of {@link GatedDownload}, run by JUnit.
 *
 * @param test name of the method
 * @param folder where its baseline is
 */
record GatedRun(String test, Path folder) {

    /**
     * Runs it.
     *
     * @param mode what is done with its baseline
     * @return PASSED, FAILED or INCONCLUSIVE, and the message of the last two
     * @throws IllegalStateException when it neither passed nor failed for what it reached nor was inconclusive
     */
    String[] run(String mode, Planted planted) {
        Events tests = EngineTestKit.engine("junit-jupiter")
                .selectors(
                        selectMethod(GatedDownload.class, test, "dev.longfatpipe.Pipe, dev.longfatpipe.gate.Planted"))
                .configurationParameter("longfatpipe.baseline", mode)
                .configurationParameter("longfatpipe.report", "off")
                .configurationParameter("longfatpipe.baseline.ci", "allow")
                .configurationParameter(
                        "longfatpipe.baseline.folder", folder.toAbsolutePath().toString())
                .configurationParameter(Planted.RECEIVE, Integer.toString(planted.receiveBuffer()))
                .configurationParameter(Planted.THINK, Integer.toString(planted.thinkMillis()))
                .configurationParameter(Planted.RUN, Integer.toString(planted.run()))
                .execute()
                .testEvents();
        TestExecutionResult result = tests.finished().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .findFirst()
                .orElseThrow();
        String message = result.getThrowable().map(Throwable::getMessage).orElse("");
        return switch (result.getStatus()) {
            case SUCCESSFUL -> new String[] {"PASSED", ""};
            case FAILED -> failed(result, message);
            case ABORTED -> new String[] {"INCONCLUSIVE", message};
        };
    }

    private static String[] failed(TestExecutionResult result, String message) {
        if (message.startsWith("Utilisation fell from ")) {
            return new String[] {"FAILED", message};
        }
        throw new IllegalStateException(
                "a gated test failed for another reason", result.getThrowable().orElseThrow());
    }
}
