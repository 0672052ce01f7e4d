/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Ceiling;
import dev.longfatpipe.expect.Term;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.Optional;

/**
 * What handshake and slow start take of every transfer like one: nobody can save it, and it is not the reason for what is missing.
 *
 * @param idle for which the line stood idle
 * @param granted for so long it is expected to while connections open, those that are counted added up
 */
record ExpectedOpening(SenderTimes idle, Duration granted) {

    static ExpectedOpening of(Account account) {
        DataSize bytes = account.transfer().bytes(account.direction());
        Duration withSlowStart = timeAt(account.expectation().ceiling(Term.SLOW_START), bytes);
        Duration onTheLine = timeAt(account.expectation().ceiling(Term.LINK), bytes);
        Duration granted = withSlowStart.compareTo(onTheLine) > 0 ? withSlowStart.minus(onTheLine) : Duration.ZERO;
        return new ExpectedOpening(account.idle(), granted.multipliedBy(account.counted()));
    }

    private static Duration timeAt(Optional<Ceiling> ceiling, DataSize bytes) {
        return ceiling.map(each -> each.rate().timeFor(bytes)).orElse(Duration.ZERO);
    }

    /** For so long the line stood idle beyond what is expected. */
    Duration missing() {
        return idle.total().minus(shorter(granted, idle.total()));
    }

    /** The idle time without the part of handshake and slow start that is expected. */
    SenderTimes avoidable() {
        Duration handshake = shorter(granted, idle.in(SenderState.HANDSHAKE));
        Duration slowStart = shorter(granted.minus(handshake), idle.in(SenderState.SLOW_START));
        return idle.without(SenderState.HANDSHAKE, handshake).without(SenderState.SLOW_START, slowStart);
    }

    /** The share of the time in which connections opened that is expected, 0 to 1. */
    double share() {
        Duration all = Hold.SLOW_START.in(idle);
        return Shares.of(all.minus(Hold.SLOW_START.in(avoidable())), all);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
