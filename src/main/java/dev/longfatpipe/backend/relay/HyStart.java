/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * When Linux' CUBIC ends slow start without a loss: hybrid slow start, {@code hystart_update} of {@code net/ipv4/tcp_cubic.c}
 * with its default parameters (the idea is that of Ha and Rhee, "Taming the elephants", 2008; RFC 9406 is its successor and is
 * not what Linux does).
 *
 * <p>Two signs, each looked for in every round trip from a window of 16 segments on. <em>Train</em>: acknowledgements that follow
 * each other within 2 ms and have been coming for half of the least round-trip time. A sender that does not pace sends a round
 * trip's data in one burst, so that the length of the train is the time it took on the line. <em>Delay</em>: the least of eight
 * round-trip times or more is an eighth, or 4 to 16 ms, above the least there ever was.
 *
 * <p>At 100 ms and 100 mbit the train is found at a window of 1.27 BDP; measured on Linux 6.1, 1055 to 1061 segments.
 */
final class HyStart {

    private static final int LOW_WINDOW_SEGMENTS = 16;
    private static final int LEAST_SAMPLES = 8;
    private static final long ACKNOWLEDGEMENT_SPACING_NANOS = 2_000_000L;
    private static final long LEAST_RISE_NANOS = 4_000_000L;
    private static final long LARGEST_RISE_NANOS = 16_000_000L;
    /** {@code hystart_ack_delay}: what four packets of the largest size that an interface takes need at the pacing rate. */
    private static final long CUSHION_BYTES = 4 * 65_536L;

    private static final long LARGEST_CUSHION_NANOS = 1_000_000L;
    private static final long NONE = Long.MAX_VALUE;

    private final int segmentBytes;
    private long least = NONE;
    private long roundNanos;
    private long roundEnd;
    private long trainNanos;
    private long leastOfRound = NONE;
    private int samples;

    HyStart(int segmentBytes) {
        this.segmentBytes = segmentBytes;
    }

    /** Takes a round-trip time that only counts for the least there ever was. */
    void sample(long rttNanos) {
        least = Math.min(least, rttNanos);
    }

    /** Returns the least round-trip time; 0 before the first. */
    long leastNanos() {
        return least == NONE ? 0 : least;
    }

    /**
     * Looks for a sign that the window has reached the path, after {@link #sample}.
     *
     * @param window the congestion window in bytes
     * @return whether slow start is over
     */
    boolean ends(RoundTripSample sample, long window) {
        if (sample.acknowledged() > roundEnd) {
            begin(sample);
        }
        if (window < (long) LOW_WINDOW_SEGMENTS * segmentBytes) {
            return false;
        }
        boolean train = trainIsLong(sample, window);
        return delayHasRisen(sample.rttNanos()) || train;
    }

    private void begin(RoundTripSample sample) {
        roundNanos = sample.nowNanos();
        trainNanos = sample.nowNanos();
        roundEnd = sample.sent();
        leastOfRound = NONE;
        samples = 0;
    }

    private boolean trainIsLong(RoundTripSample sample, long window) {
        long now = sample.nowNanos();
        if (now - trainNanos > ACKNOWLEDGEMENT_SPACING_NANOS) {
            return false;
        }
        trainNanos = now;
        return now - roundNanos > (least + cushionNanos(window, sample.smoothedNanos())) / 2;
    }

    /** The pacing rate of slow start is twice the window per round trip ({@code tcp_update_pacing_rate}), also where nobody paces. */
    private static long cushionNanos(long window, long smoothedNanos) {
        return (long) Math.min(LARGEST_CUSHION_NANOS, (double) CUSHION_BYTES * smoothedNanos / (2 * window));
    }

    private boolean delayHasRisen(long rttNanos) {
        leastOfRound = Math.min(leastOfRound, rttNanos);
        if (samples < LEAST_SAMPLES) {
            samples++;
            return false;
        }
        return leastOfRound > least + Math.max(LEAST_RISE_NANOS, Math.min(least / 8, LARGEST_RISE_NANOS));
    }
}
