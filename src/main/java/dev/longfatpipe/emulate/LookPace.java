/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import java.util.random.RandomGenerator;
import org.apiguardian.api.API;

/**
 * How often a pipe is looked at, so that looking does not take the processor that the traffic needs: an eighth of the time is spent on
 * it at most, within bounds. What a look takes is smoothed as a round-trip time is (RFC 6298, alpha 1/8).
 *
 * <p>Periods are uneven, up to a quarter shorter or longer than their mean: a round trip of five even periods would have a look get in the
 * way of every answer (RFC 2330, section 11.1, on samples that fall in step with what they sample). Not thread-safe.
 */
@API(status = API.Status.INTERNAL)
public final class LookPace {

    private static final int SHARE = 8;
    private static final int SMOOTHING = 8;

    private static final double LEAST_OF_MEAN = 0.75;
    private static final double SPREAD = 0.5;

    private final long mostNanos;
    private final RandomGenerator random;
    private long tookNanos = -1;

    /**
     * Begins.
     *
     * @param mostNanos the longest mean time from one look to the next
     * @param random draws the periods
     */
    public LookPace(long mostNanos, RandomGenerator random) {
        this.mostNanos = mostNanos;
        this.random = random;
    }

    /** A look took so long. */
    public void took(long nanos) {
        tookNanos = tookNanos < 0 ? nanos : tookNanos + (nanos - tookNanos) / SMOOTHING;
    }

    /**
     * Returns the time from one look to the next.
     *
     * @param leastNanos the shortest mean
     */
    public long periodNanos(long leastNanos) {
        long mean = Math.max(leastNanos, Math.min(mostNanos, SHARE * tookNanos));
        return Math.round(mean * (LEAST_OF_MEAN + SPREAD * random.nextDouble()));
    }
}
