/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** The cumulative acknowledgements on their way back to a sender, in order. */
final class Acknowledgements {

    private final LongRing times = new LongRing();
    private final LongRing sequences = new LongRing();

    /**
     * Adds one; of several at the same moment only the last is sent. It overtakes none: where the path has become shorter meanwhile,
     * it comes with the one before.
     */
    void add(long nanos, long sequence) {
        if (!times.isEmpty() && times.get(times.endPosition() - 1) >= nanos) {
            sequences.set(sequences.endPosition() - 1, sequence);
            return;
        }
        times.add(nanos);
        sequences.add(sequence);
    }

    /** None of them arrives. */
    void clear() {
        while (!times.isEmpty()) {
            removeFirst();
        }
    }

    /** Returns when the next one arrives; {@link Long#MAX_VALUE} when none will. */
    long nextNanos() {
        return times.isEmpty() ? Long.MAX_VALUE : times.first();
    }

    /** Takes the next one off and returns what it acknowledges. */
    long removeFirst() {
        times.removeFirst();
        return sequences.removeFirst();
    }
}
