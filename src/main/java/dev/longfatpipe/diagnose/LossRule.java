/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Ceiling;
import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.expect.Term;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.units.DataRate;
import java.util.List;
import java.util.Optional;

/** LOSS: the line stood idle, for packets lost on the way had reduced the congestion window. */
final class LossRule implements Rule {

    @Override
    public Optional<Diagnosis> judge(Account account) {
        if (!account.isDominated(Hold.LOSS)) {
            return Optional.empty();
        }
        LossModel model = account.path().link(account.direction()).loss();
        long lost = account.sum(Flow::pathLosses);
        long segments = account.sum(Flow::segments);
        String control = account.ends().senderKernel().sysctls().congestionControl();
        List<String> evidence = Headline.evidence(account, Hold.LOSS);
        evidence.add("the path lost " + lost + " of " + segments + " segments ("
                + Shares.text(Shares.of(lost, segments))
                + "; asked for " + model + ")" + dropped(account) + ", and " + account.sum(Flow::retransmissions)
                + " were sent again");
        Optional<Ceiling> ceiling = Expectation.of(account.path(), account.direction())
                .congestionControl(control)
                .build()
                .ceiling(Term.LOSS);
        ceiling.ifPresent(each -> evidence.add("one connection with congestion control " + control
                + " is expected to keep up " + each.rate().describe() + " on average (" + each.because() + ")"));
        return Optional.of(new Diagnosis(LimitingFactor.LOSS, evidence, remedy(account, ceiling.map(Ceiling::rate))));
    }

    private static String dropped(Account account) {
        long drops = account.sum(Flow::queueDrops);
        return drops == 0 ? "" : ", its queue dropped " + drops;
    }

    private static String remedy(Account account, Optional<DataRate> ceiling) {
        String enough = ceiling.flatMap(each -> needed(account, each))
                .map(count -> " (" + count + " together are expected to fill the line)")
                .orElse("");
        return "no buffer helps here. Use " + (account.atOnce() == 1 ? "several" : "more") + " connections" + enough
                + ", or congestion control bbr, which random loss does not slow down, or repair the loss itself";
    }

    /** How many connections are expected to fill the line, if there are fewer now. */
    private static Optional<Long> needed(Account account, DataRate each) {
        return account.linkCeiling()
                .filter(line -> !each.isZero())
                .map(line -> (line.bitsPerSecond() + each.bitsPerSecond() - 1) / each.bitsPerSecond())
                .filter(count -> count > account.atOnce());
    }
}
