/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.ReaderBacklog;

/** Keeps a {@link ReaderBacklog} up to date from the moments at which what lies unread changes. Not thread-safe. */
final class UnreadWatch {

    private final ReaderBacklog backlog = new ReaderBacklog();
    private long unread;
    private long window;
    private long rttNanos;
    private long sinceNanos;

    UnreadWatch(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /** From now on so much lies unread in a window of that size. */
    void note(long unreadBytes, long windowBytes, long roundTripNanos, long nowNanos) {
        settle(nowNanos);
        unread = unreadBytes;
        window = windowBytes;
        rttNanos = roundTripNanos;
    }

    /** Returns whether the reader is behind by now. */
    boolean isBehind(long nowNanos) {
        settle(nowNanos);
        return backlog.isBehind();
    }

    private void settle(long nowNanos) {
        backlog.add(unread, window, nowNanos - sinceNanos, rttNanos);
        sinceNanos = Math.max(sinceNanos, nowNanos);
    }
}
