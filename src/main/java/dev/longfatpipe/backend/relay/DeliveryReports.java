/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** What a sender hears of first transmissions that were delivered, in the order in which it hears of it. */
final class DeliveryReports {

    private final LongRing times = new LongRing();
    private final LongRing lengths = new LongRing();
    private final LongRing firstSentTimes = new LongRing();
    private final LongRing lastSentTimes = new LongRing();
    private final LongRing ends = new LongRing();
    private long latestNanos;

    /**
     * @param nanos when the sender hears of it; where the path has become shorter meanwhile, not before the one before
     * @param bytes how many were delivered
     * @param firstSentNanos when the first packet of them was sent
     * @param lastSentNanos when the last packet of them was sent
     * @param end end of the last packet in the stream
     */
    void add(long nanos, long bytes, long firstSentNanos, long lastSentNanos, long end) {
        latestNanos = times.isEmpty() ? nanos : Math.max(latestNanos, nanos);
        times.add(latestNanos);
        lengths.add(bytes);
        firstSentTimes.add(firstSentNanos);
        lastSentTimes.add(lastSentNanos);
        ends.add(end);
    }

    /** The sender hears of none of them. */
    void clear() {
        while (!times.isEmpty()) {
            removeFirst();
        }
    }

    /** Returns when the next one comes; {@link Long#MAX_VALUE} when none will. */
    long nextNanos() {
        return times.isEmpty() ? Long.MAX_VALUE : times.first();
    }

    long firstBytes() {
        return lengths.first();
    }

    long firstFirstSentNanos() {
        return firstSentTimes.first();
    }

    long firstLastSentNanos() {
        return lastSentTimes.first();
    }

    long firstEnd() {
        return ends.first();
    }

    void removeFirst() {
        times.removeFirst();
        lengths.removeFirst();
        firstSentTimes.removeFirst();
        lastSentTimes.removeFirst();
        ends.removeFirst();
    }
}
