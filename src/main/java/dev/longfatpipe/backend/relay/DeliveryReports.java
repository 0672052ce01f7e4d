/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** The moments at which a sender hears that first transmissions were delivered (selective acknowledgements), in order. */
final class DeliveryReports {

    private final LongRing times = new LongRing();
    private final LongRing lengths = new LongRing();
    private final LongRing sentTimes = new LongRing();
    private final LongRing ends = new LongRing();

    void add(long nanos, long bytes, long sentNanos, long end) {
        times.add(nanos);
        lengths.add(bytes);
        sentTimes.add(sentNanos);
        ends.add(end);
    }

    /** Returns when the next one comes; {@link Long#MAX_VALUE} when none will. */
    long nextNanos() {
        return times.isEmpty() ? Long.MAX_VALUE : times.first();
    }

    long firstBytes() {
        return lengths.first();
    }

    long firstSentNanos() {
        return sentTimes.first();
    }

    long firstEnd() {
        return ends.first();
    }

    void removeFirst() {
        times.removeFirst();
        lengths.removeFirst();
        sentTimes.removeFirst();
        ends.removeFirst();
    }
}
