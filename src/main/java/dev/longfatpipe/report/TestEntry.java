/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What a report says of one pipe of one test. Immutable. What was not measured is not in it.
 *
 * @param test which test
 * @param verdict {@code PASSED}, {@code FAILED} or {@code INCONCLUSIVE}
 * @param reason why it failed, or why nothing can be said: the message of what was thrown; null for a test that passed
 * @param path the path, and what carried it
 * @param transfer what the test is judged by; null when no byte crossed the pipe
 * @param gate what the gate found; null for a test without a baseline or requirement of its own
 * @param warnings what the reader should know
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record TestEntry(
        TestIdentity test,
        String verdict,
        @Nullable String reason,
        PathEntry path,
        @Nullable TransferEntry transfer,
        @Nullable GateEntry gate,
        List<String> warnings) {

    private static final int LONGEST_REASON = 4_000;

    public TestEntry {
        warnings = List.copyOf(warnings);
        reason = reason == null || reason.length() <= LONGEST_REASON
                ? reason
                : reason.substring(0, LONGEST_REASON) + "…";
    }

    /**
     * Makes the entry of a pipe.
     *
     * @param test which test
     * @param verdict {@code PASSED}, {@code FAILED} or {@code INCONCLUSIVE}
     * @param reason the message of what was thrown; null for a test that passed
     * @param pipe the pipe, as its probe found it
     * @param transfer what the test is judged by; empty when no byte crossed the pipe
     * @param gate what the gate found; null where there is none
     * @param warnings what the reader should know
     */
    public static TestEntry of(
            TestIdentity test,
            String verdict,
            @Nullable String reason,
            PipeDescription pipe,
            Optional<Transfer> transfer,
            @Nullable GateEntry gate,
            List<String> warnings) {
        Direction direction = transfer.map(Transfer::direction).orElse(Direction.DOWNSTREAM);
        PipeDescription carried = transfer.map(Transfer::pipe).orElse(pipe);
        return new TestEntry(
                test,
                verdict,
                reason,
                PathEntry.of(carried, direction),
                transfer.map(TransferEntry::of).orElse(null),
                gate,
                warnings);
    }

    /** Returns the test and its pipe, for the reader of a list. */
    public String title() {
        return path.pipe().isEmpty() ? test.name() : test.name() + " [" + path.pipe() + "]";
    }

    /** Returns the entry as one line of JSON, as {@code docs/report.schema.json} describes an entry of {@code tests}. */
    public String toJson() {
        return JsonText.of(json());
    }

    Map<String, Object> json() {
        return new Members()
                .put("test", test.json())
                .put("verdict", verdict)
                .put("reason", reason)
                .put("path", path.json())
                .put("transfer", transfer == null ? null : transfer.json())
                .put("gate", gate == null ? null : gate.json())
                .put("warnings", warnings.isEmpty() ? null : warnings)
                .map();
    }
}
