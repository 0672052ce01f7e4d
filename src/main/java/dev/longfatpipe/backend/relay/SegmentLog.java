/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/**
 * The packets of one flow that have not been delivered in order yet, oldest first: where each ends in the stream, how long
 * it is, when it was sent first, and when it arrives. A packet is named by its position, which counts up from 0.
 */
final class SegmentLog {

    /** Arrival of a packet that was lost and whose retransmission has not been decided on yet. */
    static final long MISSING = Long.MAX_VALUE;

    private static final long REPORTED = Long.MIN_VALUE;

    private final LongRing ends = new LongRing();
    private final LongRing lengths = new LongRing();
    private final LongRing sentAt = new LongRing();
    private final LongRing arrivals = new LongRing();

    /** Adds a packet and returns its position. */
    long add(long end, long length, long sentNanos, long arrivalNanos) {
        ends.add(end);
        lengths.add(length);
        sentAt.add(sentNanos);
        arrivals.add(arrivalNanos);
        return ends.endPosition() - 1;
    }

    boolean isEmpty() {
        return ends.isEmpty();
    }

    long firstPosition() {
        return ends.firstPosition();
    }

    long endPosition() {
        return ends.endPosition();
    }

    long end(long position) {
        return ends.get(position);
    }

    long length(long position) {
        return lengths.get(position);
    }

    long sentNanos(long position) {
        return sentAt.get(position);
    }

    long arrivalNanos(long position) {
        return arrivals.get(position);
    }

    /** What the sender hears of the packet is not left to the acknowledgement of what arrives in order. */
    void report(long position) {
        sentAt.set(position, REPORTED);
    }

    boolean isReported(long position) {
        return sentAt.get(position) == REPORTED;
    }

    /** A retransmission of the packet will arrive. */
    void arrivesAt(long position, long arrivalNanos) {
        arrivals.set(position, arrivalNanos);
    }

    void removeFirst() {
        ends.removeFirst();
        lengths.removeFirst();
        sentAt.removeFirst();
        arrivals.removeFirst();
    }
}
