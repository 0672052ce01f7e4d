/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

/**
 * The congestion window of one connection after its first loss, round trip by round trip, in segments: Reno by RFC 5681, CUBIC
 * by RFC 9438 with fast convergence and its Reno-friendly region.
 */
final class WindowAfterLoss {

    private static final double LEAST_WINDOW = 2;
    private static final double RENO_BETA = 0.5;
    private static final double CUBIC_C = 0.4;
    private static final double CUBIC_BETA = 0.7;
    /** alpha_cubic of RFC 9438 section 4.3. */
    private static final double CUBIC_ALPHA = 3 * (1 - CUBIC_BETA) / (1 + CUBIC_BETA);

    private final boolean cubic;
    private double window;
    private double maximum;
    private double friendly;
    private double secondsSinceLoss;

    /**
     * @param cubic CUBIC, or else Reno
     * @param peak the window that the first loss found
     */
    WindowAfterLoss(boolean cubic, double peak) {
        this.cubic = cubic;
        this.window = peak;
        onLoss();
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
        double k = Math.cbrt(maximum * (1 - CUBIC_BETA) / CUBIC_C);
        double target = maximum + CUBIC_C * Math.pow(secondsSinceLoss - k, 3);
        window = Math.max(window, Math.min(Math.max(target, friendly), 1.5 * window));
    }
}
