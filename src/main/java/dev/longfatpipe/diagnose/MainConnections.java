/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The connections that a transfer is made of: a health check beside a download is none of them. */
final class MainConnections {

    /** A connection counts when it carried at least a tenth of what the busiest one carried. */
    private static final long LEAST_PART = 10;

    private MainConnections() {}

    static List<Connection> of(Transfer transfer, Direction direction) {
        List<Connection> carrying = transfer.connectionsWithBytes(direction);
        long most = carrying.stream()
                .mapToLong(connection -> connection.flow(direction).bytes().bytes())
                .max()
                .orElse(0);
        return carrying.stream()
                .filter(connection -> connection.flow(direction).bytes().bytes() >= most / LEAST_PART)
                .toList();
    }

    /**
     * Counts how many of them delivered bytes at the same time, at most: ten downloads one after the other, each over a
     * connection of its own, have the means of one connection; so have ten requests one after the other over the
     * connections of a pool.
     *
     * <p>Of a connection that had delivered bytes before, only a moment by which it had delivered again is known. Half a
     * round trip is taken off it: of two requests of which one waits for the other's answer, the second delivers a
     * whole round trip later.
     */
    static int atOnce(List<Connection> connections, Direction direction, Duration rtt) {
        long halfTripNanos = rtt.toNanos() / 2;
        List<Long> begins = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        for (Connection connection : connections) {
            Flow flow = connection.flow(direction);
            begins.add(flow.firstDeliveryNanos() - (connection.openedDuring() ? 0 : halfTripNanos));
            ends.add(flow.after().lastDeliveryNanos());
        }
        int most = 1;
        for (long begin : begins) {
            int active = 0;
            for (int i = 0; i < begins.size(); i++) {
                active += begins.get(i) <= begin && (ends.get(i) > begin || begins.get(i) == begin) ? 1 : 0;
            }
            most = Math.max(most, active);
        }
        return most;
    }
}
