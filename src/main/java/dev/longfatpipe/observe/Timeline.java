/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
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
     * Returns the goodput between two moments of the transfer: the bytes delivered between the last points at or before
     * them, per distance of these two points. So a time in which nothing came counts, at the edges too. Exact where both
     * moments are points; else as fine as the points lie.
     *
     * @param direction which direction
     * @param from since the transfer began, not negative
     * @param to since the transfer began, later than {@code from}; after the last point it is taken as that
     * @return the goodput; zero when the same point is the last one before both
     * @throws IllegalArgumentException when {@code from} is negative, or {@code to} not later
     */
    public DataRate goodput(Direction direction, Duration from, Duration to) {
        if (from.isNegative() || to.compareTo(from) <= 0) {
            throw new IllegalArgumentException("goodput from [" + DurationText.describe(from) + "] to ["
                    + DurationText.describe(to) + "] is of no time: give two moments since the transfer began, the"
                    + " earlier one first");
        }
        Point first = lastUntil(from);
        Point last = lastUntil(to);
        if (first.at().equals(last.at())) {
            return DataRate.ofBitsPerSecond(0);
        }
        long bytes = last.bytes(direction).bytes() - first.bytes(direction).bytes();
        return DataRate.of(DataSize.ofBytes(Math.max(0, bytes)), last.at().minus(first.at()));
    }

    private Point lastUntil(Duration moment) {
        Point last = points.get(0);
        for (Point point : points) {
            if (point.at().compareTo(moment) <= 0) {
                last = point;
            }
        }
        return last;
    }
}
