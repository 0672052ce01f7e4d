/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** Smoothed round-trip time and retransmission timeout of RFC 6298, with the bounds Linux gives them. */
final class RttEstimator {

    /** Linux' TCP_RTO_MIN: the variance term of the timeout is never below 200 ms. */
    static final long MINIMUM_VARIANCE_TERM_NANOS = 200_000_000L;

    /** Linux' TCP_RTO_MAX: no timeout is longer, however often it was doubled. */
    static final long MAXIMUM_TIMEOUT_NANOS = 120_000_000_000L;

    private long smoothed;
    private long variance;
    private long minimum;

    /** Takes a sample. */
    void add(long rttNanos) {
        if (smoothed == 0) {
            smoothed = rttNanos;
            variance = rttNanos / 2;
            minimum = rttNanos;
            return;
        }
        variance += (Math.abs(smoothed - rttNanos) - variance) / 4;
        smoothed += (rttNanos - smoothed) / 8;
        minimum = Math.min(minimum, rttNanos);
    }

    /** Returns the smoothed round-trip time; 0 before the first sample. */
    long smoothedNanos() {
        return smoothed;
    }

    /** Returns the least sample; 0 before the first. */
    long minimumNanos() {
        return minimum;
    }

    /** Returns the retransmission timeout: smoothed + max(4 x variance, 200 ms), at most 120 s. */
    long timeoutNanos() {
        return Math.min(smoothed + Math.max(4 * variance, MINIMUM_VARIANCE_TERM_NANOS), MAXIMUM_TIMEOUT_NANOS);
    }
}
