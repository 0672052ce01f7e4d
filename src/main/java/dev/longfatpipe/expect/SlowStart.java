/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * How long a finite transfer takes while the congestion window grows.
 *
 * <p>A new connection sends ten segments (RFC 6928) and, as every acknowledgement lets two more go, doubles what it sends with
 * each round trip (RFC 5681, section 3.1) until the bottleneck is busy without a pause or the window has reached its limit.
 * So the last byte arrives after {@code (rounds - 1) x (rtt + one segment's time on the line) + the last round's time on the
 * line + the one-way delay}: the acknowledgement of a round's first segment comes a round trip after that segment has left the
 * line.
 *
 * <p>At 100 ms and 100 mbit that is 252, 455, 663 and 1475 ms for 64 KiB, 256 KiB, 1 MiB and 10 MiB (within 1 ms); Linux
 * measured 4 to 7 ms more.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SlowStart {

    /** Segments that a new connection sends before the first acknowledgement: 10 (RFC 6928; Linux since 2.6.39). */
    public static final int INITIAL_WINDOW_SEGMENTS = 10;

    private final int mss;
    private final Duration rtt;
    private final Duration oneWay;
    private final Duration jitter;
    private final int headerBytes;
    private final Optional<DataRate> lineRate;

    private SlowStart(Path path, Direction direction) {
        this.mss = path.mss();
        this.rtt = path.rtt();
        this.oneWay = path.link(direction).delay();
        this.jitter = path.link(direction).jitter();
        this.headerBytes = path.frameBytes() - path.mss();
        this.lineRate = path.link(direction).lineRate();
    }

    /**
     * Slow start on an empty path without loss.
     *
     * @param direction in which the data flows
     */
    public static SlowStart on(Path path, Direction direction) {
        return new SlowStart(path, direction);
    }

    /**
     * The time from the first byte sent to the last byte received, over one new connection whose window has no limit; without
     * the handshake's round trip and without the trip of a request.
     */
    public Duration timeToLastByte(DataSize bytes) {
        return course(bytes.bytes(), 1, Long.MAX_VALUE).duration();
    }

    /** The round trips in which that transfer leaves the sender: 3 for 64 KiB, 7 for 1 MiB, at an MSS of 1448. */
    public long rounds(DataSize bytes) {
        return course(bytes.bytes(), 1, Long.MAX_VALUE).rounds();
    }

    /** The course of connections that are new: {@link #INITIAL_WINDOW_SEGMENTS} each. */
    Course course(long bytes, int connections, long windowLimit) {
        return course(bytes, connections, (long) INITIAL_WINDOW_SEGMENTS * mss, windowLimit);
    }

    /**
     * @param bytes of all connections together
     * @param connections that start at the same time and share the line evenly
     * @param initialWindow what each of them may send at first, in bytes, above zero
     * @param windowLimit the most that all of them together may have in flight, in bytes, above zero
     */
    Course course(long bytes, int connections, long initialWindow, long windowLimit) {
        long limit = Math.min(windowLimit, Math.max(bytes, 1));
        long window = initialWindow > limit / connections ? limit : initialWindow * connections;
        Duration round = rtt.plus(jitter.dividedBy(2)).plus(onTheLine(mss));
        Duration start = Duration.ZERO;
        long rounds = 1;
        long left = bytes;
        while (left > window && onTheLine(window).compareTo(round) < 0) {
            // At its limit the window no longer grows, and all rounds but the last are alike.
            long alike = window == limit ? (left - 1) / window : 1;
            start = start.plus(round.multipliedBy(alike));
            rounds += alike;
            left -= alike * window;
            window = window > limit / 2 ? limit : window * 2;
        }
        return new Course(start.plus(onTheLine(left)).plus(oneWay).plus(arrivalJitter(left)), rounds);
    }

    /**
     * Jitter is drawn evenly and never reorders: a packet alone is half of it late on average, and the last of n that arrive
     * together as late as the latest of them, n / (n + 1) of it.
     */
    private Duration arrivalJitter(long bytes) {
        long segments = Math.min(Math.max(1, bytes / mss), 1_000_000);
        return jitter.multipliedBy(segments).dividedBy(segments + 1);
    }

    /** What these bytes take of the line, each segment with its headers. */
    private Duration onTheLine(long bytes) {
        if (lineRate.isEmpty()) {
            return Duration.ZERO;
        }
        long segments = bytes / mss + (bytes % mss == 0 ? 0 : 1);
        long onTheWire = Math.addExact(bytes, Math.multiplyExact(segments, (long) headerBytes));
        return lineRate.get().timeFor(DataSize.ofBytes(onTheWire));
    }

    /**
     * @param duration from the first byte sent to the last received
     * @param rounds round trips until the transfer ended or the line was busy without a pause
     */
    record Course(Duration duration, long rounds) {}
}
