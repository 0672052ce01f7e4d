/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares the first and the last of some snapshots of a pipe, connection by connection. */
final class ConnectionsBetween {

    private ConnectionsBetween() {}

    static List<Connection> of(List<PipeSnapshot> snapshots) {
        Map<ConnectionId, ConnectionSample> before = new HashMap<>();
        snapshots.get(0).connections().forEach(connection -> before.put(connection.id(), connection));
        Map<ConnectionId, FlowHistory> histories = histories(snapshots);
        List<Connection> connections = new ArrayList<>();
        for (ConnectionSample after : snapshots.get(snapshots.size() - 1).connections()) {
            @Nullable ConnectionSample earlier = before.get(after.id());
            if (earlier == null || earlier.open()) {
                FlowHistory history = histories.getOrDefault(after.id(), new FlowHistory());
                connections.add(history.connection(earlier, after));
            }
        }
        return List.copyOf(connections);
    }

    /** Looks at every snapshot once: a long transfer over many connections has millions of samples. */
    private static Map<ConnectionId, FlowHistory> histories(List<PipeSnapshot> snapshots) {
        Map<ConnectionId, FlowHistory> histories = new HashMap<>();
        for (PipeSnapshot snapshot : snapshots) {
            for (ConnectionSample sample : snapshot.connections()) {
                histories.computeIfAbsent(sample.id(), id -> new FlowHistory()).add(snapshot.nanos(), sample);
            }
        }
        return histories;
    }
}
