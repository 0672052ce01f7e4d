/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.util.List;
import java.util.Optional;

/**
 * The arithmetic of a window as evidence: bytes under way per round trip, the ceiling that makes, and whether it was
 * met.
 */
final class WindowEvidence {

    /** A measured goodput this close to the ceiling matches it. */
    private static final double TOLERANCE = 0.15;

    private WindowEvidence() {}

    /**
     * Whether a window that is said to have been full lets more than twice through of what the line carries: then it
     * was not the window.
     */
    static boolean contradicts(Account account, DataSize window) {
        Optional<DataRate> ceiling =
                Expectation.windowCeiling(window, account.path().rtt());
        return account.linkCeiling()
                .filter(line -> ceiling.map(rate -> rate.bitsPerSecond() > 2 * line.bitsPerSecond())
                        .orElse(true))
                .isPresent();
    }

    /**
     * {@code  -> ceiling 5.1 mbit at rtt 100 ms: matches}; nothing when the round trip is too short to bound anything.
     */
    static String ceiling(Account account, DataSize least, DataSize most, List<Connection> alike) {
        Optional<DataRate> low = Expectation.windowCeiling(least, account.path().rtt());
        Optional<DataRate> high = Expectation.windowCeiling(most, account.path().rtt());
        if (low.isEmpty() || high.isEmpty()) {
            return "";
        }
        String range = low.equals(high)
                ? high.get().describe()
                : low.get().describe() + " to " + high.get().describe();
        return " -> ceiling " + range + (alike.size() == 1 ? "" : " each") + " at rtt "
                + DurationText.describe(account.path().rtt()) + ": "
                + verdict(account, low.get(), high.get(), alike);
    }

    private static String verdict(Account account, DataRate low, DataRate high, List<Connection> alike) {
        DataRate pace = DataRate.ofBitsPerSecond(Math.round(alike.stream()
                .mapToLong(connection -> account.paceOf(connection).bitsPerSecond())
                .average()
                .orElse(0)));
        boolean matches = pace.bitsPerSecond() >= low.bitsPerSecond() * (1 - TOLERANCE)
                && pace.bitsPerSecond() <= high.bitsPerSecond() * (1 + TOLERANCE);
        return matches
                ? "matches"
                : "does not match, " + (alike.size() == 1 ? "it" : "each") + " moved " + pace.describe();
    }

    /** {@code has SO_RCVBUF 65536, set explicitly}, by how the buffer is known. */
    static String has(BufferKind kind, BufferReading reading, boolean several) {
        String have = several ? " have " : " has ";
        return switch (reading.source()) {
            case SOCK_DIAG ->
                reading.setting()
                        .requested()
                        .map(size -> have + kind.option() + " " + size.bytes() + ", set explicitly")
                        .orElse((several ? " leave " : " leaves ") + kind.option() + " to the kernel");
            case DECLARED ->
                reading.setting()
                        .requested()
                        .map(size -> have + kind.option() + " " + size.bytes() + ", as the test declares")
                        .orElse((several ? " leave " : " leaves ") + kind.option()
                                + " to the kernel, as the test declares");
            case ASSUMED -> " could not be read: " + kind.option() + " is taken as left to the kernel";
        };
    }
}
