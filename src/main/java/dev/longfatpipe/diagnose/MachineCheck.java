/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.units.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the machine held the path up; if not, what was measured says nothing about the application. */
final class MachineCheck {

    /** Work of the pipe may be overdue for this share of the time. */
    private static final double TOLERATED_STALL = 0.05;

    /** The pipe's thread may use this share of its core; beyond it the pipe itself is the bottleneck. */
    private static final double TOLERATED_BUSY = 0.9;

    private MachineCheck() {}

    static Optional<String> complaint(Transfer transfer) {
        List<String> complaints = new ArrayList<>();
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
                    + " is tolerated), at worst by " + DurationText.describe(punctuality.worst()));
        }
        if (punctuality.busyShare() > TOLERATED_BUSY) {
            complaints.add("the machine is too slow for the path: the pipe's own work took "
                    + Shares.text(punctuality.busyShare()) + " of one core (" + Shares.text(TOLERATED_BUSY)
                    + " is tolerated)");
        }
        return complaints.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", complaints));
    }
}
