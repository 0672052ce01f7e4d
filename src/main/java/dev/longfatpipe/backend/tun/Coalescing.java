/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import java.util.concurrent.TimeUnit;

/**
 * Lets an engine that is busy gather packets for a moment before it handles them, as a network card coalesces its interrupts ({@code
 * ethtool -C}): to be woken for every packet costs more than the packet, in the engine and in whoever reads. Not thread-safe.
 */
final class Coalescing {

    /** Of more packets than these the engine is busy: of data and of acknowledgements, what 160 mbit of single segments are. */
    private static final int BUSY_PACKETS = 20;

    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    /** A nap is at most half a percent of the round-trip time. */
    private static final int NAPS_PER_RTT = 200;

    private long windowAtNanos;
    private int inWindow;
    private boolean busy;

    /** Packets have been read. */
    void read(int packets) {
        inWindow += packets;
    }

    /**
     * Returns how long the engine may sleep, whatever comes or is due in the meantime; 0 when it has little to do.
     *
     * @param rttNanos shortest round-trip time of its pipes; {@link Long#MAX_VALUE} when it has none
     */
    long napNanos(long nowNanos, long rttNanos) {
        long elapsed = nowNanos - windowAtNanos;
        if (elapsed >= WINDOW_NANOS) {
            busy = inWindow > BUSY_PACKETS * (elapsed / (double) WINDOW_NANOS);
            inWindow = 0;
            windowAtNanos = nowNanos;
        }
        return busy ? Math.min(LONGEST_NAP_NANOS, rttNanos / NAPS_PER_RTT) : 0;
    }
}
