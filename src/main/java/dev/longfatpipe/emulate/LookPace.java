/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import org.apiguardian.api.API;

/**
 * How often a pipe is looked at, so that looking does not take the processor that the traffic needs: at most an eighth of the time is
 * spent on it, within bounds. What a look takes is smoothed as a round-trip time is (RFC 6298, alpha 1/8). Not thread-safe.
 */
@API(status = API.Status.INTERNAL)
public final class LookPace {

    private static final int SHARE = 8;
    private static final int SMOOTHING = 8;

    private final long mostNanos;
    private long tookNanos = -1;

    /**
     * @param mostNanos the longest time from one look to the next
     */
    public LookPace(long mostNanos) {
        this.mostNanos = mostNanos;
    }

    /** A look took so long. */
    public void took(long nanos) {
        tookNanos = tookNanos < 0 ? nanos : tookNanos + (nanos - tookNanos) / SMOOTHING;
    }

    /** Returns the time from one look to the next, at least {@code leastNanos}. */
    public long periodNanos(long leastNanos) {
        return Math.max(leastNanos, Math.min(mostNanos, SHARE * tookNanos));
    }
}
