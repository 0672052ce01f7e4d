/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * CUBIC's window: RFC 9438 with C = 0.4 and beta = 0.7, fast convergence and the Reno-friendly region. Counts in segments,
 * as the RFC does.
 */
final class Cubic implements CongestionControl {

    private static final double C = 0.4;
    private static final double BETA = 0.7;
    /** alpha_cubic of RFC 9438 section 4.3: 3 (1 - beta) / (1 + beta). */
    private static final double ALPHA = 3 * (1 - BETA) / (1 + BETA);

    private static final long NO_EPOCH = Long.MIN_VALUE;

    private final int segmentBytes;
    private double window = INITIAL_WINDOW_SEGMENTS;
    private double threshold = Double.MAX_VALUE;
    private double maximum;
    private double origin;
    private double k;
    private double friendly;
    private long epochNanos = NO_EPOCH;

    Cubic(int segmentBytes) {
        this.segmentBytes = segmentBytes;
    }

    @Override
    public long window() {
        return (long) (window * segmentBytes);
    }

    @Override
    public boolean inSlowStart() {
        return window < threshold;
    }

    @Override
    public void onAcknowledged(long bytes, long nowNanos, long rttNanos) {
        double segments = (double) bytes / segmentBytes;
        if (inSlowStart()) {
            window = Math.min(window + segments, Math.max(window, threshold));
            return;
        }
        if (epochNanos == NO_EPOCH) {
            startEpoch(nowNanos);
        }
        double seconds = (nowNanos - epochNanos + rttNanos) / 1e9;
        double cubic = origin + C * Math.pow(seconds - k, 3);
        double target = Math.min(Math.max(cubic, window), 1.5 * window);
        double grown = window + (target - window) / window * segments;
        friendly += (friendly < maximum ? ALPHA : 1) * segments / window;
        window = Math.max(grown, friendly);
    }

    private void startEpoch(long nowNanos) {
        epochNanos = nowNanos;
        origin = Math.max(maximum, window);
        k = Math.cbrt((origin - window) / C);
        friendly = window;
    }

    @Override
    public void onLoss(long nowNanos) {
        reduce();
        window = threshold;
    }

    @Override
    public void onTimeout(long nowNanos) {
        reduce();
        window = 1;
    }

    private void reduce() {
        maximum = window < maximum ? window * (1 + BETA) / 2 : window;
        threshold = Math.max(window * BETA, 2);
        epochNanos = NO_EPOCH;
    }

    @Override
    public void onIdle() {
        window = Math.min(window, INITIAL_WINDOW_SEGMENTS);
        epochNanos = NO_EPOCH;
    }
}
