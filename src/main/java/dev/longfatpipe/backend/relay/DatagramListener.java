/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.Transport;
import dev.longfatpipe.path.Direction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The relay's UDP socket for one server, at the same address and port as its {@link Listener}: a session for each address that
 * a client sends from.
 *
 * <p>There are at most {@value #MOST_SESSIONS} sessions per server at a time; one client more ends the session that was unused
 * for longest. A session that was unused for two minutes ends (the least that RFC 4787 allows a NAT); the next datagram of its
 * client begins another.
 */
final class DatagramListener {

    static final int MOST_SESSIONS = 1_024;
    static final long IDLE_NANOS = 120_000_000_000L;

    /** So few that timers and other sockets are served in between. */
    static final int MOST_AT_ONCE = 64;

    private static final long SWEEP_NANOS = 10_000_000_000L;

    private final Relay relay;
    private final Connections connections;
    private final DatagramChannel channel;
    private final InetSocketAddress server;
    private final Map<InetSocketAddress, DatagramSession> sessions = new HashMap<>();
    private boolean mayHaveMore;

    private DatagramListener(Relay relay, Connections connections, DatagramChannel channel, InetSocketAddress server) {
        this.relay = relay;
        this.connections = connections;
        this.channel = channel;
        this.server = server;
    }

    /**
     * Binds an address.
     *
     * @throws java.net.BindException when another socket has it
     */
    static DatagramListener open(
            Relay relay, Connections connections, InetSocketAddress address, InetSocketAddress server)
            throws IOException {
        boolean six = address.getAddress().getAddress().length == 16;
        DatagramChannel channel =
                DatagramChannel.open(six ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
        try {
            DatagramBuffers.applyTo(channel);
            channel.bind(address);
            channel.configureBlocking(false);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new DatagramListener(relay, connections, channel, server);
    }

    /** Begins to receive. Called on the engine's thread. */
    void register() throws IOException {
        channel.register(relay.engine().selector(), SelectionKey.OP_READ, (Engine.Ready) (key, now) -> receiveAll(now));
    }

    private void receiveAll(long nowNanos) {
        ByteBuffer room = relay.datagrams().room();
        mayHaveMore = true;
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            try {
                InetSocketAddress client = (InetSocketAddress) channel.receive(room.clear());
                if (client == null) {
                    mayHaveMore = false;
                    return;
                }
                session(client, nowNanos).onClient(payload(room), nowNanos);
            } catch (IOException e) {
                relay.warnings().add("a datagram of a client could not be relayed: " + e.getMessage());
                return;
            }
        }
    }

    static byte[] payload(ByteBuffer received) {
        byte[] payload = new byte[received.flip().remaining()];
        received.get(payload);
        return payload;
    }

    private DatagramSession session(InetSocketAddress client, long nowNanos) throws IOException {
        DatagramSession known = sessions.get(client);
        if (known != null && !known.isClosed()) {
            return known;
        }
        if (sessions.isEmpty()) {
            watch();
            relay.engine().timers().at(nowNanos + SWEEP_NANOS, this::sweep);
        }
        if (sessions.size() >= MOST_SESSIONS) {
            endTheLongestUnused();
        }
        ConnectionId id = new ConnectionId(connections.nextNumber(), client, server, Transport.UDP);
        DatagramSession session = new DatagramSession(
                relay,
                id,
                payload -> channel.send(ByteBuffer.wrap(payload), client) > 0 || payload.length == 0,
                nowNanos);
        connections.add(session);
        sessions.put(client, session);
        return session;
    }

    private void watch() throws IOException {
        relay.datagrams().begin();
        DroppedDatagrams dropped = relay.datagrams().dropped();
        UdpDrops now = relay.datagrams().latest();
        dropped.watchRelay((InetSocketAddress) channel.getLocalAddress(), Direction.UPSTREAM, "the clients", now);
        if (isOfThisHost(server.getAddress())) {
            dropped.watchApplication(server, "server", now);
        }
    }

    private static boolean isOfThisHost(InetAddress address) throws IOException {
        return address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || NetworkInterface.getByInetAddress(address) != null;
    }

    private void endTheLongestUnused() {
        sessions.values().stream()
                .min(Comparator.comparingLong(DatagramSession::usedNanos))
                .ifPresent(this::end);
        relay.warnings()
                .add("more than " + MOST_SESSIONS + " clients sent datagrams to server " + ConnectionId.text(server)
                        + " through the relay: the session of the one that was silent for longest was ended");
    }

    private void end(DatagramSession session) {
        session.close();
        sessions.remove(session.id().client());
    }

    private void sweep() {
        long now = relay.now();
        List<DatagramSession> unused = new ArrayList<>();
        for (DatagramSession session : sessions.values()) {
            if (session.isClosed() || (now - session.usedNanos() > IDLE_NANOS && session.isQuiet(now))) {
                unused.add(session);
            }
        }
        unused.forEach(this::end);
        if (!sessions.isEmpty()) {
            relay.engine().timers().at(now + SWEEP_NANOS, this::sweep);
        }
    }

    /** Returns whether every datagram that had come was seen. */
    boolean isQuiet() {
        return !mayHaveMore;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is gone either way.
        }
    }
}
