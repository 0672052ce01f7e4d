/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** NewReno's window: RFC 5681, with appropriate byte counting (RFC 3465). */
final class Reno implements CongestionControl {

    private final int segmentBytes;
    private double window;
    private double threshold = Double.MAX_VALUE;

    Reno(int segmentBytes) {
        this.segmentBytes = segmentBytes;
        this.window = (double) INITIAL_WINDOW_SEGMENTS * segmentBytes;
    }

    @Override
    public long window() {
        return (long) window;
    }

    @Override
    public boolean inSlowStart() {
        return window < threshold;
    }

    @Override
    public void onAcknowledged(long bytes, long nowNanos, long rttNanos) {
        if (inSlowStart()) {
            window = Math.min(window + bytes, Math.max(window, threshold));
        } else {
            window += (double) segmentBytes * bytes / window;
        }
    }

    @Override
    public void onLoss(long nowNanos) {
        threshold = Math.max(window / 2, 2.0 * segmentBytes);
        window = threshold;
    }

    @Override
    public void onTimeout(long nowNanos) {
        threshold = Math.max(window / 2, 2.0 * segmentBytes);
        window = segmentBytes;
    }

    @Override
    public void onIdle() {
        window = Math.min(window, (double) INITIAL_WINDOW_SEGMENTS * segmentBytes);
    }
}
