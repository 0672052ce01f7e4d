/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.expect.ExpectationBuilder;
import dev.longfatpipe.kernel.Sysctls;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.Timeline;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a well-tuned application reaches with as many bytes, over as many connections, as a transfer had. */
final class TransferExpectation {

    /** TCP_RTO_MIN of Linux: the least that is added to the smoothed rtt. */
    private static final Duration LEAST_TIMEOUT_VARIANCE = Duration.ofMillis(200);

    private TransferExpectation() {}

    static Expectation of(Transfer transfer, Direction direction) {
        return builder(transfer, direction).build();
    }

    static ExpectationBuilder builder(Transfer transfer, Direction direction) {
        PipeDescription pipe = transfer.pipe();
        List<Connection> connections = MainConnections.of(transfer, direction);
        if (DatagramLoad.areDatagrams(connections)) {
            return datagrams(transfer, direction, DatagramLoad.of(connections, direction));
        }
        Sysctls sender = (direction == Direction.UPSTREAM ? pipe.clientKernel() : pipe.serverKernel()).sysctls();
        ExpectationBuilder builder = Expectation.of(pipe.path(), direction)
                .congestionControl(sender.congestionControl())
                .connections(MainConnections.atOnce(
                        connections, direction, pipe.path().rtt()));
        pipe.splitTcp().ifPresent(builder::splitTcp);
        DataSize bytes = transfer.bytes(direction);
        if (bytes.isZero()) {
            return builder;
        }
        boolean allNew = connections.stream().allMatch(Connection::openedDuring);
        warmWindow(connections, direction, sender).ifPresent(builder::initialWindow);
        builder.bytes(bytes).newConnection(allNew);
        if (direction == Direction.DOWNSTREAM && (allNew || followsRequest(transfer))) {
            builder.afterRequest(requestBefore(transfer));
        }
        return builder;
    }

    private static ExpectationBuilder datagrams(Transfer transfer, Direction direction, DatagramLoad load) {
        return Expectation.of(transfer.pipe().path(), direction)
                .datagrams(DataSize.ofBytes(load.payloadBytes()), DataSize.ofBytes(load.frameBytes()))
                .bytes(transfer.bytes(direction))
                .afterRequest(direction == Direction.DOWNSTREAM && followsRequest(transfer));
    }

    /**
     * The window with which connections that are open already begin: what they had, the least of them; but ten segments
     * where the kernel closes it in an idle time and one of them may have been idle for long enough.
     */
    private static Optional<DataSize> warmWindow(List<Connection> connections, Direction direction, Sysctls sender) {
        boolean keptOpen = connections.stream()
                .noneMatch(connection -> connection.openedDuring()
                        || (sender.slowStartAfterIdle() && mayHaveRestarted(connection.flow(direction))));
        return keptOpen
                ? connections.stream()
                        .map(connection -> connection.flow(direction).before().congestionWindow())
                        .filter(window -> window > 0)
                        .min(Long::compare)
                        .map(DataSize::ofBytes)
                : Optional.empty();
    }

    /**
     * A sender that was never without data for as long as its retransmission timeout, all its waits taken together, has
     * not begun again. The timeout is at least the smoothed rtt + 200 ms ({@code __tcp_set_rto} of {@code
     * net/ipv4/tcp_input.c}).
     */
    private static boolean mayHaveRestarted(Flow flow) {
        Duration waited = flow.before().waiting().plus(flow.times().in(SenderState.WAITING_FOR_DATA));
        return waited.compareTo(flow.before().smoothedRtt().plus(LEAST_TIMEOUT_VARIANCE)) >= 0;
    }

    /** What went up before anything came down. */
    private static DataSize requestBefore(Transfer transfer) {
        DataSize request = DataSize.ZERO;
        for (Timeline.Point point : transfer.timeline().points()) {
            if (!point.downstream().isZero()) {
                return request;
            }
            request = point.upstream();
        }
        return DataSize.ZERO;
    }

    /** Whether bytes went up before, or together with, the first that came down. */
    private static boolean followsRequest(Transfer transfer) {
        for (Timeline.Point point : transfer.timeline().points()) {
            if (!point.upstream().isZero()) {
                return true;
            }
            if (!point.downstream().isZero()) {
                return false;
            }
        }
        return false;
    }
}
