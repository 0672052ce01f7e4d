/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sender does about lost packets: one reduction of the congestion window per round trip of losses, and the packets sent
 * again as the window allows. Not thread-safe.
 */
final class Recovery {

    private final LossDetection detection;
    private final ProportionalRateReduction congestion;
    private final int segmentBytes;
    private final Deque<LostPacket> toResend = new ArrayDeque<>();
    private long end = -1;
    private @Nullable LostPacket cause;

    Recovery(LossDetection detection, ProportionalRateReduction congestion, int segmentBytes) {
        this.detection = detection;
        this.congestion = congestion;
        this.segmentBytes = segmentBytes;
    }

    /**
     * A transmission was lost; the sender does not know it yet.
     *
     * @param othersInFlight whether anything else is on its way whose delivery could tell
     * @param first whether it was the packet's first transmission
     */
    void onLost(LostPacket packet, boolean othersInFlight, boolean first) {
        detection.onLost(packet, othersInFlight, first);
    }

    /**
     * A packet was reported delivered.
     *
     * @param sentNanos when that packet had been sent
     * @param packetEnd where it ends in the stream
     * @param highest end of what has been sent so far
     * @param acknowledged end of what has been acknowledged without a gap
     * @return bytes that are now known not to be on their way
     */
    long onDelivered(long sentNanos, long packetEnd, long bytes, long highest, long acknowledged, long nowNanos) {
        long lost = 0;
        for (LostPacket packet : detection.onDelivered(sentNanos, packetEnd, bytes, acknowledged < end, nowNanos)) {
            lost += onDetected(packet, highest, nowNanos);
        }
        return lost;
    }

    /**
     * A timer of the detection expired.
     *
     * @return bytes that are now known not to be on their way
     */
    long onDue(long highest, long nowNanos) {
        LostPacket packet = detection.pollDue(nowNanos);
        if (packet == null) {
            return 0;
        }
        if (packet.due == LostPacket.Due.DETECTION) {
            return onDetected(packet, highest, nowNanos);
        }
        packet.timeouts++;
        congestion.onTimeout(nowNanos);
        cause = packet;
        end = highest;
        long lost = resend(packet);
        for (LostPacket other : detection.pollAll()) {
            lost += resend(other);
        }
        return lost;
    }

    /** Packets were cut off; the sender does not know it yet. */
    void onCutOff(List<LostPacket> packets) {
        packets.forEach(detection::onCutOff);
    }

    boolean hasUndetected() {
        return detection.hasUndetected();
    }

    long undetectedBytes() {
        return detection.undetectedBytes();
    }

    /**
     * The retransmission timer expired after the line had been cut: all that has not been acknowledged is taken as lost.
     *
     * @return bytes that are now known not to be on their way
     */
    long onTimeout(long highest, long nowNanos) {
        congestion.onTimeout(nowNanos);
        end = highest;
        long lost = 0;
        for (LostPacket packet : detection.pollAll()) {
            cause = packet;
            lost += resend(packet);
        }
        return lost;
    }

    private long onDetected(LostPacket packet, long highest, long nowNanos) {
        if (packet.end > end) {
            congestion.onLoss(nowNanos);
            cause = packet;
            end = highest;
        }
        return resend(packet);
    }

    private long resend(LostPacket packet) {
        toResend.add(packet);
        return packet.length;
    }

    /** Says what is on its way after bytes were delivered or found to be lost; sets what may be sent while a loss is repaired. */
    void onReport(long bytes, long onTheWay) {
        congestion.onReport(bytes, onTheWay);
    }

    /** Bytes were sent, for the first time or again. */
    void onSent(long bytes) {
        congestion.onSent(bytes);
    }

    /** Everything before {@code acknowledged} has arrived. */
    void onAcknowledged(long acknowledged) {
        if (acknowledged >= end) {
            congestion.onRepaired();
        }
    }

    long nextDueNanos() {
        return detection.nextDueNanos();
    }

    /**
     * Removes and returns the next packet to send again, if the window has room for it; of a train of segments, which was lost as
     * one, for its first. Otherwise a window that opens by less than a train at a time would send one train per round trip for ever.
     */
    @Nullable
    LostPacket pollResend(long onTheWay) {
        LostPacket next = toResend.peekFirst();
        if (next == null) {
            return null;
        }
        long least = Math.min(next.length, segmentBytes);
        return onTheWay == 0 || onTheWay + least <= congestion.window() ? toResend.removeFirst() : null;
    }

    boolean hasResend() {
        return !toResend.isEmpty();
    }

    /** Returns whether acknowledgements may open the window: not while a loss is being repaired, but in slow start always. */
    boolean letsWindowGrow(long acknowledged) {
        return acknowledged >= end || congestion.inSlowStart();
    }

    /** The sender begins anew after an idle time: what it lost before no longer holds it back. */
    void onIdle() {
        cause = null;
    }

    /** Returns the packet whose loss last reduced the window; null when none ever has. */
    @Nullable
    LostPacket cause() {
        return cause;
    }
}
