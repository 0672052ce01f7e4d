/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.SenderTimes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What held senders back, in the groups that a verdict is about: one limiting factor each. */
enum Hold {
    SENDER(LimitingFactor.SENDER, SenderState.WAITING_FOR_DATA),
    /** A new connection pays for both: the round trip of its handshake, and the window that has to open. */
    SLOW_START(LimitingFactor.SLOW_START, SenderState.HANDSHAKE, SenderState.SLOW_START),
    LOSS(LimitingFactor.LOSS, SenderState.AFTER_LOSS),
    QUEUE(LimitingFactor.LINK, SenderState.AFTER_QUEUE_OVERFLOW),
    RECEIVE_WINDOW(LimitingFactor.RECEIVE_WINDOW, SenderState.RECEIVE_WINDOW),
    SLOW_READER(LimitingFactor.SLOW_READER, SenderState.SLOW_READER),
    SEND_BUFFER(LimitingFactor.SEND_BUFFER, SenderState.SEND_BUFFER);

    private final LimitingFactor factor;
    private final SenderState state;
    private final SenderState also;

    Hold(LimitingFactor factor, SenderState state) {
        this(factor, state, state);
    }

    Hold(LimitingFactor factor, SenderState state, SenderState also) {
        this.factor = factor;
        this.state = state;
        this.also = also;
    }

    LimitingFactor factor() {
        return factor;
    }

    Duration in(SenderTimes times) {
        return also == state ? times.in(state) : times.in(state).plus(times.in(also));
    }

    double share(SenderTimes times) {
        return Shares.of(in(times), times.total());
    }

    /** Those with any time at all, the longest first. */
    static List<Hold> longestFirst(SenderTimes times) {
        return Arrays.stream(values())
                .filter(hold -> !hold.in(times).isZero())
                .sorted(Comparator.comparing((Hold hold) -> hold.in(times)).reversed())
                .toList();
    }
}
