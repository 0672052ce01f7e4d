/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** No congestion window at all: for the pipe's own probe, which measures the line and not TCP. */
final class Uncontrolled implements CongestionControl {

    @Override
    public long window() {
        return Long.MAX_VALUE / 4;
    }

    @Override
    public boolean inSlowStart() {
        return false;
    }

    @Override
    public void onAcknowledged(long bytes, long nowNanos, long rttNanos) {}

    @Override
    public void onLoss(long nowNanos) {}

    @Override
    public void onTimeout(long nowNanos) {}

    @Override
    public void onIdle() {}
}
