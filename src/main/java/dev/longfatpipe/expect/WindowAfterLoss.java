/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

/**
 * The congestion window of one connection after slow start, round trip by round trip, in segments: Reno by RFC 5681, CUBIC by
 * RFC 9438 with fast convergence and its Reno-friendly region; before any loss, Linux' CUBIC grows by a twentieth per round trip
 * at least.
 */
final class WindowAfterLoss {

    private static final double LEAST_WINDOW = 2;
    private static final double RENO_BETA = 0.5;
    private static final double CUBIC_C = 0.4;
    private static final double CUBIC_BETA = 0.7;
    /** {@code if (ca->last_max_cwnd == 0 && ca->cnt > 20) ca->cnt = 20}, net/ipv4/tcp_cubic.c. */
    private static final double GROWTH_BEFORE_LOSS = 1.05;

    /** alpha_cubic of RFC 9438 section 4.3. */
    private static final double CUBIC_ALPHA = 3 * (1 - CUBIC_BETA) / (1 + CUBIC_BETA);

    private final boolean cubic;
    private double window;
    private double maximum;
    private double origin;
    private double friendly;
    private double secondsSinceLoss;

    private WindowAfterLoss(boolean cubic, double window) {
        this.cubic = cubic;
        this.window = window;
        this.friendly = window;
    }

    /**
     * @param cubic CUBIC, or else Reno
     * @param peak the window that the first loss found
     */
    static WindowAfterLoss of(boolean cubic, double peak) {
        WindowAfterLoss after = new WindowAfterLoss(cubic, peak);
        after.onLoss();
        return after;
    }

    /** CUBIC's window after a slow start that ended without loss. */
    static WindowAfterLoss growing(double window) {
        return new WindowAfterLoss(true, window);
    }

    double segments() {
        return window;
    }

    /** Losses of one round trip reduce the window once. */
    void onLoss() {
        maximum = window < maximum ? window * (1 + CUBIC_BETA) / 2 : window;
        window = Math.max(LEAST_WINDOW, window * (cubic ? CUBIC_BETA : RENO_BETA));
        friendly = window;
        secondsSinceLoss = 0;
    }

    /** A round trip went by without loss. */
    void onRound(double seconds) {
        if (!cubic) {
            window++;
            return;
        }
        secondsSinceLoss += seconds;
        friendly += CUBIC_ALPHA;
        if (maximum == 0) {
            origin = origin == 0 ? window : origin;
            double beforeLoss = Math.max(origin + CUBIC_C * Math.pow(secondsSinceLoss, 3), GROWTH_BEFORE_LOSS * window);
            window = Math.min(Math.max(beforeLoss, friendly), 1.5 * window);
            return;
        }
        double k = Math.cbrt(maximum * (1 - CUBIC_BETA) / CUBIC_C);
        double target = maximum + CUBIC_C * Math.pow(secondsSinceLoss - k, 3);
        window = Math.max(window, Math.min(Math.max(target, friendly), 1.5 * window));
    }
}
