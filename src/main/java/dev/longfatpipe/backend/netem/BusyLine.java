/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

/**
 * For how long a line has been busy, from the bytes that have entered it: they leave one after the other, so that those that come
 * faster than that keep it busy for longer. Not thread-safe.
 */
final class BusyLine {

    private long busyNanos;
    private long owedNanos;
    private long lookedNanos;

    BusyLine(long nowNanos) {
        lookedNanos = nowNanos;
    }

    /** As much time's worth of bytes has entered since the last look. */
    void entered(long nanos, long nowNanos) {
        long elapsed = Math.max(0, nowNanos - lookedNanos);
        owedNanos += nanos;
        long busy = Math.min(elapsed, owedNanos);
        busyNanos += busy;
        owedNanos -= busy;
        lookedNanos = nowNanos;
    }

    /** What was to leave is lost. */
    void clear() {
        owedNanos = 0;
    }

    long busyNanos() {
        return busyNanos;
    }
}
