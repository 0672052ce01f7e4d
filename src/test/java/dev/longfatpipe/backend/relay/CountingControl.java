/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** Counts what a congestion control is told. */
final class CountingControl implements CongestionControl {

    private final CongestionControl counted;
    private int losses;
    private int timeouts;
    private int idles;

    CountingControl(CongestionControl counted) {
        this.counted = counted;
    }

    @Override
    public long window() {
        return counted.window();
    }

    @Override
    public boolean inSlowStart() {
        return counted.inSlowStart();
    }

    @Override
    public void onAcknowledged(long bytes, long nowNanos, long rttNanos) {
        counted.onAcknowledged(bytes, nowNanos, rttNanos);
    }

    @Override
    public void onRoundTrip(RoundTripSample sample) {
        counted.onRoundTrip(sample);
    }

    @Override
    public void onLoss(long nowNanos) {
        losses++;
        counted.onLoss(nowNanos);
    }

    @Override
    public void onTimeout(long nowNanos) {
        timeouts++;
        counted.onTimeout(nowNanos);
    }

    @Override
    public void onIdle() {
        idles++;
        counted.onIdle();
    }

    int losses() {
        return losses;
    }

    int timeouts() {
        return timeouts;
    }

    int idles() {
        return idles;
    }
}
