/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Ceiling;
import dev.longfatpipe.expect.SlowStart;
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
        List<String> evidence = Headline.evidence(account, Hold.SLOW_START);
        evidence.add(connections(account));
        account.expectation()
                .ceiling(Term.SLOW_START)
                .map(Ceiling::because)
                .ifPresent(because -> evidence.add("the path allows " + because));
        return Optional.of(new Diagnosis(LimitingFactor.SLOW_START, evidence, remedy(account)));
    }

    private static long opened(Account account) {
        return account.connections().stream().filter(Connection::openedDuring).count();
    }

    private static String connections(Account account) {
        int all = account.connections().size();
        long opened = opened(account);
        String took = DurationText.describe(account.connections().stream()
                .map(connection -> account.flow(connection).times().in(SenderState.HANDSHAKE))
                .reduce(Duration.ZERO, Duration::plus));
        if (opened == 0) {
            return all == 1
                    ? "the connection had been open before"
                    : "all " + all + " connections had been open before";
        }
        return all == 1
                ? "the connection was new: to connect took " + took
                : opened + " of " + all + " connections were new: to connect took " + took + ", added up";
    }

    private static String remedy(Account account) {
        String sooner = openWindow(account)
                .map(time ->
                        ". Over a connection whose window is open the same bytes take " + DurationText.describe(time))
                .orElse("");
        return "no buffer helps here. " + reuse(account) + sooner
                + ". Several connections in parallel begin with several times as much";
    }

    private static String reuse(Account account) {
        if (opened(account) > 0) {
            return "Reuse connections rather than open new ones, and move more bytes over each";
        }
        if (account.ends().senderKernel().sysctls().slowStartAfterIdle()) {
            return "Keep connections busy: one that was idle for longer than its retransmission timeout begins again with "
                    + SlowStart.INITIAL_WINDOW_SEGMENTS
                    + " segments, unless net.ipv4.tcp_slow_start_after_idle is 0 on the "
                    + account.ends().sender() + " (now 1)";
        }
        return "Move more bytes over each connection: its window grows while it is used";
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
