/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Ceiling;
import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.expect.Term;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What the senders of one direction did with their time. This is what the rules judge.
 *
 * @param transfer which they belong to
 * @param direction which direction
 * @param connections those that carried a substantial part of it, or the one that is looked at
 * @param times time by what held the senders back, of all of them together, or of {@linkplain Witness one} that saw all of it
 * @param idle the part of it during which the line stood idle
 * @param counted of how many connections those times are added up: all, or one
 * @param expectation what the whole transfer is expected to reach in that direction
 */
record Account(
        Transfer transfer,
        Direction direction,
        List<Connection> connections,
        SenderTimes times,
        SenderTimes idle,
        int counted,
        Expectation expectation) {

    /** A reason that explains less of the idle time than this is not the limit. */
    private static final double DOMINANT = 0.5;

    /** Idle time below this share of the connections' life is nothing that could be gained. */
    private static final double LEAST_IDLE = 0.05;

    static Account of(Transfer transfer) {
        Direction direction = transfer.direction();
        List<Connection> connections = MainConnections.of(transfer, direction);
        long lineDoneNanos = connections.stream()
                .mapToLong(connection -> connection.flow(direction).after().lastDeliveryNanos())
                .max()
                .orElse(0);
        return of(transfer, direction, connections, flow -> unreadAfter(flow, lineDoneNanos));
    }

    static Account of(Transfer transfer, Connection connection) {
        boolean up =
                connection.upstream().bytes().compareTo(connection.downstream().bytes()) > 0;
        Direction direction = up ? Direction.UPSTREAM : Direction.DOWNSTREAM;
        boolean carried = !connection.flow(direction).bytes().isZero();
        return of(transfer, direction, carried ? List.of(connection) : List.of(), Flow::unreadAtEnd);
    }

    private static Account of(
            Transfer transfer,
            Direction direction,
            List<Connection> connections,
            Function<Flow, Duration> unreadAtEnd) {
        Account nothing = new Account(
                transfer,
                direction,
                connections,
                SenderTimes.NONE,
                SenderTimes.NONE,
                0,
                TransferExpectation.of(transfer, direction));
        Account together = nothing.counting(connections, unreadAtEnd);
        return Witness.of(together, connection -> nothing.counting(List.of(connection), unreadAtEnd))
                .orElse(together);
    }

    private Account counting(List<Connection> some, Function<Flow, Duration> unreadAtEnd) {
        SenderTimes someTimes = SenderTimes.NONE;
        SenderTimes someIdle = SenderTimes.NONE;
        for (Connection connection : some) {
            Flow flow = flow(connection);
            Duration trip = requestTrip(transfer, direction, connection);
            SenderTimes unread = readers(unreadAtEnd.apply(flow));
            someTimes = someTimes.plus(unread).plus(flow.times().without(SenderState.WAITING_FOR_DATA, trip));
            someIdle = someIdle.plus(unread).plus(flow.idleLineTimes().without(SenderState.WAITING_FOR_DATA, trip));
        }
        return new Account(transfer, direction, connections, someTimes, someIdle, some.size(), expectation);
    }

    /** The same with less time. */
    Account with(SenderTimes lessTime, SenderTimes lessIdle) {
        return new Account(transfer, direction, connections, lessTime, lessIdle, counted, expectation);
    }

    /**
     * The trip of the request that asks for the data is the path's, not the sender's. (On a new connection it takes no
     * time of the sender's: the server may begin when it sees the connection, and the request arrives together with
     * that.)
     */
    private static Duration requestTrip(Transfer transfer, Direction direction, Connection connection) {
        boolean asked = direction == Direction.DOWNSTREAM
                && !connection.openedDuring()
                && !connection.upstream().bytes().isZero();
        return asked ? transfer.pipe().path().upstream().delay() : Duration.ZERO;
    }

    /**
     * A receiver with a large buffer takes everything from a sender that is done, and its application reads on for
     * long: that time is the reader's.
     */
    private static SenderTimes readers(Duration time) {
        long[] nanos = new long[SenderState.values().length];
        nanos[SenderState.SLOW_READER.ordinal()] = time.toNanos();
        return SenderTimes.ofNanos(nanos);
    }

    /** While another connection still fills the line, nobody loses anything by bytes that lie unread. */
    private static Duration unreadAfter(Flow flow, long lineDoneNanos) {
        long readNanos = flow.after().lastDeliveryNanos() + flow.unreadAtEnd().toNanos();
        return Duration.ofNanos(Math.min(flow.unreadAtEnd().toNanos(), Math.max(0, readNanos - lineDoneNanos)));
    }

    PipeDescription pipe() {
        return transfer.pipe();
    }

    Path path() {
        return pipe().path();
    }

    Ends ends() {
        return Ends.of(pipe(), direction);
    }

    Flow flow(Connection connection) {
        return connection.flow(direction);
    }

    /** How many connections share the path at the same time, at most. */
    int atOnce() {
        List<Connection> main = MainConnections.of(transfer, direction);
        return main.isEmpty() ? 1 : MainConnections.atOnce(main, direction, path().rtt());
    }

    /** How many of the connections that are counted share the path at the same time, at most. */
    int countedAtOnce() {
        return counted == 1 ? 1 : atOnce();
    }

    DataRate goodput() {
        return transfer.goodput(direction);
    }

    Optional<DataRate> linkCeiling() {
        return path().goodputCeiling(direction);
    }

    /** The share of the time during which the line was busy, 0 to 1; 0 for a line without a limit. */
    double busyShare() {
        return linkCeiling().isEmpty() || times.total().isZero() ? 0 : 1 - idleShare();
    }

    /** The share of the time during which the line stood idle, 0 to 1. */
    double idleShare() {
        return Shares.of(idle.total(), times.total());
    }

    /** Whether the line stood idle for long enough to matter, beside the round trips that the path takes anyway. */
    boolean lostTime() {
        return Shares.of(idle.total(), lived()) >= LEAST_IDLE;
    }

    /** The time of those connections that are counted, and the round trip that the last bytes of each take anyway. */
    Duration lived() {
        return times.total().plus(path().rtt().multipliedBy(counted));
    }

    /**
     * The reason for at least half of the time that was lost, if there is one: of the time beyond what opening connections
     * takes on this path anyway, where that matters; else of all of it.
     */
    Optional<Hold> dominant() {
        if (!lostTime()) {
            return Optional.empty();
        }
        ExpectedOpening opening = ExpectedOpening.of(this);
        boolean matters = Shares.of(opening.missing(), lived()) >= LEAST_IDLE;
        Optional<Hold> ofAvoidable = matters ? mostOf(opening.avoidable()) : Optional.empty();
        return ofAvoidable.or(() -> mostOf(idle));
    }

    private static Optional<Hold> mostOf(SenderTimes times) {
        return Hold.longestFirst(times).stream().findFirst().filter(hold -> hold.share(times) >= DOMINANT);
    }

    boolean isDominated(Hold hold) {
        return dominant().filter(hold::equals).isPresent();
    }

    /** The ceiling of the line for what was sent: datagrams have other headers than segments. */
    Optional<Ceiling> linkCeilingOfExpectation() {
        return expectation.ceiling(Term.LINK);
    }

    /** The bytes that the connections moved in one direction, whichever the account is of. */
    long sumOf(Direction any) {
        return connections.stream()
                .mapToLong(connection -> connection.flow(any).bytes().bytes())
                .sum();
    }

    long sum(ToLongFunction<Flow> counter) {
        return connections.stream().map(this::flow).mapToLong(counter).sum();
    }

    /** The connection with the most idle time of a kind. */
    Connection worst(Hold hold) {
        Connection worst = connections.get(0);
        for (Connection connection : connections) {
            if (lost(connection, hold).compareTo(lost(worst, hold)) > 0) {
                worst = connection;
            }
        }
        return worst;
    }

    private Duration lost(Connection connection, Hold hold) {
        return hold.in(
                flow(connection).idleLineTimes().plus(readers(flow(connection).unreadAtEnd())));
    }

    /**
     * The goodput of one connection while it had something to send. A round trip is added to the time, for the last
     * window leaves at its beginning.
     */
    DataRate paceOf(Connection connection) {
        SenderTimes spent = flow(connection).times();
        Duration active = spent.total()
                .minus(spent.in(SenderState.HANDSHAKE))
                .minus(spent.in(SenderState.WAITING_FOR_DATA))
                .plus(path().rtt());
        DataSize bytes = flow(connection).bytes();
        return active.isZero() ? goodput() : DataRate.of(bytes, active);
    }

    /** The goodput of one connection from its beginning until its last byte was read. */
    DataRate readRateOf(Connection connection) {
        Duration lived = flow(connection).times().total().plus(flow(connection).unreadAtEnd());
        return lived.isZero() ? goodput() : DataRate.of(flow(connection).bytes(), lived);
    }
}
