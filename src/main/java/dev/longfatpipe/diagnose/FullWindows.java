/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;

/**
 * For how long receive windows were full beyond what they have to be. A window of W bytes that is full all the time moves W bytes in each round trip, so that B
 * bytes keep it full for B / W - 1 round trips: the last of them leave at the beginning of the last one. The line stands idle in that time, but for
 * what it takes to carry the bytes of all connections. A window that was full on an idle line for longer than that was opened late: its reader, or the
 * acknowledgements, took time of their own.
 *
 * <p>W is the largest window that was seen. One that grew on the way needs longer.
 */
final class FullWindows {

    private FullWindows() {}

    /** Returns that time of all connections together. */
    static Duration beyondNeed(Account account) {
        Duration carrying = carrying(account);
        return account.connections().stream()
                .map(connection -> beyondNeed(account, connection, carrying))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration beyondNeed(Account account, Connection connection, Duration carrying) {
        Flow flow = account.flow(connection);
        Duration need = atLeastZero(full(account, flow).minus(carrying));
        return atLeastZero(Hold.RECEIVE_WINDOW.in(flow.idleLineTimes()).minus(need));
    }

    private static Duration full(Account account, Flow flow) {
        long window = flow.after().receiveWindow();
        long beforeTheLast = Math.max(0, flow.bytes().bytes() - window);
        return window == 0
                ? Duration.ZERO
                : Duration.ofNanos(Math.round((double) account.path().rtt().toNanos() * beforeTheLast / window));
    }

    private static Duration carrying(Account account) {
        DataSize bytes = DataSize.ofBytes(account.sum(flow -> flow.bytes().bytes()));
        return account.linkCeiling().map(line -> line.timeFor(bytes)).orElse(Duration.ZERO);
    }

    private static Duration atLeastZero(Duration time) {
        return time.isNegative() ? Duration.ZERO : time;
    }
}
