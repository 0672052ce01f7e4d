/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * When a transfer began and ended, on the pipe's clock.
 *
 * @param beganNanos the first thing that happened: a connection opened, a byte sent
 * @param deliveries by direction, the first and the last delivery
 */
record TransferMoments(long beganNanos, Map<Direction, Deliveries> deliveries) {

    static TransferMoments of(List<PipeSnapshot> snapshots) {
        Map<Direction, Deliveries> deliveries = new EnumMap<>(Direction.class);
        for (Direction direction : Direction.values()) {
            deliveries.put(direction, Deliveries.of(snapshots, direction));
        }
        return new TransferMoments(firstActivity(snapshots), deliveries);
    }

    /** To the last delivery of either direction. */
    Duration duration() {
        Duration upstream = duration(Direction.UPSTREAM);
        Duration downstream = duration(Direction.DOWNSTREAM);
        return upstream.compareTo(downstream) > 0 ? upstream : downstream;
    }

    /** To the last delivery of one direction; zero when it had none. */
    Duration duration(Direction direction) {
        return deliveries(direction).last().map(this::since).orElse(Duration.ZERO);
    }

    Optional<Duration> timeToFirstByte(Direction direction) {
        return deliveries(direction).first().map(this::since);
    }

    long endedNanos() {
        return beganNanos + duration().toNanos();
    }

    private Deliveries deliveries(Direction direction) {
        return deliveries.getOrDefault(direction, Deliveries.NONE);
    }

    private Duration since(long nanos) {
        return Duration.ofNanos(Math.max(0, nanos - beganNanos));
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

    private static long sent(ConnectionSample connection) {
        return connection.upstream().sentBytes() + connection.downstream().sentBytes();
    }

    private static long delivered(PipeSnapshot snapshot, Direction direction) {
        return snapshot.connections().stream()
                .mapToLong(connection -> connection.flow(direction).deliveredBytes())
                .sum();
    }
}
