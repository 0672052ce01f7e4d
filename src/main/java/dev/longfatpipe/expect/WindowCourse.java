/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.path.Link;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;

/**
 * A transfer without random loss, round trip by round trip, as far as queue and jitter bring a sender that nobody paces out of slow
 * start before the line is full: what {@link SlowStart} leaves out.
 *
 * <ul>
 *   <li>Each acknowledgement of slow start lets two packets go, so that half of a flight waits in the queue (RFC 5681 section
 *       3.1). A queue with less room loses packets, and the loss is found a round trip later.
 *   <li>CUBIC of Linux leaves slow start by HyStart as well ({@code net/ipv4/tcp_cubic.c}): when the acknowledgements of a round
 *       trip take more than half of it, and when its least round-trip time is an eighth above the least there was, or 4 to
 *       16 ms. Jitter looks the same: it is the first packet of a flight that tells, the others are not earlier. Drawn evenly, it is
 *       later than the earliest of the flights before by more than the threshold with a probability of 1 - threshold / jitter -
 *       1 / flights. What counts is the flight by which that has happened in half of all cases.
 *   <li>What follows is congestion avoidance ({@link WindowAfterLoss}), and a loss whenever BDP and queue are full.
 * </ul>
 */
final class WindowCourse {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double HYSTART_LOW_WINDOW = 16;
    private static final double HYSTART_LEAST_RISE = 0.004;
    private static final double HYSTART_LARGEST_RISE = 0.016;
    /** Beyond so many round trips the rest goes at the steady rate. */
    private static final int MOST_ROUNDS = 20_000;

    private final ExpectationBuilder asked;
    private final boolean cubic;
    private final double rtt;
    private final double jitter;
    private final double oneWay;
    private final double frame;
    private final double bdp;
    private final double queue;
    private final double limit;

    private double window;
    private double left;
    private double seconds;

    private WindowCourse(ExpectationBuilder asked, DataSize bytes) {
        Link link = asked.path.link(asked.direction);
        this.asked = asked;
        this.cubic = CongestionControl.named(asked.congestionControl) == CongestionControl.CUBIC;
        this.jitter = seconds(link.jitter());
        this.rtt = seconds(asked.path.rtt());
        this.oneWay = seconds(link.delay());
        this.frame = asked.path
                .goodputCeiling(asked.direction)
                .map(rate -> asked.path.mss() * (double) Byte.SIZE / rate.bitsPerSecond() * asked.connections)
                .orElse(0.0);
        this.bdp = frame == 0 ? Double.MAX_VALUE : (rtt + jitter) / frame;
        this.queue = asked.path
                .queueSize(asked.direction)
                .map(size -> (double) size.bytes() / asked.path.frameBytes() / asked.connections)
                .orElse(Double.MAX_VALUE);
        this.limit = asked.totalWindow().map(this::segments).orElse(Double.MAX_VALUE);
        this.window = Math.min((double) asked.initialWindowBytes / asked.path.mss(), limit);
        this.left = segments(bytes);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS_PER_SECOND;
    }

    private double segments(DataSize ofAll) {
        return (double) ofAll.bytes() / asked.path.mss() / asked.connections;
    }

    /** The time from the first byte sent to the last byte received; zero where neither queue nor jitter are in the way. */
    static Duration duration(ExpectationBuilder asked, DataSize bytes) {
        WindowCourse course = new WindowCourse(asked, bytes);
        course.run();
        return Duration.ofNanos((long) (course.seconds * NANOS_PER_SECOND));
    }

    private void run() {
        double notTaken = 1;
        double previous = 0;
        int flights = 0;
        while (left > window) {
            double peak = previous == 0 ? window - 1 : Math.max(window / 2, window - bdp);
            if (peak > queue) {
                double room = previous == 0 ? queue : 2 * queue;
                // behind the full queue every second packet finds room; the window grows until the first loss is known
                left += Math.max(0, window - room) / 2;
                round();
                avoidCongestion(WindowAfterLoss.of(cubic, Math.min(2 * window, window + room)));
                return;
            }
            round();
            previous = window;
            notTaken *= survival(++flights);
            boolean taken = notTaken < 0.5;
            double train = Math.max(previous + bdp / 2, HYSTART_LOW_WINDOW);
            window = Math.min(2 * previous, limit);
            if (cubic && (taken || window > train)) {
                window = taken ? previous : train;
                avoidCongestion(WindowAfterLoss.growing(window));
                return;
            }
            if (previous == limit) {
                break;
            }
        }
        finish();
    }

    /** Returns the probability that jitter has not been taken for a queue after the n-th flight, if it had not before. */
    private double survival(int flight) {
        double rise = Math.min(HYSTART_LARGEST_RISE, Math.max(HYSTART_LEAST_RISE, rtt / 8));
        return jitter <= rise || window < HYSTART_LOW_WINDOW ? 1 : Math.min(1, rise / jitter + 1.0 / flight);
    }

    private void avoidCongestion(WindowAfterLoss after) {
        for (int rounds = 0; rounds < MOST_ROUNDS; rounds++) {
            window = Math.min(after.segments(), limit);
            if (left <= window) {
                break;
            }
            double took = round();
            if (window > bdp + queue) {
                after.onLoss();
            } else {
                after.onRound(took);
            }
        }
        finish();
    }

    /** A full window leaves; returns how long it took. */
    private double round() {
        double took = Math.max(rtt + jitter / 2 + frame, window * frame);
        seconds += took;
        left -= window;
        return took;
    }

    private void finish() {
        double roundTrips = Math.ceil(left / window) - 1;
        seconds +=
                Math.max(left * frame, roundTrips * (rtt + jitter / 2 + frame)) + oneWay + jitter * left / (left + 1);
        left = 0;
    }
}
