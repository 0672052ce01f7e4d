/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import java.time.Duration;

/**
 * For how long connections of a transfer were not open yet, though nothing on the pipe stood in their way: since another one had ended, or since the first one
 * of the transfer was opened. An application that opens connections as it goes takes that time, and so does one whose threads
 * wait for a processor.
 */
final class LateOpenings {

    private LateOpenings() {}

    /** Returns that time of all connections together. */
    static Duration of(Account account) {
        long nanos = 0;
        for (Connection connection : account.connections()) {
            nanos += connection.openedDuring() ? connection.openedNanos() - couldBeNanos(account, connection) : 0;
        }
        return Duration.ofNanos(nanos);
    }

    private static long couldBeNanos(Account account, Connection connection) {
        long opened = connection.openedNanos();
        long first = account.connections().stream()
                .filter(Connection::openedDuring)
                .mapToLong(Connection::openedNanos)
                .min()
                .orElse(opened);
        return account.connections().stream()
                .mapToLong(other -> account.flow(other).after().lastDeliveryNanos())
                .filter(ended -> ended <= opened)
                .reduce(first, Math::max);
    }
}
