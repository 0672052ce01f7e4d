/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import dev.longfatpipe.observe.Course;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * How a transfer went over time, thinned to at most {@value #MOST_POINTS} points. Goodput, retransmissions and losses of a point
 * are those since the point before it, whatever was left out in between; the others are what was seen at that moment.
 *
 * @param points in order of time, the first at the transfer's beginning
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record CourseEntry(List<Course.Moment> points) {

    /** Enough for a chart of 800 pixels, and ten kilobytes. */
    public static final int MOST_POINTS = 100;

    private static final long BITS_PER_BYTE = 8;
    private static final double NANOS_PER_MILLI = 1e6;

    public CourseEntry {
        points = List.copyOf(points);
    }

    static CourseEntry of(Course course) {
        List<Course.Moment> moments = course.moments();
        int count = moments.size();
        if (count <= MOST_POINTS) {
            return new CourseEntry(moments);
        }
        List<Course.Moment> points = new ArrayList<>();
        for (int i = 0; i < MOST_POINTS; i++) {
            points.add(moments.get((int) ((long) i * (count - 1) / (MOST_POINTS - 1))));
        }
        return new CourseEntry(points);
    }

    Map<String, Object> json() {
        return new Members()
                .put("atMillis", each(point -> Math.round(point.at().toNanos() / NANOS_PER_MILLI)))
                .put("goodputKbit", since((before, now) -> kilobits(before, now)))
                .put("inFlightBytes", sizes(Course.Moment::inFlight))
                .put("congestionWindowBytes", sizes(Course.Moment::congestionWindow))
                .put("receiveWindowBytes", sizes(Course.Moment::receiveWindow))
                .put("sendCapacityBytes", sizes(Course.Moment::sendCapacity))
                .put("rttMicros", known(point -> point.smoothedRtt().map(rtt -> rtt.toNanos() / 1_000)))
                .put("retransmissions", counted(Course.Moment::retransmissions))
                .put("losses", counted(Course.Moment::losses))
                .map();
    }

    private static @Nullable Long kilobits(Course.Moment before, Course.Moment now) {
        Duration time = now.at().minus(before.at());
        long bytes = now.delivered().bytes() - before.delivered().bytes();
        return time.isZero() ? null : Math.round((double) bytes * BITS_PER_BYTE / (time.toNanos() / NANOS_PER_MILLI));
    }

    private List<@Nullable Object> each(Function<Course.Moment, @Nullable Object> quantity) {
        List<@Nullable Object> values = new ArrayList<>();
        points.forEach(point -> values.add(quantity.apply(point)));
        return values;
    }

    private interface Difference {
        @Nullable
        Object between(Course.Moment before, Course.Moment now);
    }

    /** The first point has none before it. */
    private List<@Nullable Object> since(Difference difference) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            values.add(i == 0 ? null : difference.between(points.get(i - 1), points.get(i)));
        }
        return values;
    }

    private @Nullable List<@Nullable Object> sizes(Function<Course.Moment, Optional<DataSize>> size) {
        return known(point -> size.apply(point).map(DataSize::bytes));
    }

    /** Null when it is known at no moment. */
    private @Nullable List<@Nullable Object> known(Function<Course.Moment, Optional<Long>> quantity) {
        return points.stream().allMatch(point -> quantity.apply(point).isEmpty())
                ? null
                : each(point -> quantity.apply(point).orElse(null));
    }

    private @Nullable List<@Nullable Object> counted(Function<Course.Moment, Optional<Long>> counter) {
        return points.stream().allMatch(point -> counter.apply(point).isEmpty())
                ? null
                : since((before, now) ->
                        counter.apply(now).orElse(0L) - counter.apply(before).orElse(0L));
    }
}
