/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import java.time.Duration;
import java.util.List;

/**
 * For how long connections of a transfer were not open yet, though nothing on the pipe stood in their way: since another one had ended, or since the first one
 * of the transfer was opened. An application that opens connections as it goes takes that time, and so does one whose threads
 * wait for a processor.
 */
final class LateOpenings {

    private LateOpenings() {}

    /** Returns that time of all connections together. */
    static Duration of(Account account) {
        List<Connection> opened =
                account.connections().stream().filter(Connection::openedDuring).toList();
        long first = opened.stream().mapToLong(Connection::openedNanos).min().orElse(0);
        return Duration.ofNanos(opened.stream()
                .mapToLong(connection -> connection.openedNanos() - couldBeNanos(account, connection, first))
                .sum());
    }

    private static long couldBeNanos(Account account, Connection connection, long first) {
        return account.connections().stream()
                .mapToLong(other -> account.flow(other).after().lastDeliveryNanos())
                .filter(ended -> ended <= connection.openedNanos())
                .reduce(first, Math::max);
    }
}
