/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The TCP connections of a pipe whose TCP is the kernel's, made of looks at the sockets at both ends, and its datagrams. Knows no socket, no thread
 * and no clock: a backend looks every 20 ms or so, and says what it saw. Thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class KernelConnections {

    private final ConnectionEnd.Finder ends;
    private final KernelEnd clientEnd;
    private final KernelEnd serverEnd;
    private final int mss;
    private final List<KernelConnection> all = new ArrayList<>();
    private final Map<Key, KernelConnection> open = new LinkedHashMap<>();
    private final Map<Key, DatagramConversation> datagrams = new LinkedHashMap<>();
    private LineReading line = LineReading.NONE;
    private long lastNanos;

    private record Key(InetSocketAddress client, InetSocketAddress server) {}

    /**
     * Begins with no connection.
     *
     * @param ends recognises the pipe's sockets
     * @param clientEnd what is known of the clients' sockets
     * @param serverEnd what is known of the servers' sockets
     * @param mss payload of a full segment, in bytes
     * @param nowNanos the time, on the pipe's clock
     */
    public KernelConnections(
            ConnectionEnd.Finder ends, KernelEnd clientEnd, KernelEnd serverEnd, int mss, long nowNanos) {
        this.ends = ends;
        this.clientEnd = clientEnd;
        this.serverEnd = serverEnd;
        this.mss = mss;
        this.lastNanos = nowNanos;
    }

    /** What was seen of the two sockets of a connection. */
    private static final class Sockets {
        private @Nullable SocketRecord client;
        private @Nullable SocketRecord server;
        private boolean living;
    }

    /** As the other one, where datagrams are not told apart. */
    public void look(long nowNanos, List<SeenSocket> living, List<SeenSocket> ended, LineReading reading) {
        look(nowNanos, living, ended, List.of(), reading);
    }

    /**
     * Takes a look.
     *
     * @param nowNanos the time, on the pipe's clock; not before that of the last look
     * @param living the connections of this host, in any order; those that are none of the pipe's are left out of account
     * @param ended what was told of sockets that have ended since the last look
     * @param exchanged the datagrams of the pipe's clients and servers until now
     * @param reading what the line has done until now
     */
    public synchronized void look(
            long nowNanos,
            List<SeenSocket> living,
            List<SeenSocket> ended,
            List<SeenDatagrams> exchanged,
            LineReading reading) {
        Map<Key, Sockets> seen = new LinkedHashMap<>();
        living.stream().filter(socket -> socket.record().hasBuffers()).forEach(socket -> note(socket, true, seen));
        ended.forEach(socket -> note(socket, false, seen));
        seen.forEach((key, sockets) -> {
            if (sockets.living && !open.containsKey(key)) {
                openConnection(key, nowNanos, sockets);
            }
        });
        List<KernelConnection> atRisk = List.copyOf(open.values());
        for (Map.Entry<Key, KernelConnection> each : List.copyOf(open.entrySet())) {
            KernelConnection connection = each.getValue();
            Sockets sockets = seen.getOrDefault(each.getKey(), new Sockets());
            connection.add(nowNanos, sockets.client, sockets.server, sockets.living, reading);
            if (!connection.isOpen()) {
                open.remove(each.getKey());
            }
        }
        exchanged.forEach(each -> add(each, middleNanos(nowNanos)));
        for (Direction direction : Direction.values()) {
            share(direction, atRisk, reading);
        }
        line = reading;
        lastNanos = nowNanos;
    }

    private void add(SeenDatagrams seen, long atNanos) {
        datagrams
                .computeIfAbsent(
                        new Key(seen.client(), seen.server()),
                        key -> new DatagramConversation(
                                new ConnectionId(nextNumber(), key.client(), key.server(), Transport.UDP), atNanos))
                .add(seen, atNanos);
    }

    /** When what was seen at a look happened, where nothing tells it better. */
    private long middleNanos(long nowNanos) {
        return lastNanos + (nowNanos - lastNanos) / 2;
    }

    private long nextNumber() {
        return all.size() + datagrams.size() + 1L;
    }

    private void note(SeenSocket socket, boolean living, Map<Key, Sockets> seen) {
        Optional<ConnectionEnd> found = ends.find(socket.local(), socket.remote());
        if (found.isEmpty()) {
            return;
        }
        ConnectionEnd end = found.get();
        Sockets sockets = seen.computeIfAbsent(new Key(end.clientAddress(), end.server()), key -> new Sockets());
        sockets.living |= living;
        if (end.client() && (living || sockets.client == null)) {
            sockets.client = socket.record();
        } else if (!end.client() && (living || sockets.server == null)) {
            sockets.server = socket.record();
        }
    }

    private void openConnection(Key key, long nowNanos, Sockets sockets) {
        ConnectionId id = new ConnectionId(nextNumber(), key.client(), key.server());
        KernelConnection connection =
                new KernelConnection(id, openedNanos(nowNanos, sockets), clientEnd, serverEnd, mss, line);
        all.add(connection);
        open.put(key, connection);
    }

    /** It was opened between the last look and this one: when, a socket that has received nothing since tells. */
    private long openedNanos(long nowNanos, Sockets sockets) {
        long middle = middleNanos(nowNanos);
        SocketRecord client = sockets.client;
        if (client == null
                || client.info().state() != TcpInfo.ESTABLISHED
                || client.info().bytesReceived() > 0) {
            return middle;
        }
        long age =
                client.info().sinceReceivedMillis() * 1_000_000 + client.info().rttMicros() * 1_000;
        return Math.max(lastNanos, Math.min(nowNanos, nowNanos - age));
    }

    /** What the path lost is known of all together: each bears its share of the segments that were at risk. */
    private void share(Direction direction, List<KernelConnection> connections, LineReading reading) {
        PacketCounts since = reading.packets(direction).minus(line.packets(direction));
        long losses = since.pathLosses();
        long drops = since.queueDrops();
        long others = since.cutDrops() + since.unaskedDrops();
        if (losses <= 0 && drops <= 0 && others <= 0) {
            return;
        }
        Map<LossBearer, Long> atRisk = new LinkedHashMap<>();
        connections.forEach(
                each -> atRisk.put(each.flow(direction), each.flow(direction).segmentsAtRisk()));
        datagrams
                .values()
                .forEach(each ->
                        atRisk.put(each.flow(direction), each.flow(direction).segmentsAtRisk()));
        long left = atRisk.values().stream().mapToLong(Long::longValue).sum();
        for (Map.Entry<LossBearer, Long> each : atRisk.entrySet()) {
            if (left > 0) {
                double share = (double) each.getValue() / left;
                long lost = Math.round(losses * share);
                long dropped = Math.round(drops * share);
                long otherwise = Math.round(others * share);
                each.getKey().addLost(lost, dropped, otherwise);
                losses -= lost;
                drops -= dropped;
                others -= otherwise;
                left -= each.getValue();
            }
        }
    }

    /** Returns a sample of each connection there ever was, in order of their numbers, as of the last look. */
    public synchronized List<ConnectionSample> samples() {
        return Stream.concat(
                        all.stream().map(KernelConnection::sample),
                        datagrams.values().stream().map(DatagramConversation::sample))
                .sorted(Comparator.comparingLong(sample -> sample.id().number()))
                .toList();
    }

    /** Returns whether nothing was under way on any connection at the last look. */
    public synchronized boolean areQuiet() {
        return all.stream().allMatch(KernelConnection::isQuiet)
                && datagrams.values().stream().allMatch(DatagramConversation::isQuiet);
    }

    /** Returns a number that changes whenever a connection is opened or closed, or a byte moves. */
    public synchronized long progress() {
        long progress = 0;
        for (KernelConnection connection : all) {
            progress += connection.isOpen() ? 1 : 2;
            for (Direction direction : Direction.values()) {
                progress += connection.flow(direction).progress();
            }
        }
        for (DatagramConversation each : datagrams.values()) {
            progress += each.progress();
        }
        return progress;
    }

    /** Returns whether any receiver had bytes at the last look that it had not read. */
    public synchronized boolean haveUnread() {
        return open.values().stream()
                .anyMatch(connection -> connection.flow(Direction.UPSTREAM).hasUnread()
                        || connection.flow(Direction.DOWNSTREAM).hasUnread());
    }
}
