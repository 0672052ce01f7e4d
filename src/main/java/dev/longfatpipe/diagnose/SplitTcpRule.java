/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Ceiling;
import dev.longfatpipe.expect.SplitTcp;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What can be said where a proxy splits TCP: whether the line was full, whether the sending application offered bytes, whether the
 * receiving one took them. What else its sockets tell is about their way to the proxy. Answers for every transfer of such a pipe that
 * moved a byte.
 */
final class SplitTcpRule implements Rule {

    private static final double REACHED = 0.95;
    private static final double DOMINANT = 0.5;
    private static final double LEAST_CUT = 1.0 / 3;

    @Override
    public Optional<Diagnosis> judge(Account account) {
        Optional<SplitTcp> split = account.pipe().splitTcp();
        return split.isEmpty() || account.connections().isEmpty()
                ? Optional.empty()
                : Optional.of(judge(account, split.get()));
    }

    private static Diagnosis judge(Account account, SplitTcp split) {
        Duration cut = account.transfer().cut();
        if (Shares.of(cut, account.transfer().duration()) >= LEAST_CUT) {
            return new Diagnosis(
                    LimitingFactor.LOSS,
                    List.of("the line was cut for " + DurationText.describe(cut) + "; the transfer took "
                            + DurationText.describe(account.transfer().duration())),
                    "nothing to repair in the application: " + split.proxy()
                            + " had ended its connections, and refused new ones");
        }
        Optional<Ceiling> full = account.expectation().binding().filter(ceiling -> isReached(account, ceiling));
        if (full.isPresent()) {
            return full(account, split, full.get());
        }
        if (share(account, SplitTcpRule::waited) >= DOMINANT) {
            return new Diagnosis(
                    LimitingFactor.SENDER,
                    List.of("the sending application offered no bytes for "
                            + Shares.text(share(account, SplitTcpRule::waited)) + " of the time"),
                    "no buffer helps here. If the two ends take turns, each turn costs a round trip of "
                            + DurationText.describe(account.path().rtt())
                            + " here: send the next message without waiting, or use several connections. Otherwise the "
                            + account.ends().sender() + " must write more, sooner");
        }
        if (share(account, SplitTcpRule::unread) >= DOMINANT) {
            return new Diagnosis(
                    LimitingFactor.SLOW_READER,
                    List.of("bytes lay unread in the socket of the "
                            + account.ends().receiver() + " for " + Shares.text(share(account, SplitTcpRule::unread))
                            + " of the time"),
                    "read faster in the " + account.ends().receiver()
                            + ": take larger pieces, and do what takes long on another thread than the one that reads");
        }
        return unknown(account, split);
    }

    private static boolean isReached(Account account, Ceiling ceiling) {
        DataRate expected = account.expectation().goodput().orElse(ceiling.rate());
        return account.goodput().bitsPerSecond() >= REACHED * expected.bitsPerSecond();
    }

    private static Diagnosis full(Account account, SplitTcp split, Ceiling ceiling) {
        String moved = "the transfer reached " + account.goodput().describe() + ", and ";
        String rate = ceiling.rate().describe();
        return switch (ceiling.term()) {
            case LOSS ->
                new Diagnosis(
                        LimitingFactor.LOSS,
                        List.of(moved + "more than " + rate + " is not let through: " + ceiling.because()),
                        "nothing was lost, and nothing can be learnt here of how the application meets loss: use backend relay,"
                                + " tun or netem for that");
            case DELAY_BUFFER ->
                new Diagnosis(
                        LimitingFactor.LINK,
                        List.of(moved + "more than " + rate + " does not fit into the proxy: " + ceiling.because()),
                        "nothing to repair in the application: this is a limit of " + split.proxy()
                                + ". Give the path a rate, or use backend relay, tun or netem");
            case DELAY ->
                new Diagnosis(
                        LimitingFactor.UNKNOWN,
                        List.of(moved + "nothing held it back for long: the path allows " + ceiling.because()),
                        "move more bytes to learn more: so short a transfer is made of the path's own delay");
            default ->
                new Diagnosis(
                        LimitingFactor.LINK,
                        List.of(moved + "the line can carry " + rate + ", for " + ceiling.because()),
                        "nothing to repair: the line is full. To be faster, send fewer bytes (compression) or get a faster"
                                + " line");
        };
    }

    private static Duration waited(Account account, Connection connection) {
        Duration waited = account.flow(connection).times().in(SenderState.WAITING_FOR_DATA);
        boolean asked = account.direction() == Direction.DOWNSTREAM
                && !connection.upstream().bytes().isZero();
        Duration trip = asked ? account.path().upstream().delay() : Duration.ZERO;
        return waited.compareTo(trip) > 0 ? waited.minus(trip) : Duration.ZERO;
    }

    private static Duration unread(Account account, Connection connection) {
        Flow flow = account.flow(connection);
        return flow.times().in(SenderState.SLOW_READER).plus(flow.unreadAtEnd());
    }

    private interface Time {
        Duration of(Account account, Connection connection);
    }

    /** The share that a time has of the transfer's, on average over the connections. */
    private static double share(Account account, Time time) {
        Function<Connection, Duration> of = connection -> time.of(account, connection);
        Duration sum = account.connections().stream().map(of).reduce(Duration.ZERO, Duration::plus);
        return Shares.of(
                sum,
                account.transfer().duration().multipliedBy(account.connections().size()));
    }

    private static Diagnosis unknown(Account account, SplitTcp split) {
        String expected = account.expectation()
                .goodput()
                .map(rate -> " of " + rate.describe() + " that can be expected")
                .orElse("");
        return new Diagnosis(
                LimitingFactor.UNKNOWN,
                List.of(
                        "the transfer reached " + account.goodput().describe() + expected
                                + "; the sending application offered no bytes for "
                                + Shares.text(share(account, SplitTcpRule::waited))
                                + " of the time, and bytes lay unread for "
                                + Shares.text(share(account, SplitTcpRule::unread)),
                        split.proxy()
                                + " ends TCP on both sides, so that windows, buffers and congestion control of the path"
                                + " cannot be seen on this backend"),
                "run the same test on backend relay, tun or netem, which tell what held it back");
    }
}
