/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.CongestionControl;
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
        List<String> evidence = Headline.evidence(account, Hold.LOSS, Headline.words(Hold.LOSS));
        evidence.add("the path lost " + lost + " of " + segments + " segments ("
                + Shares.text(Shares.of(lost, segments))
                + "; asked for " + model + ")" + dropped(account) + ", and " + account.sum(Flow::retransmissions)
                + " were sent again");
        Optional<DataRate> ceiling = CongestionControl.named(control)
                .lossCeiling(account.path().mss(), account.path().rtt(), model.meanLoss());
        ceiling.ifPresent(rate -> evidence.add("one connection with congestion control " + control
                + " is expected to keep up " + rate.describe() + " on average at this loss and rtt"));
        return Optional.of(new Diagnosis(LimitingFactor.LOSS, evidence, remedy(account, ceiling)));
    }

    private static String dropped(Account account) {
        long drops = account.sum(Flow::queueDrops);
        return drops == 0 ? "" : ", its queue dropped " + drops;
    }

    private static String remedy(Account account, Optional<DataRate> ceiling) {
        String connections = ceiling.isPresent() && account.linkCeiling().isPresent()
                ? " (" + needed(account.linkCeiling().get(), ceiling.get()) + " together are expected to fill the line)"
                : "";
        return "no buffer helps here. Use several connections" + connections
                + ", or congestion control bbr, which random loss does not slow down, or repair the loss itself";
    }

    private static long needed(DataRate line, DataRate each) {
        return Math.max(1, (line.bitsPerSecond() + each.bitsPerSecond() - 1) / Math.max(1, each.bitsPerSecond()));
    }
}
