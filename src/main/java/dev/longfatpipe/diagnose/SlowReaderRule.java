/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** SLOW_READER: the line stood idle, for the receiver's window was shut by bytes that its application had not read. */
final class SlowReaderRule implements Rule {

    @Override
    public Optional<Diagnosis> judge(Account account) {
        if (!account.isDominated(Hold.SLOW_READER)) {
            return Optional.empty();
        }
        Ends ends = account.ends();
        Connection worst = account.worst(Hold.SLOW_READER);
        List<String> evidence = Headline.evidence(account, Hold.SLOW_READER);
        evidence.add(ends.receiverSocket(worst.id()) + " could hold "
                + account.flow(worst).after().receiveWindow() + " bytes; its application read "
                + account.readRateOf(worst).describe());
        Duration late = account.flow(worst).unreadAtEnd();
        if (!late.isZero()) {
            evidence.add("the last bytes had been in its socket for " + DurationText.describe(late)
                    + " before they were read");
        }
        return Optional.of(new Diagnosis(
                LimitingFactor.SLOW_READER,
                evidence,
                "read faster in the " + ends.receiver()
                        + ": take larger pieces, and do what takes long (parsing, disk, locks) on"
                        + " another thread than the one that reads. A larger SO_RCVBUF only delays the stall"));
    }
}
