/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * Spreads the reduction of a congestion window over the round trip in which a loss is repaired (RFC 6937, with its slow start
 * reduction bound): what is sent follows what is delivered, so that neither silence nor a burst comes of it.
 */
final class ProportionalRateReduction implements CongestionControl {

    private final CongestionControl congestion;
    private final int segmentBytes;
    private boolean active;
    private long before;
    private long delivered;
    private long sent;
    private long limit;

    ProportionalRateReduction(CongestionControl congestion, int segmentBytes) {
        this.congestion = congestion;
        this.segmentBytes = segmentBytes;
    }

    @Override
    public long window() {
        return active ? limit : congestion.window();
    }

    @Override
    public boolean inSlowStart() {
        return congestion.inSlowStart();
    }

    @Override
    public void onAcknowledged(long bytes, long nowNanos, long rttNanos) {
        congestion.onAcknowledged(bytes, nowNanos, rttNanos);
    }

    @Override
    public void onDelivered(long bytes, long nowNanos, long rttNanos, boolean windowLimited) {
        congestion.onDelivered(bytes, nowNanos, rttNanos, windowLimited);
    }

    @Override
    public void onPathChange(long bandwidthDelayProduct) {
        congestion.onPathChange(bandwidthDelayProduct);
    }

    @Override
    public void onRoundTrip(RoundTripSample sample) {
        congestion.onRoundTrip(sample);
    }

    @Override
    public void onLoss(long nowNanos) {
        before = congestion.window();
        congestion.onLoss(nowNanos);
        active = congestion.window() < before;
        delivered = 0;
        sent = 0;
        limit = 0;
    }

    /**
     * Bytes were reported delivered, or lost, while a loss is being repaired.
     *
     * @param bytes newly delivered
     * @param onTheWay bytes that are believed to be on their way now
     */
    void onReport(long bytes, long onTheWay) {
        if (!active) {
            return;
        }
        delivered += bytes;
        long target = congestion.window();
        long more;
        if (onTheWay > target) {
            more = (delivered * target + before - 1) / before - sent;
        } else {
            more = Math.min(target - onTheWay, Math.max(delivered - sent, bytes) + segmentBytes);
        }
        long least = sent == 0 ? segmentBytes : 0; // the first retransmission goes out at once
        limit = onTheWay + Math.max(least, more);
    }

    /** Bytes were sent, for the first time or again. */
    void onSent(long bytes) {
        sent += bytes;
    }

    /** Everything that was on its way when the loss was found has been acknowledged. */
    void onRepaired() {
        active = false;
    }

    @Override
    public void onTimeout(long nowNanos) {
        active = false;
        congestion.onTimeout(nowNanos);
    }

    @Override
    public void onIdle() {
        congestion.onIdle();
    }
}
