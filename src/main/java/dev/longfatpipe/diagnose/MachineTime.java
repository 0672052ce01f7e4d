/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.Optional;

/**
 * The time of a transfer that may have been the machine's rather than the application's: at most as long as the application offered
 * nothing to an idle line, or read nothing, and at most as long as something on the machine waited for a processor. Where it is asked whether
 * the transfer would have been fast enough, the time counts too for which connections were {@linkplain LateOpenings not open yet}, and
 * windows were full {@linkplain FullWindows beyond what they need}: a thread that waits for a processor opens both late.
 *
 * <p>An application that waits for a disk or a lock on an otherwise idle machine has none of it: nobody waits for a processor there.
 */
final class MachineTime {

    /** With less processor time left over, an application that is slow may only have been waiting for a processor. */
    private static final double LEAST_LEFT_OVER = 0.05;

    private final Account account;
    private final Duration waited;
    private final Duration lateOpenings;
    private final Duration lateWindows;
    private final Duration contended;
    /** Whether the wait for processors is what it was, rather than what it was at most. */
    private final boolean measured;

    MachineTime(Account account) {
        Punctuality punctuality = account.transfer().punctuality();
        this.account = account;
        int atOnce = account.atOnce();
        this.waited = Hold.SENDER
                .in(account.idle())
                .plus(Hold.SLOW_READER.in(account.idle()))
                .dividedBy(account.countedAtOnce());
        this.lateOpenings = LateOpenings.of(account).dividedBy(atOnce);
        this.lateWindows = FullWindows.beyondNeed(account).dividedBy(atOnce);
        this.contended = contended(punctuality);
        this.measured = punctuality.contended() != null && !nothingLeftOver(punctuality);
    }

    private static Duration contended(Punctuality punctuality) {
        return nothingLeftOver(punctuality) ? punctuality.elapsed() : punctuality.mostContended();
    }

    static boolean nothingLeftOver(Punctuality punctuality) {
        return punctuality.idleShare().orElse(1) < LEAST_LEFT_OVER;
    }

    /** Says how little processor time was left over, and how much has to be. */
    static String describeLeftOver(Punctuality punctuality) {
        return "its processors had nothing to do for "
                + Shares.text(punctuality.idleShare().orElse(0)) + " of the time (" + Shares.text(LEAST_LEFT_OVER)
                + " is needed)";
    }

    private Duration atMostContended(Duration time) {
        return time.compareTo(contended) < 0 ? time : contended;
    }

    /** Returns why a transfer that took longer than it is allowed to says nothing, if the machine may have made the difference. */
    Optional<String> complaint(Duration took, Duration allowed) {
        Transfer transfer = account.transfer();
        Duration overdue = transfer.punctuality().stalled();
        Duration taken =
                atMostContended(waited.plus(lateOpenings).plus(lateWindows)).plus(overdue);
        if (took.compareTo(allowed) <= 0 || took.minus(taken).compareTo(allowed) > 0) {
            return Optional.empty();
        }
        return Optional.of("the machine may have made the difference: of the " + DurationText.describe(took)
                + " that it took, " + DurationText.describe(allowed) + " are allowed; the line waited for the"
                + " application for " + DurationText.describe(waited)
                + describe(lateOpenings, ", connections were opened late by ", "")
                + describe(lateWindows, ", windows were full for ", " longer than they need")
                + ", something on the machine waited for a processor for " + describeContended()
                + ", and the pipe's work was overdue for "
                + DurationText.describe(overdue));
    }

    /** Returns why the limiting factor is not certain, if it would be another one without the time that may have been the machine's. */
    Optional<String> complaint(LimitingFactor factor) {
        if (contended.isZero() || account.dominant().equals(withoutIt().dominant())) {
            return Optional.empty();
        }
        return Optional.of(
                "the machine was too busy to tell a slow application from one that waits for a processor (the limit"
                        + " shows as " + factor + "): the line waited for the application for "
                        + DurationText.describe(waited) + ", and something on the machine waited for a processor for "
                        + describeContended());
    }

    private static String describe(Duration time, String before, String after) {
        return time.isZero() ? "" : before + DurationText.describe(time) + after;
    }

    private String describeContended() {
        return (measured ? "" : "at most ") + DurationText.describe(contended);
    }

    private Account withoutIt() {
        Duration machine = atMostContended(waited).multipliedBy(account.countedAtOnce());
        Duration sender = Hold.SENDER.in(account.idle());
        Duration readers = machine.compareTo(sender) > 0 ? machine.minus(sender) : Duration.ZERO;
        return account.with(
                account.times()
                        .without(SenderState.WAITING_FOR_DATA, machine)
                        .without(SenderState.SLOW_READER, readers),
                account.idle()
                        .without(SenderState.WAITING_FOR_DATA, machine)
                        .without(SenderState.SLOW_READER, readers));
    }
}
