/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Ceiling;
import dev.longfatpipe.expect.Term;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** SLOW_START: the line stood idle while connections were being opened and their congestion windows grew. */
final class SlowStartRule implements Rule {

    @Override
    public Optional<Diagnosis> judge(Account account) {
        if (!account.isDominated(Hold.SLOW_START)) {
            return Optional.empty();
        }
        List<String> evidence = Headline.evidence(account, Hold.SLOW_START, Headline.words(Hold.SLOW_START));
        long opened =
                account.connections().stream().filter(Connection::openedDuring).count();
        evidence.add(opened + " of " + account.connections().size()
                + (account.connections().size() == 1 ? " connection was new" : " connections were new")
                + "; connecting took " + DurationText.describe(handshake(account)));
        account.expectation()
                .ceiling(Term.SLOW_START)
                .map(Ceiling::because)
                .ifPresent(because -> evidence.add("the path allows " + because));
        return Optional.of(new Diagnosis(LimitingFactor.SLOW_START, evidence, remedy(account, opened)));
    }

    private static Duration handshake(Account account) {
        return account.times().in(SenderState.HANDSHAKE);
    }

    private static String remedy(Account account, long opened) {
        StringBuilder remedy = new StringBuilder("no buffer helps here. ");
        remedy.append(
                opened > 0
                        ? "Reuse connections rather than open new ones"
                        : "Keep connections busy: one that was idle starts again with a small window");
        openWindow(account)
                .ifPresent(duration -> remedy.append(": over a connection whose window is open the same bytes take ")
                        .append(DurationText.describe(duration)));
        remedy.append("; or move more bytes over each connection, or fetch in parallel over several");
        if (opened == 0 && account.ends().senderKernel().sysctls().slowStartAfterIdle()) {
            remedy.append("; net.ipv4.tcp_slow_start_after_idle = 0 on the ")
                    .append(account.ends().sender())
                    .append(" (now 1) keeps the window of idle connections");
        }
        return remedy.toString();
    }

    /** The time of the same transfer over connections that are open and whose windows hold the path. */
    private static Optional<Duration> openWindow(Account account) {
        Optional<DataSize> bdp = account.path().bandwidthDelayProduct(account.direction());
        return bdp.filter(size -> !size.isZero())
                .flatMap(size -> TransferExpectation.builder(account.transfer(), account.direction())
                        .newConnection(false)
                        .initialWindow(size)
                        .build()
                        .completion());
    }
}
