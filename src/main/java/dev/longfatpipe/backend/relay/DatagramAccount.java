/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.path.Direction;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the datagram sessions of a pipe share: the counts of their packets, the watch over their sockets, and the room to receive
 * a datagram. Confined to the engine's thread, but for {@link #warnings()}.
 */
final class DatagramAccount {

    private static final int ROOM_BYTES = 1 << 16;
    private static final long LOOK_NANOS = 200_000_000L;

    private final PacketTally upstream = new PacketTally();
    private final PacketTally downstream = new PacketTally();
    private final DroppedDatagrams dropped = new DroppedDatagrams();
    private UdpDrops latest = UdpDrops.parse(List.of());
    private long lookedNanos;
    private @Nullable ByteBuffer room;

    PacketTally upstream() {
        return upstream;
    }

    PacketTally downstream() {
        return downstream;
    }

    /** Returns the counts of packets from clients; of a datagram that the kernel dropped on its way into the relay, one. */
    PacketCounts upstreamCounts() {
        return upstream.counts(dropped.ofRelay(Direction.UPSTREAM));
    }

    PacketCounts downstreamCounts() {
        return downstream.counts(dropped.ofRelay(Direction.DOWNSTREAM));
    }

    DroppedDatagrams dropped() {
        return dropped;
    }

    /** Returns the counters of this host as they were when they were last looked at. */
    UdpDrops latest() {
        return latest;
    }

    /** Looks for drops now and then. */
    void lookSometimes(long nowNanos) {
        if (nowNanos - lookedNanos >= LOOK_NANOS) {
            look(nowNanos);
        }
    }

    /** Looks for drops now, if any socket is watched. */
    void look(long nowNanos) {
        if (!dropped.isEmpty()) {
            lookedNanos = nowNanos;
            latest = UdpDrops.ofThisHost();
            dropped.look(latest);
        }
    }

    /** Begins to watch: what the sockets of this host have dropped until now is not this pipe's. */
    void begin() {
        if (dropped.isEmpty()) {
            latest = UdpDrops.ofThisHost();
        }
    }

    /** Returns which sockets dropped datagrams, in words. Thread-safe. */
    List<String> warnings() {
        return dropped.warnings();
    }

    /** Returns room for the largest datagram, empty. It is the same each time. */
    ByteBuffer room() {
        if (room == null) {
            room = ByteBuffer.allocateDirect(ROOM_BYTES);
        }
        return room.clear();
    }
}
