/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.util.ArrayList;
import java.util.List;

/**
 * What one flow has lost to a line that was cut, and when its sender tries again: nothing tells a sender that the line is down
 * or up, so that it goes by its retransmission timer, which doubles each time (RFC 6298 section 5.5). Not thread-safe.
 */
final class Outage {

    private static final long NEVER = Long.MAX_VALUE;

    private final List<LostPacket> gone = new ArrayList<>();
    private boolean lasting;
    private long timerNanos;
    private long restoredNanos = NEVER;

    /**
     * The line was cut, or something was sent into a line that is cut.
     *
     * @param startedNanos when the sender's retransmission timer began; it goes on if it runs already
     */
    void begin(long startedNanos) {
        if (!lasting) {
            lasting = true;
            timerNanos = startedNanos;
        }
        restoredNanos = NEVER;
    }

    void add(LostPacket packet) {
        gone.add(packet);
    }

    /** Takes what was lost. */
    List<LostPacket> takeGone() {
        List<LostPacket> all = List.copyOf(gone);
        gone.clear();
        return all;
    }

    /**
     * The line was restored.
     *
     * @return when the sender tries again
     */
    long onRestored(long timeoutNanos, long nowNanos) {
        restoredNanos = nowNanos;
        return attempt(timerNanos, timeoutNanos, nowNanos);
    }

    /** An acknowledgement has come through. */
    void onHeard(long nowNanos) {
        if (lasting && nowNanos >= restoredNanos) {
            lasting = false;
        }
    }

    /** Returns whether the sender has not heard anything since the line was cut. */
    boolean isLasting() {
        return lasting;
    }

    /** Returns the first time at which a timer that doubles expires, not before a moment. */
    static long attempt(long startedNanos, long timeoutNanos, long notBeforeNanos) {
        long due = startedNanos;
        long wait = timeoutNanos;
        do {
            due += wait;
            wait = Math.min(2 * wait, RttEstimator.MAXIMUM_TIMEOUT_NANOS);
        } while (due < notBeforeNanos);
        return due;
    }
}
