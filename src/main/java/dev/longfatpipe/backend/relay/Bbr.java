/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * What BBR comes to on a path whose rate does not change: a start-up that doubles every round trip up to two BDPs, and no
 * reduction for random loss. Not the algorithm itself: it neither probes nor paces.
 *
 * <p>Measured on a kernel: 18 to 19 mbit of 20 at up to 5 % loss.
 */
final class Bbr implements CongestionControl {

    private final int segmentBytes;
    private final double most;
    private double window;

    Bbr(int segmentBytes, long bandwidthDelayProduct) {
        this.segmentBytes = segmentBytes;
        this.window = (double) INITIAL_WINDOW_SEGMENTS * segmentBytes;
        this.most = bandwidthDelayProduct == 0
                ? Double.MAX_VALUE
                : Math.max(2.0 * bandwidthDelayProduct, 4.0 * segmentBytes);
    }

    @Override
    public long window() {
        return (long) window;
    }

    @Override
    public boolean inSlowStart() {
        return window < most;
    }

    @Override
    public void onAcknowledged(long bytes, long nowNanos, long rttNanos) {
        window = Math.min(window + bytes, Math.max(most, window));
    }

    @Override
    public void onLoss(long nowNanos) {
        // Loss that comes without a falling delivery rate says nothing about the bandwidth.
    }

    @Override
    public void onTimeout(long nowNanos) {
        window = Math.max(4.0 * segmentBytes, window / 2);
    }

    @Override
    public void onIdle() {
        // BBR keeps its model of the path over idle times.
    }
}
