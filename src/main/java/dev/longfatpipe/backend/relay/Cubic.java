/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * CUBIC's window as Linux keeps it ({@code net/ipv4/tcp_cubic.c}): RFC 9438 with C = 0.4, beta = 0.7, fast convergence and
 * {@link HyStart}, in whole numbers.
 *
 * <p>Where Linux differs from the RFC, it is modelled as Linux does it, because it matters to what a lossy path carries: the
 * window of the Reno-friendly region keeps growing by 0.53 segments per round trip also beyond the former maximum (RFC 9438
 * section 4.3 goes over to 1 there); a fraction of a segment is no segment; and the number of acknowledged segments after which
 * the window grows by one is rounded down, so that small windows grow faster than on paper.
 */
final class Cubic implements CongestionControl {

    /** {@code bic_scale * 10 / 1024}. */
    private static final double C = 410.0 / 1024;
    /** {@code beta / BICTCP_BETA_SCALE}. */
    private static final int BETA_1024THS = 717;
    /**
     * {@code beta_scale}: in so many eighths of a window acknowledged the Reno-friendly window grows by a segment, 1 / alpha_cubic
     * of RFC 9438 section 4.3, rounded down.
     */
    private static final int FRIENDLY_EIGHTHS = 8 * (1024 + BETA_1024THS) / 3 / (1024 - BETA_1024THS);
    /** The window never grows by more than half in a round trip (RFC 9438 section 4.2): every second segment at most. */
    private static final long LEAST_INTERVAL = 2;
    /** While the window stays the same, its growth is computed anew 32 times per second: {@code HZ / 32}. */
    private static final long UPDATE_NANOS = 1_000_000_000L / 32;
    /** Before any loss there is no maximum to aim at: the window grows by a twentieth per round trip at least. */
    private static final long LARGEST_INTERVAL_BEFORE_LOSS = 20;
    /** Round-trip times of the first second after a loss was repaired do not count ({@code cubictcp_acked}). */
    private static final long AFTER_REPAIR_NANOS = 1_000_000_000L;

    private static final int LEAST_WINDOW = 2;
    private static final long NO_EPOCH = Long.MIN_VALUE;

    private final int segmentBytes;
    private HyStart hyStart;
    private boolean hyStartOver;
    private long window = INITIAL_WINDOW_SEGMENTS;
    private long threshold = Long.MAX_VALUE;
    private long maximum;
    private long origin;
    private double k;
    private long friendly;
    /** Acknowledged segments that have not made the Reno-friendly window grow yet. */
    private long friendlySaved;

    private long epochNanos = NO_EPOCH;
    /** Acknowledged bytes that are not a whole segment yet. */
    private long partBytes;
    /** Acknowledged segments that have not made the window grow yet. */
    private long saved;
    /** After how many acknowledged segments the window grows by one. */
    private long interval;

    private long updatedNanos;
    private long updatedWindow;

    Cubic(int segmentBytes) {
        this.segmentBytes = segmentBytes;
        this.hyStart = new HyStart(segmentBytes);
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
    public void onRoundTrip(RoundTripSample sample) {
        if (epochNanos != NO_EPOCH && sample.nowNanos() - epochNanos < AFTER_REPAIR_NANOS) {
            return;
        }
        hyStart.sample(sample.rttNanos());
        if (!hyStartOver && inSlowStart() && hyStart.ends(sample, window())) {
            hyStartOver = true;
            threshold = window;
        }
    }

    @Override
    public void onAcknowledged(long bytes, long nowNanos, long rttNanos) {
        partBytes += bytes;
        long segments = partBytes / segmentBytes;
        partBytes %= segmentBytes;
        if (segments > 0 && inSlowStart()) {
            long growth = Math.min(segments, threshold - window);
            window += growth;
            segments -= growth;
        }
        if (segments > 0) {
            avoidCongestion(segments, nowNanos);
        }
    }

    private void avoidCongestion(long segments, long nowNanos) {
        friendlySaved += segments;
        if (window != updatedWindow || nowNanos - updatedNanos > UPDATE_NANOS) {
            updatedWindow = window;
            updatedNanos = nowNanos;
            if (epochNanos == NO_EPOCH) {
                startEpoch(segments, nowNanos);
            }
            interval = Math.max(LEAST_INTERVAL, Math.min(cubicInterval(nowNanos), friendlyInterval()));
        }
        growEvery(interval, segments);
    }

    /** {@code tcp_cong_avoid_ai}: what was saved under a longer interval is worth one segment at most. */
    private void growEvery(long acknowledged, long segments) {
        if (saved >= acknowledged) {
            saved = 0;
            window++;
        }
        saved += segments;
        if (saved >= acknowledged) {
            window += saved / acknowledged;
            saved %= acknowledged;
        }
    }

    private void startEpoch(long segments, long nowNanos) {
        epochNanos = nowNanos;
        origin = Math.max(maximum, window);
        k = Math.cbrt((origin - window) / C);
        friendly = window;
        friendlySaved = segments;
    }

    /** Returns after how many acknowledged segments the window grows by one, to be on the cubic one least round trip from now. */
    private long cubicInterval(long nowNanos) {
        double seconds = (nowNanos - epochNanos + hyStart.leastNanos()) / 1e9 - k;
        long distance = (long) (C * Math.pow(Math.abs(seconds), 3));
        long target = seconds < 0 ? origin - distance : origin + distance;
        long every = target > window ? window / (target - window) : 100 * window;
        return maximum == 0 ? Math.min(every, LARGEST_INTERVAL_BEFORE_LOSS) : every;
    }

    private long friendlyInterval() {
        long per = window * FRIENDLY_EIGHTHS / 8;
        while (friendlySaved > per) {
            friendlySaved -= per;
            friendly++;
        }
        return friendly > window ? window / (friendly - window) : Long.MAX_VALUE;
    }

    @Override
    public void onLoss(long nowNanos) {
        reduce();
        window = threshold;
    }

    @Override
    public void onTimeout(long nowNanos) {
        reduce();
        // RFC 9438 section 4.8, bictcp_reset: growth begins anew from where slow start ends, with K = 0
        maximum = 0;
        hyStart = new HyStart(segmentBytes);
        hyStartOver = false;
        window = 1;
    }

    private void reduce() {
        maximum = window < maximum ? window * (1024 + BETA_1024THS) / 2048 : window;
        threshold = Math.max(window * BETA_1024THS / 1024, LEAST_WINDOW);
        epochNanos = NO_EPOCH;
        saved = 0;
    }

    @Override
    public void onIdle() {
        window = Math.min(window, INITIAL_WINDOW_SEGMENTS);
        epochNanos = NO_EPOCH;
    }
}
