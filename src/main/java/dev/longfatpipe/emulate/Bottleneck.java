/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apiguardian.api.API;

/**
 * The line of one direction, shared by every connection of a pipe: serves frames one after the other at its rate, behind a
 * drop-tail queue.
 *
 * <p>Exact: the time a frame takes is kept as whole nanoseconds plus a remainder that is carried to the next frame, so that
 * no rate is ever rounded. Not thread-safe.
 */
@API(status = API.Status.INTERNAL)
public final class Bottleneck {

    /** Answer of {@link #admit} for a frame that found the queue full. */
    public static final long DROPPED = Long.MIN_VALUE;

    private static final long BITS_TIMES_NANOS = 8L * 1_000_000_000L;

    private long bitsPerSecond;
    private long queueBytes;
    /** What still waits from before the rate changed, oldest first; nearly always empty. */
    private final Deque<Leftover> leftovers = new ArrayDeque<>(1);

    private long freeAtNanos = Long.MIN_VALUE;
    private long remainder;
    private long servingNanos;

    /** That bytes which were accepted at a rate have all left by a time. */
    private record Leftover(long untilNanos, long bitsPerSecond) {}

    /**
     * @param bitsPerSecond line rate; 0 for a line without a limit
     * @param queueBytes room for accepted bytes that have not left, what is left of the frame being served included
     */
    public Bottleneck(long bitsPerSecond, long queueBytes) {
        this.bitsPerSecond = bitsPerSecond;
        this.queueBytes = queueBytes;
    }

    /** Lets the line have another rate and another queue from now on; what it has accepted leaves when it would have left. */
    void change(long nowNanos, long newBitsPerSecond, long newQueueBytes) {
        if (backlogNanos(nowNanos) > 0 && newBitsPerSecond != bitsPerSecond) {
            leftovers.addLast(new Leftover(freeAtNanos, bitsPerSecond));
            remainder = 0;
        }
        bitsPerSecond = newBitsPerSecond;
        queueBytes = newQueueBytes;
    }

    /** Throws away what has been accepted and has not left. */
    void clear(long nowNanos) {
        servingNanos -= backlogNanos(nowNanos);
        freeAtNanos = Math.min(freeAtNanos, nowNanos);
        leftovers.clear();
    }

    /**
     * Offers bytes to the line.
     *
     * @param nowNanos when they arrive at it
     * @param wireBytes their length on the line, headers included
     * @return when their last bit has left, or {@link #DROPPED}
     */
    public long admit(long nowNanos, long wireBytes) {
        if (bitsPerSecond == 0) {
            return nowNanos;
        }
        if (freeAtNanos > nowNanos && backlogBytes(nowNanos) + wireBytes > queueBytes) {
            return DROPPED;
        }
        return serve(nowNanos, wireBytes);
    }

    /**
     * Serves bytes however long the queue is.
     *
     * @return when their last bit has left
     */
    public long serve(long nowNanos, long wireBytes) {
        if (bitsPerSecond == 0) {
            return nowNanos;
        }
        boolean idle = freeAtNanos <= nowNanos;
        long start = idle ? nowNanos : freeAtNanos;
        if (idle) {
            remainder = 0;
        }
        long work = Math.addExact(Math.multiplyExact(wireBytes, BITS_TIMES_NANOS), remainder);
        long serving = work / bitsPerSecond;
        remainder = work % bitsPerSecond;
        freeAtNanos = start + serving;
        servingNanos += serving;
        return freeAtNanos;
    }

    /** Returns the bytes accepted and not yet sent. */
    public long backlogBytes(long nowNanos) {
        long from = nowNanos;
        double bytes = 0;
        while (!leftovers.isEmpty() && leftovers.getFirst().untilNanos() <= nowNanos) {
            leftovers.removeFirst();
        }
        for (Leftover leftover : leftovers) {
            bytes += (leftover.untilNanos() - from) * (double) leftover.bitsPerSecond() / BITS_TIMES_NANOS;
            from = leftover.untilNanos();
        }
        if (freeAtNanos > from) {
            bytes += (freeAtNanos - from) * (double) bitsPerSecond / BITS_TIMES_NANOS;
        }
        return (long) bytes;
    }

    /** Returns how long a byte that arrives now waits before it is served. */
    public long backlogNanos(long nowNanos) {
        return freeAtNanos <= nowNanos ? 0 : freeAtNanos - nowNanos;
    }

    /** Returns for how long the line has served bytes up to a moment, since it was made. */
    public long busyNanos(long nowNanos) {
        return servingNanos - backlogNanos(nowNanos);
    }

    /** Returns the room for waiting bytes. */
    public long queueBytes() {
        return queueBytes;
    }
}
