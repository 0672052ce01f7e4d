/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Punctuality;
import java.util.Optional;

/**
 * A queue that overflowed on a machine without a free processor. Where the kernel's own packets cross the pipe, a machine that is late
 * hands on together what should have come one after the other, which is more than a short queue holds: then it is not known whether the
 * sender was too fast for the queue or the machine too slow. The relay's packets are modelled and never late.
 */
final class CrowdedQueue {

    private CrowdedQueue() {}

    /** Returns why such a transfer says nothing; empty for every other one. */
    static Optional<String> complaint(Account account, LimitingFactor factor) {
        Punctuality punctuality = account.transfer().punctuality();
        if (factor != LimitingFactor.LINK
                || !account.isDominated(Hold.QUEUE)
                || !MachineTime.nothingLeftOver(punctuality)
                || account.transfer().packets(account.direction()).delivered() == 0) {
            return Optional.empty();
        }
        return Optional.of(
                "the machine was too busy to tell a queue that is too short from packets that came late, and then"
                        + " all at once: " + MachineTime.describeLeftOver(punctuality));
    }
}
