/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.observe.ConnectionEnd;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.EndedSockets;
import dev.longfatpipe.observe.KernelConnections;
import dev.longfatpipe.observe.KernelEnd;
import dev.longfatpipe.observe.LineReading;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.observe.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel says of the sockets of a pipe's connections, look by look. At both ends a socket has this host's address and the
 * virtual one; which end it is, the packets have told. Not thread-safe.
 */
final class SocketLooks implements AutoCloseable {

    private final AddressPlan plan;
    private final int lastByte;
    private final SocketTable table;
    private final LivingSockets living;
    private final EndedSockets ended = EndedSockets.ofThisHost();
    private final KernelConnections connections;
    /** By the ports of client and server, the latest of these ports. */
    private final Map<Long, ConversationSample> byPorts = new HashMap<>();
    /** What was seen last of each conversation, by its index. */
    private final Map<Integer, ConnectionSample> seen = new HashMap<>();

    SocketLooks(
            AddressPlan plan,
            int lastByte,
            SocketTable table,
            KernelEnd clientEnd,
            KernelEnd serverEnd,
            int mss,
            long nowNanos) {
        this.plan = plan;
        this.lastByte = lastByte;
        this.table = table;
        this.living = new LivingSockets(plan, lastByte, table);
        this.connections = new KernelConnections(this::find, clientEnd, serverEnd, mss, nowNanos);
    }

    private static long key(int client, int server) {
        return (long) client << 16 | server;
    }

    private Optional<ConnectionEnd> find(InetSocketAddress local, InetSocketAddress remote) {
        if (!isVirtual(remote.getAddress())) {
            return Optional.empty();
        }
        @Nullable ConversationSample client = byPorts.get(key(local.getPort(), remote.getPort()));
        if (client != null) {
            return Optional.of(end(true, client.id()));
        }
        return Optional.ofNullable(byPorts.get(key(remote.getPort(), local.getPort())))
                .map(server -> end(false, server.id()));
    }

    private static ConnectionEnd end(boolean client, ConnectionId id) {
        return new ConnectionEnd(client, id.client(), id.server());
    }

    private boolean isVirtual(InetAddress address) {
        return address.equals(plan.virtualFour(lastByte)) || address.equals(plan.virtualSix(lastByte));
    }

    /**
     * Takes a look.
     *
     * @param conversations all there ever were
     */
    void look(long nowNanos, List<ConversationSample> conversations, LineReading line) {
        for (ConversationSample each : conversations) {
            if (each.id().transport() == Transport.TCP) {
                byPorts.put(key(each.id().client().getPort(), each.id().server().getPort()), each);
            }
        }
        connections.look(nowNanos, living.of(conversations), ended.take(), line);
        connections.samples().forEach(this::note);
    }

    private void note(ConnectionSample sample) {
        @Nullable
        ConversationSample latest = byPorts.get(
                key(sample.id().client().getPort(), sample.id().server().getPort()));
        if (latest == null) {
            return;
        }
        @Nullable ConnectionSample before = seen.get(latest.index());
        boolean same = before != null && before.id().number() == sample.id().number();
        if (same || (before == null && sample.open())) {
            seen.put(latest.index(), sample);
        }
    }

    /** Returns what was seen last of a conversation; null when nothing was. */
    @Nullable
    ConnectionSample of(ConversationSample conversation) {
        return seen.get(conversation.index());
    }

    boolean areQuiet() {
        return connections.areQuiet();
    }

    boolean haveUnread() {
        return connections.haveUnread();
    }

    /** Returns a number that changes when an application reads, or the kernel sends. */
    long progress() {
        return connections.progress();
    }

    @Override
    public void close() {
        ended.close();
        table.close();
    }
}
