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
        if (thrown.get() instanceof TestAbortedException aborted) {
            return reason(aborted).isPresent() ? Optional.of(INCONCLUSIVE) : Optional.empty();
        }
        return Optional.of(FAILED);
    }

    /** Why a test is inconclusive: the first line of its message. */
    static Optional<String> reason(Throwable thrown) {
        String prefix = INCONCLUSIVE + ": ";
        String message = thrown.getMessage();
        if (!(thrown instanceof TestAbortedException) || message == null || !message.startsWith(prefix)) {
            return Optional.empty();
        }
        return message.substring(prefix.length()).lines().findFirst();
    }
}
