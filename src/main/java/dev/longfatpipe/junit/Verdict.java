/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.util.Optional;
import org.opentest4j.TestAbortedException;

/** What became of a test. */
enum Verdict {
    /** It did what it promised. */
    PASSED,
    /** It did not. */
    FAILED,
    /** The machine could not hold the path, so that nothing can be said. */
    INCONCLUSIVE;

    /** The verdict on a test; none for one that was aborted for a reason of its own. */
    static Optional<Verdict> on(Optional<Throwable> thrown) {
        if (thrown.isEmpty()) {
            return Optional.of(PASSED);
        }
        if (reason(thrown.get()).isPresent()) {
            return Optional.of(INCONCLUSIVE);
        }
        return thrown.get() instanceof TestAbortedException ? Optional.empty() : Optional.of(FAILED);
    }

    /** Why a test is inconclusive: the first line of its message. */
    static Optional<String> reason(Throwable thrown) {
        String prefix = INCONCLUSIVE + ": ";
        String message = thrown.getMessage();
        boolean ours = thrown instanceof TestAbortedException || thrown instanceof InconclusiveError;
        if (!ours || message == null || !message.startsWith(prefix)) {
            return Optional.empty();
        }
        return message.substring(prefix.length()).lines().findFirst();
    }

    /** The failure that an inconclusive test is, where that is asked for; anything else stays what it is. */
    static Throwable strict(Throwable thrown, GateSettings settings) {
        return settings.failInconclusive()
                        && thrown instanceof TestAbortedException aborted
                        && reason(aborted).isPresent()
                ? new InconclusiveError(aborted)
                : thrown;
    }

    /** A test that is inconclusive, and fails because {@value GateSettings#INCONCLUSIVE} says so. */
    private static final class InconclusiveError extends AssertionError {

        private static final long serialVersionUID = 1;

        InconclusiveError(TestAbortedException aborted) {
            super(aborted.getMessage() + "\nIt fails because of " + GateSettings.INCONCLUSIVE + "=fail.", aborted);
        }
    }
}
