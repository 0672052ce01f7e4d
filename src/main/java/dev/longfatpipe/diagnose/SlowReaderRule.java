/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
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
        long window = account.flow(worst).after().receiveWindow();
        DataRate read = account.readRateOf(worst);
        evidence.add(ends.receiverSocket(worst.id()) + " could hold " + window + " bytes; its application read "
                + read.describe() + allowed(account, window, read));
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
                        + " another thread than the one that reads. A larger SO_RCVBUF does not help a reader whose socket"
                        + " is never empty"));
    }

    /** What a reader that takes everything at once would get, where that is more. */
    private static String allowed(Account account, long window, DataRate read) {
        return Expectation.windowCeiling(
                        DataSize.ofBytes(Math.max(0, window)), account.path().rtt())
                .filter(rate -> rate.compareTo(read) > 0)
                .map(rate -> ", where a window of that size allows " + rate.describe() + " at rtt "
                        + DurationText.describe(account.path().rtt()))
                .orElse("");
    }
}
