/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.SeenSocket;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.TcpInfo;
import dev.longfatpipe.path.Direction;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The connections through the proxies of a pipe, made of looks at the sockets at both ends. Which of the server's sockets belongs to
 * which client's nothing says: a proxy accepts and connects one after the other, so they are paired in the order in which they are
 * seen. What all of them moved together does not depend on it; of several that are opened within one look (20 ms), what is told of
 * each may be another's. Thread-safe.
 */
final class ProxiedConnections {

    /** Two looks in a row, or one connection may have taken over from another in between. */
    private static final int LOOKS_AT_ONCE = 2;

    private final List<ProxiedConnection> all = new ArrayList<>();
    private final Map<InetSocketAddress, ProxiedConnection> open = new HashMap<>();
    private long lookedNanos;
    private int looksWithSeveral;
    private int mostAtOnce = 1;

    private final boolean endsAreTold;

    /**
     * Begins with no connection.
     *
     * @param endsAreTold whether the kernel tells of sockets that have ended
     */
    ProxiedConnections(boolean endsAreTold, long nowNanos) {
        this.endsAreTold = endsAreTold;
        this.lookedNanos = nowNanos;
    }

    /** Where the clients of a server connect to, and what its own sockets look like. */
    record Route(InetSocketAddress proxy, Upstream server) {}

    /**
     * Takes a look.
     *
     * @param living the connections of this machine
     * @param ended what was told of sockets that have ended since the last look
     */
    synchronized void look(long nanos, List<Route> routes, List<SeenSocket> living, List<SeenSocket> ended) {
        Map<InetSocketAddress, SocketRecord> clients = new HashMap<>();
        Map<InetSocketAddress, SocketRecord> servers = new HashMap<>();
        Map<InetSocketAddress, SocketRecord> endedClients = new HashMap<>();
        Map<InetSocketAddress, SocketRecord> endedServers = new HashMap<>();
        for (Route route : routes) {
            List<SeenSocket> mine = sockets(route, living, clients, servers);
            sockets(route, ended, endedClients, endedServers);
            openNew(nanos, route, mine);
            pairNew(route, mine);
        }
        for (ProxiedConnection connection : List.copyOf(open.values())) {
            InetSocketAddress client = connection.id().client();
            @Nullable InetSocketAddress server = connection.proxySide();
            connection.add(
                    nanos,
                    clients.getOrDefault(client, endedClients.get(client)),
                    server == null ? null : servers.getOrDefault(server, endedServers.get(server)),
                    clients.containsKey(client),
                    server != null && servers.containsKey(server));
            if (connection.isSettled(nanos) || (!connection.isOpen() && !endsAreTold)) {
                open.remove(client);
            }
        }
        countAtOnce();
        lookedNanos = nanos;
    }

    /** Sorts the sockets of a route by the address that only one connection has; returns those that are the route's. */
    private static List<SeenSocket> sockets(
            Route route,
            List<SeenSocket> seen,
            Map<InetSocketAddress, SocketRecord> clients,
            Map<InetSocketAddress, SocketRecord> servers) {
        List<SeenSocket> found = new ArrayList<>();
        for (SeenSocket socket : seen) {
            boolean client = socket.remote().equals(route.proxy());
            if (client) {
                clients.put(socket.local(), socket.record());
            } else if (route.server().isServerEnd(socket.local(), socket.remote())) {
                servers.put(socket.remote(), socket.record());
            } else {
                continue;
            }
            if (socket.record().hasBuffers()) {
                found.add(socket);
            }
        }
        return found;
    }

    private void openNew(long nanos, Route route, List<SeenSocket> sockets) {
        for (SeenSocket socket : sockets) {
            if (socket.remote().equals(route.proxy())
                    && !open.containsKey(socket.local())
                    && socket.record().info().state() == TcpInfo.ESTABLISHED) {
                ConnectionId id = new ConnectionId(
                        all.size() + 1L, socket.local(), route.server().server());
                ProxiedConnection connection = new ProxiedConnection(id, route.server(), openedNanos(nanos, socket));
                all.add(connection);
                open.put(socket.local(), connection);
            }
        }
    }

    /** It was opened between the last look and this one; one that has received nothing tells its age. */
    private long openedNanos(long nanos, SeenSocket socket) {
        TcpInfo info = socket.record().info();
        long at = info.bytesReceived() > 0
                ? lookedNanos + (nanos - lookedNanos) / 2
                : nanos - info.sinceReceivedMillis() * 1_000_000;
        return Math.max(lookedNanos, Math.min(nanos, at));
    }

    private void pairNew(Route route, List<SeenSocket> sockets) {
        for (SeenSocket socket : sockets) {
            boolean server = !socket.remote().equals(route.proxy());
            if (server && !isPaired(socket.remote())) {
                firstWithout(route).ifPresent(connection -> connection.pair(socket.remote()));
            }
        }
    }

    private boolean isPaired(InetSocketAddress proxySide) {
        return open.values().stream().anyMatch(connection -> proxySide.equals(connection.proxySide()));
    }

    private Optional<ProxiedConnection> firstWithout(Route route) {
        return all.stream()
                .filter(connection -> !connection.isPaired() && connection.isOpen())
                .filter(connection -> connection.upstreamServer().equals(route.server()))
                .findFirst();
    }

    private void countAtOnce() {
        int inUse =
                (int) open.values().stream().filter(ProxiedConnection::isInUse).count();
        looksWithSeveral = inUse > 1 ? looksWithSeveral + 1 : 0;
        if (looksWithSeveral >= LOOKS_AT_ONCE) {
            mostAtOnce = Math.max(mostAtOnce, inUse);
        }
    }

    /** Returns how many connections moved bytes at the same time, at most. */
    synchronized int mostAtOnce() {
        return mostAtOnce;
    }

    synchronized List<ConnectionSample> samples() {
        return all.stream().map(ProxiedConnection::sample).toList();
    }

    synchronized boolean areQuiet() {
        return open.values().stream().allMatch(connection -> connection.isOpen() && connection.isQuiet());
    }

    /** Returns whether it can be told that nothing is under way. */
    synchronized boolean areKnown() {
        return open.values().stream().allMatch(ProxiedConnection::isKnown);
    }

    /** Returns a server to which bytes went of which it cannot be told whether they arrived. */
    synchronized Optional<Upstream> hidden() {
        return all.stream()
                .filter(ProxiedConnection::hidesUploads)
                .map(ProxiedConnection::upstreamServer)
                .findFirst();
    }

    synchronized long progress() {
        long progress = 0;
        for (ProxiedConnection connection : all) {
            progress += connection.isOpen() ? 1 : 2;
            for (Direction direction : Direction.values()) {
                progress += connection.flow(direction).progress();
            }
        }
        return progress;
    }

    /** Returns how many bytes have arrived in all: what a sender has given to the proxy may lie there for good. */
    synchronized long arrived() {
        long arrived = 0;
        for (ProxiedConnection connection : all) {
            for (Direction direction : Direction.values()) {
                arrived += connection.flow(direction).arrived();
            }
        }
        return arrived;
    }

    synchronized boolean haveUnread() {
        return open.values().stream()
                .anyMatch(connection -> connection.flow(Direction.UPSTREAM).hasUnread()
                        || connection.flow(Direction.DOWNSTREAM).hasUnread());
    }
}
