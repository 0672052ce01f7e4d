/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataSize;
import java.util.Optional;

/**
 * What a pipe carried as packets and no connection accounts for: datagrams, where a backend does not tell them apart, or the bytes of
 * sockets that cannot be seen. Counted as little as is certain.
 */
final class UnexplainedBytes {

    /** More than the headers of any packet: Ethernet 18, IPv6 40, TCP with all options 60. */
    private static final long HEADERS = 120;

    /** Handshake, end, and probes of a connection that stands still. */
    private static final long PACKETS_WITHOUT_DATA = 20;

    /** A SYN or an answer to one has 74 bytes at most: a packet with more carries something. */
    private static final long LARGEST_EMPTY_PACKET = 80;

    private static final long LEAST_BYTES = 65_536;
    private static final double LEAST_SHARE = 0.05;

    private UnexplainedBytes() {}

    /**
     * Returns why a transfer is not known, whose packets carried something when no connection was seen; empty when one was, or
     * nothing was carried.
     */
    static Optional<String> unknown(Transfer transfer) {
        PacketCounts up = transfer.packets(Direction.UPSTREAM);
        PacketCounts down = transfer.packets(Direction.DOWNSTREAM);
        if (!transfer.connections().isEmpty() || !(carriesSomething(up) || carriesSomething(down))) {
            return Optional.empty();
        }
        return Optional.of(up.delivered() + " packets crossed the pipe upstream and " + down.delivered()
                + " downstream, of no connection that was seen: they are datagrams, of which backend ["
                + transfer.pipe().backend()
                + "] tells no more than their number, or TCP between sockets that cannot be seen,"
                + " such as those of a client in a container or another network namespace. Use backend relay or tun for"
                + " datagrams");
    }

    private static boolean carriesSomething(PacketCounts packets) {
        return packets.deliveredBytes() > packets.delivered() * LARGEST_EMPTY_PACKET;
    }

    /** Returns what to tell of one direction of a transfer; empty when nearly all bytes are explained. */
    static Optional<String> warning(Transfer transfer, Direction direction) {
        long carried = transfer.packets(direction).deliveredBytes();
        long unexplained = carried - atMostExplained(transfer, direction);
        if (unexplained < LEAST_BYTES || unexplained < LEAST_SHARE * carried) {
            return Optional.empty();
        }
        return Optional.of(DataSize.ofBytes(unexplained).describe() + " of the "
                + DataSize.ofBytes(carried).describe() + " that crossed the pipe "
                + (direction == Direction.UPSTREAM ? "upstream" : "downstream")
                + " belong to no connection that was seen, and are not in its figures: datagrams, or TCP between sockets that"
                + " cannot be seen, such as those of a client in a container or another network namespace");
    }

    private static long atMostExplained(Transfer transfer, Direction direction) {
        long mss = transfer.pipe().path().mss();
        long explained = 0;
        for (Connection connection : transfer.connections()) {
            Flow flow = connection.flow(direction);
            long sent = flow.after().sentBytes() - flow.before().sentBytes();
            long packets =
                    flow.segments() + connection.flow(direction.opposite()).segments() + PACKETS_WITHOUT_DATA;
            explained += sent + flow.retransmissions() * mss + packets * HEADERS;
        }
        return explained;
    }
}
