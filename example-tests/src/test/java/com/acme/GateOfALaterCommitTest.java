/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.longfatpipe.socket.BufferedSockets;
import dev.longfatpipe.socket.SocketBufferPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.testkit.engine.EngineTestKit;

/**
 * What the gate of {@link DownloadGateTest} says to a commit that gives the client a receive buffer of 128 KiB. The test is run by JUnit inside
 * this one, since it has to fail.
 */
class GateOfALaterCommitTest {

    @BeforeEach
    void somebodySetsABuffer() {
        BufferedSockets buffers = BufferedSockets.of(SocketBufferPolicy.parse("128KiB", "auto"));
        DownloadGateTest.client = BulkClient.with(buffers.socketFactory());
    }

    @AfterEach
    void andRevertsIt() {
        DownloadGateTest.client = BulkClient.withDefaultBuffers();
    }

    private static TestExecutionResult gate(String repeats) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(DownloadGateTest.class))
                .configurationParameter("longfatpipe.verdicts", "console")
                .configurationParameter("longfatpipe.baseline", "check")
                .configurationParameter("longfatpipe.baseline.repeats", repeats)
                .execute()
                .testEvents()
                .finished()
                .stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .findFirst()
                .orElseThrow();
    }

    private static String message(TestExecutionResult result) {
        return result.getThrowable().map(Throwable::getMessage).orElse("");
    }

    @Test
    void it_fails_and_says_why() {
        TestExecutionResult result = gate("5");

        Assumptions.assumeFalse(result.getStatus() == Status.ABORTED, () -> message(result));
        assertThat(result.getStatus()).isEqualTo(Status.FAILED);
        assertThat(message(result))
                .startsWith("Utilisation fell from ")
                .contains("\n  Limit     RECEIVE_WINDOW: ")
                .contains("\n  Baseline  ")
                .contains("\n  Control   ");
    }

    @Test
    void with_a_single_run_to_go_by_it_is_inconclusive_rather_than_failed() {
        TestExecutionResult result = gate("1");

        assertThat(result.getStatus()).isEqualTo(Status.ABORTED);
        assertThat(message(result)).startsWith("INCONCLUSIVE: ");
    }
}
