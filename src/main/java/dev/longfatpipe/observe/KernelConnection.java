/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import org.jspecify.annotations.Nullable;

/** One TCP connection of a pipe, seen from the kernel's records of its two sockets. */
final class KernelConnection {

    private final ConnectionId id;
    private final long openedNanos;
    private final KernelBuffers client;
    private final KernelBuffers server;
    private final KernelFlow upstream;
    private final KernelFlow downstream;
    private boolean open = true;
    private @Nullable ConnectionSample ended;

    KernelConnection(
            ConnectionId id, long openedNanos, KernelEnd clientEnd, KernelEnd serverEnd, int mss, LineReading line) {
        this.id = id;
        this.openedNanos = openedNanos;
        this.client = new KernelBuffers(clientEnd);
        this.server = new KernelBuffers(serverEnd);
        this.upstream =
                new KernelFlow(clientEnd, client, server, mss, look(openedNanos, Direction.UPSTREAM, null, null, line));
        this.downstream = new KernelFlow(
                serverEnd, server, client, mss, look(openedNanos, Direction.DOWNSTREAM, null, null, line));
    }

    private static KernelLook look(
            long nanos,
            Direction direction,
            @Nullable SocketRecord clientSocket,
            @Nullable SocketRecord serverSocket,
            LineReading line) {
        boolean up = direction == Direction.UPSTREAM;
        return new KernelLook(
                nanos,
                up ? clientSocket : serverSocket,
                up ? serverSocket : clientSocket,
                line.busyNanos(direction),
                line.packets(direction).pathLosses(),
                line.packets(direction).queueDrops());
    }

    /**
     * Takes what was seen of the two sockets.
     *
     * @param clientSocket null when it is not on this host, or no more
     * @param serverSocket null when it is not on this host, or no more
     * @param stillOpen whether one of them still lives
     */
    void add(
            long nanos,
            @Nullable SocketRecord clientSocket,
            @Nullable SocketRecord serverSocket,
            boolean stillOpen,
            LineReading line) {
        if (clientSocket != null) {
            client.add(clientSocket);
        }
        if (serverSocket != null) {
            server.add(serverSocket);
        }
        upstream.add(look(nanos, Direction.UPSTREAM, clientSocket, serverSocket, line));
        downstream.add(look(nanos, Direction.DOWNSTREAM, clientSocket, serverSocket, line));
        open = stillOpen;
    }

    ConnectionId id() {
        return id;
    }

    boolean isOpen() {
        return open;
    }

    KernelFlow flow(Direction direction) {
        return direction == Direction.UPSTREAM ? upstream : downstream;
    }

    boolean isQuiet() {
        return !open || (upstream.isQuiet() && downstream.isQuiet());
    }

    ConnectionSample sample() {
        if (ended != null) {
            return ended;
        }
        ConnectionSample sample = new ConnectionSample(id, openedNanos, open, upstream.sample(), downstream.sample());
        ended = open ? null : sample;
        return sample;
    }
}
