/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.Bottleneck;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.SenderTimes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps account of what held a sender back, and for how long of it the line stood idle.
 *
 * <p>Waiting for data is entered into the account only when more data comes: a sender that has sent everything is not waiting,
 * it is done.
 */
final class SenderAccount {

    private final Bottleneck bottleneck;
    private final UnreadWatch reader;
    private final long[] total = new long[SenderState.values().length];
    private final long[] idle = new long[SenderState.values().length];
    private @Nullable SenderState state;
    private long sinceNanos;
    private long busySinceNanos;

    /**
     * A sender in its handshake.
     *
     * @param reader tells whose time it is when the receiver's window holds the sender back
     */
    SenderAccount(Bottleneck bottleneck, UnreadWatch reader, long nowNanos) {
        this.bottleneck = bottleneck;
        this.reader = reader;
        begin(SenderState.HANDSHAKE, nowNanos);
    }

    /**
     * The sender is in a state from now on; null when it has nothing left to do. Late work may say so as of a moment up to which
     * the account has been brought up to date already: it counts from there.
     */
    void enter(@Nullable SenderState next, long nowNanos) {
        if (next == state) {
            return;
        }
        if (next != null || state != SenderState.WAITING_FOR_DATA) {
            settle(nowNanos);
        }
        begin(next, Math.max(nowNanos, sinceNanos));
    }

    /** Data came: a wait for it is over and counts, even if the sender waits again as soon as it has sent this. */
    void dataCame(long nowNanos) {
        if (state == SenderState.WAITING_FOR_DATA) {
            settle(nowNanos);
            begin(state, nowNanos);
        }
    }

    private void begin(@Nullable SenderState next, long nowNanos) {
        state = next;
        sinceNanos = nowNanos;
        busySinceNanos = bottleneck.busyNanos(nowNanos);
    }

    private void settle(long nowNanos) {
        if (state == null || nowNanos <= sinceNanos) {
            return;
        }
        long elapsed = nowNanos - sinceNanos;
        boolean readers = state == SenderState.RECEIVE_WINDOW && reader.isBehind(nowNanos);
        SenderState spentIn = readers ? SenderState.SLOW_READER : state;
        total[spentIn.ordinal()] += elapsed;
        idle[spentIn.ordinal()] += elapsed - busyNanos(elapsed, nowNanos);
    }

    /** For how long of the time in this state the line has been busy. */
    private long busyNanos(long elapsed, long nowNanos) {
        return Math.max(0, Math.min(elapsed, bottleneck.busyNanos(nowNanos) - busySinceNanos));
    }

    /** Brings the account up to date, waiting for data excepted. */
    void update(long nowNanos) {
        if (state != SenderState.WAITING_FOR_DATA) {
            settle(nowNanos);
            begin(state, Math.max(nowNanos, sinceNanos));
        }
    }

    SenderTimes times() {
        return SenderTimes.ofNanos(total);
    }

    SenderTimes idleLineTimes() {
        return SenderTimes.ofNanos(idle);
    }

    /** Returns for how long the sender has been waiting for data that has not come yet. */
    Duration waiting(long nowNanos) {
        return state == SenderState.WAITING_FOR_DATA
                ? Duration.ofNanos(Math.max(0, nowNanos - sinceNanos))
                : Duration.ZERO;
    }

    /** Returns the part of {@link #waiting} during which the line stood idle. */
    Duration waitingOnIdleLine(long nowNanos) {
        Duration waiting = waiting(nowNanos);
        return waiting.minusNanos(busyNanos(waiting.toNanos(), nowNanos));
    }
}
