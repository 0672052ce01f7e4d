/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DurationText;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether the machine held the path up; if not, what was measured says nothing about the application. */
final class MachineCheck {

    /** Work of the pipe may be overdue for this share of the time. */
    private static final double TOLERATED_STALL = 0.05;

    /** The pipe's thread may use this share of its core; beyond it the pipe itself is the bottleneck. */
    private static final double TOLERATED_BUSY = 0.9;

    /** What an application without a processor looks like. Windows, loss and the line do not come from that. */
    private static final Set<LimitingFactor> OF_A_STARVED_APPLICATION =
            EnumSet.of(LimitingFactor.SENDER, LimitingFactor.SLOW_READER, LimitingFactor.UNKNOWN);

    private MachineCheck() {}

    static Optional<String> complaint(Account account, LimitingFactor factor) {
        Transfer transfer = account.transfer();
        List<String> complaints = new ArrayList<>();
        transfer.unknown().ifPresent(complaints::add);
        Verification verification = transfer.pipe().verification();
        if (verification.problem() != null) {
            complaints.add("the pipe is not the path that was asked for: " + verification.problem());
        }
        Punctuality punctuality = transfer.punctuality();
        if (punctuality.stalledShare() > TOLERATED_STALL) {
            complaints.add("the machine was too busy to hold the path: the pipe's work was overdue for "
                    + Shares.text(punctuality.stalledShare()) + " of the time ("
                    + DurationText.describe(punctuality.stalled()) + " of "
                    + DurationText.describe(punctuality.elapsed()) + "; " + Shares.text(TOLERATED_STALL)
                    + " is tolerated)" + atWorst(punctuality));
        }
        if (punctuality.busyShare() > TOLERATED_BUSY) {
            complaints.add("the machine is too slow for the path: the pipe's own work took "
                    + Shares.text(punctuality.busyShare()) + " of one core (" + Shares.text(TOLERATED_BUSY)
                    + " is tolerated)");
        }
        long unasked = transfer.packets(Direction.UPSTREAM).unaskedDrops()
                + transfer.packets(Direction.DOWNSTREAM).unaskedDrops();
        if (unasked > 0) {
            complaints.add("the machine lost " + unasked + (unasked == 1 ? " packet" : " packets")
                    + " that the path does not lose");
        }
        UnseenLoss.complaint(account, factor).ifPresent(complaints::add);
        CrowdedQueue.complaint(account, factor).ifPresent(complaints::add);
        if (OF_A_STARVED_APPLICATION.contains(factor)) {
            starved(account, factor).ifPresent(complaints::add);
        }
        return complaints.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", complaints));
    }

    /** Nothing where it is not known: when a longer delay had happened before the transfer. */
    private static String atWorst(Punctuality punctuality) {
        return punctuality.worst().isZero() ? "" : ", at worst by " + DurationText.describe(punctuality.worst());
    }

    private static Optional<String> starved(Account account, LimitingFactor factor) {
        Punctuality punctuality = account.transfer().punctuality();
        if (!MachineTime.nothingLeftOver(punctuality)) {
            return new MachineTime(account).complaint(factor);
        }
        return Optional.of(
                "the machine was too busy to tell a slow application from one that waits for a processor (the limit"
                        + " shows as " + factor + "): " + MachineTime.describeLeftOver(punctuality));
    }
}
