/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.emulate.Bottleneck;
import dev.longfatpipe.emulate.Lane;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One direction of a pipe, full of packets. Not thread-safe. */
final class PacketLane {

    /** What every frame has on the line beside its IP packet: an Ethernet header, as netem counts. */
    private static final int FRAME_HEADER = 14;

    private static final int NOBODY = -1;
    private static final int PROBE = -2;

    private final Direction direction;
    private final PacketStore store;
    private final Lane lane;
    private long lastArrivalNanos = Long.MIN_VALUE;

    private long delivered;
    private long deliveredBytes;
    private long pathLosses;
    private long queueDrops;
    private long cutDrops;
    private long unasked;

    PacketLane(Path path, Direction direction, long seed, PacketStore.Chunks chunks) {
        this.direction = direction;
        this.lane = new Lane(path, direction, seed);
        this.store = new PacketStore(chunks);
    }

    /** Where a packet lies: the header of the device, and the IP packet behind it. */
    record Place(ByteBuffer bytes, int at) {}

    /**
     * A packet enters.
     *
     * @param packet the IP packet
     * @param place its bytes, which lie behind a {@link VnetHeader}
     * @param segmentBytes payload of one of its segments; 0 when it is one
     * @param owner what it belongs to, if anything
     */
    void enter(IpPacket packet, Place place, int segmentBytes, @Nullable Conversation owner, long nowNanos) {
        boolean tcp = owner != null && packet.isTcp();
        int segments = segmentBytes == 0 || !tcp ? 1 : Math.max(1, divideUp(packet.tcpPayloadBytes(), segmentBytes));
        if (owner != null) {
            countSent(packet, owner, tcp, segments, nowNanos);
        }
        if (owner != null && owner.probe) {
            keep(lane.sendProbe(nowNanos, packet.length() + FRAME_HEADER), packet, place, owner);
        } else if (segments == 1) {
            enterSingle(packet, place, owner, nowNanos);
        } else {
            enterTrain(packet, place, segmentBytes, segments, owner, nowNanos);
        }
    }

    private static int divideUp(int value, int by) {
        return (value + by - 1) / by;
    }

    private void countSent(IpPacket packet, Conversation owner, boolean tcp, int segments, long nowNanos) {
        Tally sending = owner.tally(direction);
        if (tcp) {
            sending.sendTcp(packet, segments);
            owner.tally(direction.opposite()).acknowledge(packet, nowNanos);
        } else {
            sending.sendDatagram(packet.datagramBytes());
        }
    }

    private void enterSingle(IpPacket packet, Place place, @Nullable Conversation owner, long nowNanos) {
        long answer = lane.send(nowNanos, packet.length() + FRAME_HEADER);
        if (Lane.arrives(answer)) {
            keep(answer, packet, place, owner);
        } else {
            drop(answer, 1, owner);
        }
    }

    /** Each segment is charged to the line with headers of its own. Those that find no room in the queue are cut off. */
    private void enterTrain(
            IpPacket packet, Place place, int segmentBytes, int segments, @Nullable Conversation owner, long nowNanos) {
        int headers = packet.headerBytes() + FRAME_HEADER;
        int left = packet.tcpPayloadBytes();
        long arrival = Bottleneck.DROPPED;
        long answer = Bottleneck.DROPPED;
        int accepted = 0;
        while (left > 0) {
            int payload = Math.min(left, segmentBytes);
            answer = lane.send(nowNanos, payload + headers);
            if (!Lane.arrives(answer)) {
                break;
            }
            arrival = answer;
            accepted++;
            left -= payload;
        }
        drop(answer, segments - accepted, owner);
        if (accepted == 0) {
            return;
        }
        if (accepted < segments) {
            packet.truncateTcp(accepted * segmentBytes);
        }
        if (accepted == 1) {
            VnetHeader.setSingle(place.bytes(), place.at());
        }
        keep(arrival, packet, place, owner);
    }

    private void drop(long answer, int count, @Nullable Conversation owner) {
        Tally tally = owner == null ? new Tally() : owner.tally(direction);
        if (answer == Lane.CUT) {
            cutDrops += count;
        } else if (answer == Lane.LOST) {
            pathLosses += count;
            tally.pathLosses += count;
        } else {
            queueDrops += count;
            tally.queueDrops += count;
        }
    }

    private void keep(long arrivalNanos, IpPacket packet, Place place, @Nullable Conversation owner) {
        lastArrivalNanos = Math.max(lastArrivalNanos, arrivalNanos);
        int number = owner == null ? NOBODY : owner.probe ? PROBE : owner.index;
        if (!store.add(lastArrivalNanos, number, place.bytes(), place.at(), VnetHeader.BYTES + packet.length())) {
            unasked++;
        } else if (number != PROBE) {
            count(packet, VnetHeader.segmentBytes(place.bytes(), place.at()), 1);
        }
    }

    /** Counts the segments of a packet as packets, with headers of their own; or takes them off. */
    private void count(IpPacket packet, int segmentBytes, int sign) {
        int segments = segmentBytes == 0 ? 1 : divideUp(packet.tcpPayloadBytes(), segmentBytes);
        delivered += (long) sign * segments;
        deliveredBytes += (long) sign * (packet.length() + (segments == 1 ? 0 : (segments - 1) * packet.headerBytes()));
    }

    /** Returns the packets that are under way. */
    PacketStore underWay() {
        return store;
    }

    /** The first packet has reached its receiver, and is to be removed. */
    void arrived(IpPacket packet, Conversations conversations, long nowNanos) {
        if (store.owner() < 0) {
            return;
        }
        Conversation owner = conversations.get(store.owner());
        if (!packet.isTcp()) {
            owner.tally(direction).deliverDatagram(packet.datagramBytes(), nowNanos);
            return;
        }
        owner.tally(direction).deliverTcp(packet, nowNanos);
        if ((packet.tcpFlags() & IpPacket.RST) != 0) {
            owner.reset();
        }
    }

    /** The kernel did not take a packet. */
    void refused() {
        unasked++;
    }

    /** From now on the direction is that of another path; what is under way stays as it is. */
    void change(Path path, long nowNanos) {
        lane.change(path, nowNanos);
    }

    /** What is under way is lost, and so is what enters until {@link #restore()}. */
    void cut(long nowNanos) {
        lane.cut(nowNanos);
        lastArrivalNanos = Long.MIN_VALUE;
        long before = delivered;
        IpPacket packet = new IpPacket();
        while (!store.isEmpty()) {
            if (store.owner() != PROBE
                    && packet.read(store.bytes(), store.at() + VnetHeader.BYTES, store.length() - VnetHeader.BYTES)) {
                count(packet, VnetHeader.segmentBytes(store.bytes(), store.at()), -1);
            }
            store.remove();
        }
        cutDrops += before - delivered;
    }

    void restore() {
        lane.restore();
    }

    /** Returns for how long the line has served bytes. */
    long busyNanos(long nowNanos) {
        return lane.bottleneck().busyNanos(nowNanos);
    }

    PacketCounts counts() {
        return new PacketCounts(delivered, deliveredBytes, pathLosses, queueDrops, cutDrops, unasked);
    }
}
