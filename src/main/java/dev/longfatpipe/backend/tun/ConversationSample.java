/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.path.Direction;
import org.jspecify.annotations.Nullable;

/**
 * A conversation at a moment, as its packets tell: how much, how often, when. What held a sender back, and what is in the
 * sockets, only the kernel knows.
 *
 * @param index its place among those of its pipe
 * @param id its name
 * @param openedNanos when its first packet was sent
 * @param open whether it goes on
 * @param reset whether it was reset
 * @param upstream a copy of the account of one direction
 * @param downstream the same of the other
 */
record ConversationSample(
        int index, ConnectionId id, long openedNanos, boolean open, boolean reset, Tally upstream, Tally downstream) {

    static ConversationSample of(Conversation conversation) {
        return new ConversationSample(
                conversation.index,
                conversation.id,
                conversation.openedNanos,
                conversation.isOpen(),
                conversation.isReset(),
                conversation.tally(Direction.UPSTREAM).copy(),
                conversation.tally(Direction.DOWNSTREAM).copy());
    }

    /** Puts together what the packets tell, exactly, and what the kernel says of the sockets; null when it was not asked in time. */
    ConnectionSample with(@Nullable ConnectionSample kernel) {
        return new ConnectionSample(
                id,
                openedNanos,
                open,
                merge(upstream, kernel == null ? FlowSample.NONE : kernel.upstream()),
                merge(downstream, kernel == null ? FlowSample.NONE : kernel.downstream()));
    }

    /**
     * The sockets are looked at a little later than the packets are counted. What has arrived in between has not arrived yet, and is
     * not unread either: how far the application has read is what the socket tells.
     */
    private static long unread(Tally packets, FlowSample kernel) {
        long notRead = packets.deliveredBytes - kernel.deliveredBytes();
        return Math.max(0, Math.min(kernel.unreadBytes(), notRead));
    }

    private static FlowSample merge(Tally packets, FlowSample kernel) {
        long unread = unread(packets, kernel);
        return new FlowSample(
                packets.sentBytes,
                packets.deliveredBytes - unread,
                unread,
                kernel.inFlightBytes(),
                kernel.congestionWindow(),
                kernel.receiveWindow(),
                kernel.sendCapacity(),
                kernel.smoothedRtt(),
                kernel.minimumRtt(),
                packets.segments,
                packets.retransmissions,
                packets.pathLosses,
                packets.queueDrops,
                kernel.times(),
                kernel.idleLineTimes(),
                kernel.waiting(),
                kernel.waitingOnIdleLine(),
                kernel.sender(),
                kernel.receiver(),
                packets.firstDeliveryNanos,
                packets.lastDeliveryNanos);
    }
}
