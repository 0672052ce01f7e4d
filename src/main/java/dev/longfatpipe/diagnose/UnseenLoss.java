/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import java.util.Arrays;
import java.util.Optional;

/**
 * A sender that slowed down after a loss, on a path that has lost nothing since it was opened: not in either direction, not in its queue,
 * not while its line was cut. Then it was the machine, which lost packets where nobody counts them, or held them up until the sender took
 * them for lost (RFC 6298, RFC 8985).
 */
final class UnseenLoss {

    private UnseenLoss() {}

    /** Returns why such a transfer says nothing; empty for every other one. */
    static Optional<String> complaint(Account account, LimitingFactor factor) {
        Transfer transfer = account.transfer();
        if (factor != LimitingFactor.LOSS || wasCut(transfer) || hasLost(transfer)) {
            return Optional.empty();
        }
        return Optional.of("the machine lost packets or held them up: after a loss the senders sent less, but of "
                + account.sum(Flow::segments) + " segments, " + account.sum(Flow::retransmissions)
                + " of them sent again, the path lost none");
    }

    /** Also before the transfer began: what was on the line then, or was sent meanwhile, may slow it down still. */
    private static boolean wasCut(Transfer transfer) {
        return !transfer.cut().isZero() || !transfer.cutBefore().isZero();
    }

    private static boolean hasLost(Transfer transfer) {
        return Arrays.stream(Direction.values())
                .anyMatch(direction -> hasLost(transfer.packets(direction))
                        || transfer.connections().stream().anyMatch(each -> hasLost(each, direction)));
    }

    private static boolean hasLost(PacketCounts packets) {
        return packets.pathLosses() + packets.queueDrops() + packets.cutDrops() > 0;
    }

    /** Since the connection was opened: a loss before the transfer began may slow it down still. */
    private static boolean hasLost(Connection connection, Direction direction) {
        FlowSample last = connection.flow(direction).after();
        return last.pathLosses() + last.queueDrops() > 0;
    }
}
