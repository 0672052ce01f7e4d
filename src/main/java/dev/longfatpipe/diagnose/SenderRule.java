/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.units.DurationText;
import java.util.List;
import java.util.Optional;

/** SENDER: the line stood idle, for the sending application offered nothing. */
final class SenderRule implements Rule {

    @Override
    public Optional<Diagnosis> judge(Account account) {
        if (!account.isDominated(Hold.SENDER)) {
            return Optional.empty();
        }
        Ends ends = account.ends();
        Connection worst = account.worst(Hold.SENDER);
        List<String> evidence = Headline.evidence(account, Hold.SENDER);
        evidence.add(ends.senderSocket(worst.id()) + " was empty for "
                + DurationText.describe(Hold.SENDER.in(account.flow(worst).times())) + " before its last byte");
        account.transfer()
                .timeToFirstByte()
                .filter(time -> account.direction() == account.transfer().direction())
                .ifPresent(time -> evidence.add("the first byte arrived after " + DurationText.describe(time)));
        return Optional.of(
                new Diagnosis(
                        LimitingFactor.SENDER,
                        evidence,
                        "no buffer helps here. If the two ends take turns (a request, its answer, the next request), each turn costs a"
                                + " round trip of "
                                + DurationText.describe(account.path().rtt())
                                + " here: send the next message without waiting, or use several connections. Otherwise the "
                                + ends.sender()
                                + " must write more, sooner: look for what its writing thread waits for (disk, database, a lock)"));
    }
}
