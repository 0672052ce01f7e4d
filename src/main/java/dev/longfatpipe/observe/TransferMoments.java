/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** When a transfer began and ended, on the pipe's clock. */
record TransferMoments(long beganNanos, long endedNanos) {

    static TransferMoments of(List<PipeSnapshot> snapshots) {
        PipeSnapshot first = snapshots.get(0);
        PipeSnapshot last = snapshots.get(snapshots.size() - 1);
        long began = firstActivity(snapshots);
        long ended = Math.max(began, lastDelivery(first, last));
        for (PipeSnapshot snapshot : snapshots) {
            if (unread(snapshot) > 0 && snapshot.nanos() > ended) {
                ended = snapshot.nanos(); // delivered to the socket, but not yet taken by the application
            }
        }
        return new TransferMoments(began, ended);
    }

    Duration duration() {
        return Duration.ofNanos(endedNanos - beganNanos);
    }

    Optional<Duration> timeToFirstByte(List<Connection> connections, Direction direction) {
        return connections.stream()
                .map(connection -> connection.flow(direction))
                .filter(flow ->
                        flow.before().deliveredBytes() == 0 && flow.after().firstDeliveryNanos() > 0)
                .map(flow -> flow.after().firstDeliveryNanos() - beganNanos)
                .filter(nanos -> nanos >= 0)
                .min(Long::compare)
                .map(Duration::ofNanos);
    }

    /** For how long bytes lay unread after the last byte of a direction had reached the receiver's socket. */
    static Duration unreadAtEnd(List<PipeSnapshot> snapshots, Direction direction) {
        long delivered = snapshots.get(snapshots.size() - 1).connections().stream()
                .mapToLong(connection -> connection.flow(direction).lastDeliveryNanos())
                .max()
                .orElse(0);
        long read = delivered;
        for (PipeSnapshot snapshot : snapshots) {
            boolean unread = snapshot.connections().stream()
                    .anyMatch(connection ->
                            connection.open() && connection.flow(direction).unreadBytes() > 0);
            if (delivered > 0 && unread) {
                read = Math.max(read, snapshot.nanos());
            }
        }
        return Duration.ofNanos(read - delivered);
    }

    Timeline timeline(List<PipeSnapshot> snapshots) {
        PipeSnapshot first = snapshots.get(0);
        long upstream = delivered(first, Direction.UPSTREAM);
        long downstream = delivered(first, Direction.DOWNSTREAM);
        List<Timeline.Point> points = new ArrayList<>();
        points.add(new Timeline.Point(Duration.ZERO, DataSize.ofBytes(0), DataSize.ofBytes(0)));
        for (PipeSnapshot snapshot : snapshots) {
            if (snapshot.nanos() > beganNanos) {
                points.add(new Timeline.Point(
                        Duration.ofNanos(snapshot.nanos() - beganNanos),
                        DataSize.ofBytes(Math.max(0, delivered(snapshot, Direction.UPSTREAM) - upstream)),
                        DataSize.ofBytes(Math.max(0, delivered(snapshot, Direction.DOWNSTREAM) - downstream))));
            }
        }
        return new Timeline(points);
    }

    private static long firstActivity(List<PipeSnapshot> snapshots) {
        PipeSnapshot first = snapshots.get(0);
        Map<ConnectionId, Long> sentBefore = new HashMap<>();
        first.connections().forEach(connection -> sentBefore.put(connection.id(), sent(connection)));
        long previous = first.nanos();
        for (PipeSnapshot snapshot : snapshots) {
            long earliest = Long.MAX_VALUE;
            for (ConnectionSample connection : snapshot.connections()) {
                Long before = sentBefore.get(connection.id());
                if (before == null) {
                    earliest = Math.min(earliest, connection.openedNanos());
                } else if (sent(connection) > before) {
                    earliest = Math.min(earliest, previous);
                }
            }
            if (earliest != Long.MAX_VALUE) {
                return Math.max(earliest, first.nanos());
            }
            previous = snapshot.nanos();
        }
        return first.nanos();
    }

    private static long lastDelivery(PipeSnapshot first, PipeSnapshot last) {
        long latest = first.nanos();
        for (ConnectionSample connection : last.connections()) {
            latest = Math.max(latest, connection.upstream().lastDeliveryNanos());
            latest = Math.max(latest, connection.downstream().lastDeliveryNanos());
        }
        return Math.min(latest, last.nanos());
    }

    private static long sent(ConnectionSample connection) {
        return connection.upstream().sentBytes() + connection.downstream().sentBytes();
    }

    private static long delivered(PipeSnapshot snapshot, Direction direction) {
        return snapshot.connections().stream()
                .mapToLong(connection -> connection.flow(direction).deliveredBytes())
                .sum();
    }

    private static long unread(PipeSnapshot snapshot) {
        return snapshot.connections().stream()
                .filter(ConnectionSample::open)
                .mapToLong(connection -> connection.upstream().unreadBytes()
                        + connection.downstream().unreadBytes())
                .sum();
    }
}
