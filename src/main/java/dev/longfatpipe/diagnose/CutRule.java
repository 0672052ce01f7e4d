/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * LOSS: the line was cut. Whatever the senders seemed to wait for meanwhile, it did not come because the line was down.
 *
 * <p>A third of the idle time is enough: a sender's timeout doubles each time (RFC 6298 section 5.5), so that it may stay silent
 * for as long again, and longer, after the line is up.
 */
final class CutRule implements Rule {

    private static final double LEAST_SHARE = 1.0 / 3;

    @Override
    public Optional<Diagnosis> judge(Account account) {
        Duration cut = account.transfer().cut();
        if (cut.isZero() || !explains(account, cut)) {
            return Optional.empty();
        }
        List<String> evidence = new ArrayList<>();
        evidence.add("the line was cut for " + DurationText.describe(cut) + "; the transfer took "
                + DurationText.describe(account.transfer().duration()));
        if (!DatagramLoad.areDatagrams(account.connections())) {
            evidence.add(Headline.idle(account));
        }
        return Optional.of(
                new Diagnosis(
                        LimitingFactor.LOSS,
                        evidence,
                        "nothing to repair in the application: a sender learns only from its retransmission timer, which doubles each time,"
                                + " that the line is up again. Whether it should wait for that or connect anew is a matter of its own timeouts"));
    }

    /** The time that is counted is that of one connection, which saw all of the transfer, or of all of them, added up. */
    private static Duration ofThoseCounted(Account account, Duration cut) {
        return account.counted() == 1
                ? cut
                : account.connections().stream().map(account.transfer()::cut).reduce(Duration.ZERO, Duration::plus);
    }

    /** For datagrams no time is kept of what held senders back: there it is the time of the transfer. */
    private static boolean explains(Account account, Duration cut) {
        if (DatagramLoad.areDatagrams(account.connections())) {
            return Shares.of(cut, account.transfer().duration()) >= LEAST_SHARE;
        }
        Duration all = ofThoseCounted(account, cut);
        return account.lostTime() && Shares.of(all, account.idle().total()) >= LEAST_SHARE;
    }
}
