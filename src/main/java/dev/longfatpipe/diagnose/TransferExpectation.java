/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.expect.ExpectationBuilder;
import dev.longfatpipe.kernel.Sysctls;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.Timeline;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataSize;
import java.util.List;
import java.util.Optional;

/** What a well-tuned application reaches with as many bytes, over as many connections, as a transfer had. */
final class TransferExpectation {

    private TransferExpectation() {}

    static Expectation of(Transfer transfer, Direction direction) {
        return builder(transfer, direction).build();
    }

    static ExpectationBuilder builder(Transfer transfer, Direction direction) {
        PipeDescription pipe = transfer.pipe();
        List<Connection> connections = MainConnections.of(transfer, direction);
        Sysctls sender = (direction == Direction.UPSTREAM ? pipe.clientKernel() : pipe.serverKernel()).sysctls();
        ExpectationBuilder builder = Expectation.of(pipe.path(), direction)
                .congestionControl(sender.congestionControl())
                .connections(MainConnections.atOnce(connections, direction));
        DataSize bytes = transfer.bytes(direction);
        if (bytes.isZero()) {
            return builder;
        }
        boolean allNew = connections.stream().allMatch(Connection::openedDuring);
        warmWindow(connections, direction, sender).ifPresent(builder::initialWindow);
        return builder.bytes(bytes)
                .newConnection(allNew)
                .afterRequest(direction == Direction.DOWNSTREAM && (allNew || followsRequest(transfer)));
    }

    /**
     * The window with which connections that are open already begin: ten segments where the kernel closes it in an idle
     * time, for how long they were idle is not known; else what they had, the least of them.
     */
    private static Optional<DataSize> warmWindow(List<Connection> connections, Direction direction, Sysctls sender) {
        if (sender.slowStartAfterIdle() || connections.stream().anyMatch(Connection::openedDuring)) {
            return Optional.empty();
        }
        return connections.stream()
                .map(connection -> connection.flow(direction).before().congestionWindow())
                .filter(window -> window > 0)
                .min(Long::compare)
                .map(DataSize::ofBytes);
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
