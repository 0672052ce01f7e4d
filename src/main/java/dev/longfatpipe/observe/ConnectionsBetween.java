/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares two snapshots of a pipe, connection by connection. */
final class ConnectionsBetween {

    private ConnectionsBetween() {}

    static List<Connection> of(PipeSnapshot first, PipeSnapshot last) {
        Map<ConnectionId, ConnectionSample> before = new HashMap<>();
        first.connections().forEach(connection -> before.put(connection.id(), connection));
        List<Connection> connections = new ArrayList<>();
        for (ConnectionSample after : last.connections()) {
            @Nullable ConnectionSample earlier = before.get(after.id());
            if (earlier == null) {
                connections.add(connection(after, FlowSample.NONE, FlowSample.NONE, true));
            } else if (earlier.open()) {
                connections.add(connection(after, earlier.upstream(), earlier.downstream(), false));
            }
        }
        return List.copyOf(connections);
    }

    private static Connection connection(
            ConnectionSample after, FlowSample upstream, FlowSample downstream, boolean openedDuring) {
        return new Connection(
                after.id(),
                openedDuring,
                new Flow(upstream, after.upstream()),
                new Flow(downstream, after.downstream()));
    }
}
