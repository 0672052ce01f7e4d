/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a sender learns that a packet was lost: after three later segments were delivered, a quarter of the round trip
 * after the first of them, by a tail-loss probe after two round trips (RFC 8985), or by the retransmission timer (RFC 6298).
 * Not thread-safe.
 */
final class LossDetection {

    private static final int DUPLICATE_THRESHOLD_SEGMENTS = 3;

    private final int segmentBytes;
    private final RttEstimator rtt;
    /** In the order in which they were sent. */
    private final Set<LostPacket> undetected = new LinkedHashSet<>();
    /** When they become due, the first at the head; entries that no longer hold are left in and passed over. */
    private final PriorityQueue<Appointment> appointments =
            new PriorityQueue<>(Comparator.comparingLong(Appointment::nanos));

    /** That a packet becomes due at a time, unless it has been detected or given another time since. */
    private record Appointment(long nanos, LostPacket packet) {}

    LossDetection(int segmentBytes, RttEstimator rtt) {
        this.segmentBytes = segmentBytes;
        this.rtt = rtt;
    }

    /**
     * A transmission was lost.
     *
     * @param othersInFlight whether anything else is on its way whose delivery could tell
     */
    void onLost(LostPacket packet, boolean othersInFlight, boolean first) {
        packet.laterDelivered = 0;
        long smoothed = Math.max(rtt.smoothedNanos(), 1_000_000L);
        if (!othersInFlight) {
            packet.due = LostPacket.Due.TIMEOUT;
            packet.dueNanos = packet.sentNanos + timeoutNanos(packet);
        } else if (first) {
            packet.due = LostPacket.Due.DETECTION;
            packet.dueNanos = packet.sentNanos + Math.min(3 * smoothed, timeoutNanos(packet));
        } else {
            packet.due = LostPacket.Due.DETECTION;
            packet.dueNanos = packet.sentNanos + smoothed + rtt.minimumNanos() / 4;
        }
        undetected.add(packet);
        appoint(packet);
    }

    private void appoint(LostPacket packet) {
        appointments.add(new Appointment(packet.dueNanos, packet));
    }

    private long timeoutNanos(LostPacket packet) {
        return Math.min(rtt.timeoutNanos() << Math.min(packet.timeouts, 6), RttEstimator.MAXIMUM_TIMEOUT_NANOS);
    }

    /**
     * A packet was reported delivered.
     *
     * @param sentNanos when that packet had been sent
     * @param end where it ends in the stream, which orders packets that were sent at the same time
     * @param bytes its length
     * @param recovering whether losses are being repaired already, when RACK waits for no further sign (RFC 8985 section 6.2)
     * @return the packets now known to be lost
     */
    List<LostPacket> onDelivered(long sentNanos, long end, long bytes, boolean recovering, long nowNanos) {
        List<LostPacket> detected = List.of();
        for (Iterator<LostPacket> packets = undetected.iterator(); packets.hasNext(); ) {
            LostPacket packet = packets.next();
            if (packet.sentNanos > sentNanos || (packet.sentNanos == sentNanos && packet.end > end)) {
                break;
            }
            boolean firstSign = packet.laterDelivered == 0;
            packet.laterDelivered += bytes;
            if (recovering || packet.laterDelivered >= (long) DUPLICATE_THRESHOLD_SEGMENTS * segmentBytes) {
                packets.remove();
                detected = detected.isEmpty() ? new ArrayList<>() : detected;
                detected.add(packet);
            } else if (firstSign) {
                packet.due = LostPacket.Due.DETECTION;
                packet.dueNanos = Math.min(packet.dueNanos, nowNanos + rtt.minimumNanos() / 4);
                appoint(packet);
            }
        }
        return detected;
    }

    /** Returns the next moment at which something becomes due; {@link Long#MAX_VALUE} when nothing will. */
    long nextDueNanos() {
        Appointment next = next();
        return next == null ? Long.MAX_VALUE : next.nanos();
    }

    private @Nullable Appointment next() {
        Appointment next = appointments.peek();
        while (next != null && !holds(next)) {
            appointments.remove();
            next = appointments.peek();
        }
        return next;
    }

    private boolean holds(Appointment appointment) {
        return appointment.packet().dueNanos == appointment.nanos() && undetected.contains(appointment.packet());
    }

    /** Removes and returns the packet that is due first, if it is due by {@code nowNanos}. */
    @Nullable
    LostPacket pollDue(long nowNanos) {
        Appointment next = next();
        if (next == null || next.nanos() > nowNanos) {
            return null;
        }
        appointments.remove();
        undetected.remove(next.packet());
        return next.packet();
    }

    /** A packet was cut off: nothing becomes due for it but by what is delivered later. */
    void onCutOff(LostPacket packet) {
        packet.laterDelivered = 0;
        packet.due = LostPacket.Due.DETECTION;
        packet.dueNanos = Long.MAX_VALUE;
        undetected.add(packet);
    }

    /** Returns whether the sender does not know of some lost packet. */
    boolean hasUndetected() {
        return !undetected.isEmpty();
    }

    /** Returns the length of what is lost and taken to be on its way. */
    long undetectedBytes() {
        return undetected.stream().mapToLong(packet -> packet.length).sum();
    }

    /** Removes and returns every packet not yet detected: after a timeout all of them are taken as lost. */
    List<LostPacket> pollAll() {
        List<LostPacket> all = new ArrayList<>(undetected);
        undetected.clear();
        appointments.clear();
        return all;
    }
}
