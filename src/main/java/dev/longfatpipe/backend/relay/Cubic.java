/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * CUBIC's window: RFC 9438 with C = 0.4, beta = 0.7 and fast convergence, in whole segments as Linux keeps it
 * ({@code net/ipv4/tcp_cubic.c}).
 *
 * <p>Two things in which Linux differs from the RFC matter to what a lossy path carries, and are modelled as Linux does
 * them: the window of the Reno-friendly region keeps growing by 0.53 segments per round trip also beyond the former maximum
 * (RFC 9438 section 4.3 goes over to 1 there), and a fraction of a segment is no segment.
 */
final class Cubic implements CongestionControl {

    private static final double C = 0.4;
    private static final double BETA = 0.7;
    /** alpha_cubic of RFC 9438 section 4.3: 3 (1 - beta) / (1 + beta). */
    private static final double ALPHA = 3 * (1 - BETA) / (1 + BETA);
    /** The window never grows by more than half in a round trip (RFC 9438 section 4.2): every second segment at most. */
    private static final double LEAST_INTERVAL = 2;
    /** While the window stays the same, its growth is computed anew 32 times per second: {@code HZ / 32}. */
    private static final long UPDATE_NANOS = 1_000_000_000L / 32;
    /** Before any loss there is no maximum to aim at: the window grows by a twentieth per round trip at least. */
    private static final double LARGEST_INTERVAL_BEFORE_LOSS = 20;

    private static final int LEAST_WINDOW = 2;
    private static final long NO_EPOCH = Long.MIN_VALUE;

    private final int segmentBytes;
    private long window = INITIAL_WINDOW_SEGMENTS;
    private long threshold = Long.MAX_VALUE;
    private long maximum;
    private double origin;
    private double k;
    private double friendly;
    private long epochNanos = NO_EPOCH;
    /** Acknowledged segments that have not made the window grow yet. */
    private double saved;
    /** After how many acknowledged segments the window grows by one. */
    private double interval;

    private long updatedNanos;
    private long updatedWindow;

    Cubic(int segmentBytes) {
        this.segmentBytes = segmentBytes;
    }

    @Override
    public long window() {
        return window * segmentBytes;
    }

    @Override
    public boolean inSlowStart() {
        return window < threshold;
    }

    @Override
    public void onAcknowledged(long bytes, long nowNanos, long rttNanos) {
        double segments = (double) bytes / segmentBytes;
        if (inSlowStart()) {
            segments = growBy(segments);
        }
        if (segments > 0) {
            avoidCongestion(segments, nowNanos, rttNanos);
        }
    }

    /** Slow start: every segment counts; returns those that were not needed to reach the threshold. */
    private double growBy(double segments) {
        saved += segments;
        long whole = Math.min((long) saved, threshold - window);
        window += whole;
        saved -= whole;
        if (inSlowStart()) {
            return 0;
        }
        double left = saved;
        saved = 0;
        return left;
    }

    private void avoidCongestion(double segments, long nowNanos, long rttNanos) {
        if (epochNanos == NO_EPOCH) {
            startEpoch(nowNanos);
        }
        friendly += ALPHA * segments / window;
        if (window != updatedWindow || nowNanos - updatedNanos > UPDATE_NANOS) {
            updatedWindow = window;
            updatedNanos = nowNanos;
            interval = Math.max(LEAST_INTERVAL, Math.min(cubicInterval(nowNanos, rttNanos), friendlyInterval()));
        }
        growEvery(interval, segments);
    }

    /** What was saved under a longer interval is worth one segment at most. */
    private void growEvery(double acknowledged, double segments) {
        if (saved >= acknowledged) {
            saved = 0;
            window++;
        }
        saved += segments;
        if (saved >= acknowledged) {
            long whole = (long) (saved / acknowledged);
            window += whole;
            saved -= whole * acknowledged;
        }
    }

    private void startEpoch(long nowNanos) {
        epochNanos = nowNanos;
        updatedWindow = 0;
        origin = Math.max(maximum, window);
        k = Math.cbrt((origin - window) / C);
        friendly = window;
    }

    /** Returns after how many acknowledged segments the window grows by one, to be on the cubic one round trip from now. */
    private double cubicInterval(long nowNanos, long rttNanos) {
        double seconds = (nowNanos - epochNanos + rttNanos) / 1e9;
        double target = origin + C * Math.pow(seconds - k, 3);
        double interval = target > window ? window / (target - window) : 100.0 * window;
        return maximum == 0 ? Math.min(interval, LARGEST_INTERVAL_BEFORE_LOSS) : interval;
    }

    private double friendlyInterval() {
        long reno = (long) friendly;
        return reno > window ? (double) window / (reno - window) : Double.MAX_VALUE;
    }

    @Override
    public void onLoss(long nowNanos) {
        reduce();
        window = threshold;
    }

    @Override
    public void onTimeout(long nowNanos) {
        reduce();
        maximum = 0; // RFC 9438 section 4.8, bictcp_reset: growth begins anew from where slow start ends, with K = 0
        window = 1;
    }

    private void reduce() {
        maximum = window < maximum ? (long) (window * (1 + BETA) / 2) : window;
        threshold = Math.max((long) (window * BETA), LEAST_WINDOW);
        epochNanos = NO_EPOCH;
        saved = 0;
    }

    @Override
    public void onIdle() {
        window = Math.min(window, INITIAL_WINDOW_SEGMENTS);
        epochNanos = NO_EPOCH;
    }
}
