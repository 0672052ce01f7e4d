/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether a transfer was long enough for the machine's timing to tell it from the expectation. A kilobyte on a path of a
 * millisecond is over before a thread that had to be woken has run.
 */
final class TimingCheck {

    /** What waking the threads of both applications and of the pipe may take on a machine that does other work as well. */
    private static final Duration WAKING = Duration.ofMillis(10);

    /** Accuracy is no question in a transfer that lasts this many times as long. */
    private static final int LONG_ENOUGH = 10;

    private TimingCheck() {}

    static Optional<String> complaint(Transfer transfer, Expectation expectation) {
        Duration took = transfer.duration();
        Duration accuracy = WAKING.plus(transfer.punctuality().worst().multipliedBy(2));
        Duration expected = expectation.completion().orElse(took);
        Duration more = took.minus(expected);
        boolean tooShort = took.compareTo(accuracy.multipliedBy(LONG_ENOUGH)) < 0;
        if (!tooShort || more.isNegative() || more.isZero() || more.compareTo(accuracy) >= 0) {
            return Optional.empty();
        }
        return Optional.of("the transfer is too short to tell: it took " + DurationText.describe(took) + ", "
                + DurationText.describe(more) + " more than expected, and times are accurate to "
                + DurationText.describe(accuracy) + " here; move more bytes");
    }
}
