/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.observe.Transport;
import dev.longfatpipe.path.Direction;
import java.net.Inet6Address;
import java.util.List;

/**
 * What datagram senders offered to the line.
 *
 * @param payloadBytes payload that they sent
 * @param packets IP packets that carried it
 * @param frameBytes what these take of the line
 * @param queueDrops packets that found the queue full
 * @param pathLosses packets that the path lost
 */
record DatagramLoad(long payloadBytes, long packets, long frameBytes, long queueDrops, long pathLosses) {

    private static final int ETHERNET_AND_UDP_HEADER_BYTES = 14 + 8;
    private static final int IPV4_HEADER_BYTES = 20;
    private static final int IPV6_HEADER_BYTES = 40;

    /** Returns whether there are any, and all of them are UDP. */
    static boolean areDatagrams(List<Connection> connections) {
        return !connections.isEmpty()
                && connections.stream().allMatch(connection -> connection.id().transport() == Transport.UDP);
    }

    /** Takes each packet for one with all headers: of fragments after the first, that is 8 bytes too many. */
    static DatagramLoad of(List<Connection> connections, Direction direction) {
        long payload = 0;
        long packets = 0;
        long frames = 0;
        long drops = 0;
        long losses = 0;
        for (Connection connection : connections) {
            Flow flow = connection.flow(direction);
            long sent = flow.after().sentBytes() - flow.before().sentBytes();
            boolean six = connection.id().server().getAddress() instanceof Inet6Address;
            payload += sent;
            packets += flow.segments();
            frames += sent
                    + flow.segments() * (ETHERNET_AND_UDP_HEADER_BYTES + (six ? IPV6_HEADER_BYTES : IPV4_HEADER_BYTES));
            drops += flow.queueDrops();
            losses += flow.pathLosses();
        }
        return new DatagramLoad(payload, packets, frames, drops, losses);
    }

    /** What the line carried: what the queue dropped is not part of it. Packets of a flow are taken to be of one size. */
    double carriedFrameBytes() {
        return packets == 0 ? 0 : frameBytes * (1 - Shares.of(queueDrops, packets));
    }
}
