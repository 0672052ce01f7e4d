/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Bytes delivered over the time of a transfer. Immutable.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Timeline {

    private final List<Point> points;

    Timeline(List<Point> points) {
        this.points = List.copyOf(points);
    }

    /**
     * Bytes delivered up to a moment.
     *
     * @param at since the transfer began
     * @param upstream delivered from client to server since the transfer began
     * @param downstream delivered from server to client since the transfer began
     */
    public record Point(Duration at, DataSize upstream, DataSize downstream) {

        /** Returns the bytes delivered in one direction. */
        public DataSize bytes(Direction direction) {
            return direction == Direction.UPSTREAM ? upstream : downstream;
        }
    }

    /** Returns the points in order of time, the first at zero. */
    public List<Point> points() {
        return points;
    }

    /**
     * Returns the goodput between two moments of the transfer, from the points nearest to them.
     *
     * @param direction which direction
     * @param from since the transfer began
     * @param to since the transfer began, later than {@code from}
     * @return the goodput; zero when no two points lie there
     */
    public DataRate goodput(Direction direction, Duration from, Duration to) {
        List<Point> within = new ArrayList<>();
        for (Point point : points) {
            if (point.at().compareTo(from) >= 0 && point.at().compareTo(to) <= 0) {
                within.add(point);
            }
        }
        if (within.size() < 2) {
            return DataRate.ofBitsPerSecond(0);
        }
        Point first = within.get(0);
        Point last = within.get(within.size() - 1);
        long bytes = last.bytes(direction).bytes() - first.bytes(direction).bytes();
        return DataRate.of(DataSize.ofBytes(Math.max(0, bytes)), last.at().minus(first.at()));
    }
}
