/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.path.Direction;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A client's connection to a proxy and, where it is seen, the proxy's connection to the server. Not thread-safe. */
final class ProxiedConnection {

    private static final long LATEST_NOTICE_NANOS = 500_000_000L;

    private final ConnectionId id;
    private final Upstream upstreamServer;
    private final long openedNanos;
    private final ProxiedFlow upstream;
    private final ProxiedFlow downstream;
    private @Nullable InetSocketAddress proxySide;
    private boolean clientOpen = true;
    private boolean serverOpen;
    private long movedBefore;
    private boolean moved;
    private boolean clientTold;
    private boolean serverTold;
    private long endedNanos;

    ProxiedConnection(ConnectionId id, Upstream upstreamServer, long openedNanos) {
        this.id = id;
        this.upstreamServer = upstreamServer;
        this.openedNanos = openedNanos;
        this.upstream = new ProxiedFlow(openedNanos);
        this.downstream = new ProxiedFlow(openedNanos);
    }

    ConnectionId id() {
        return id;
    }

    Upstream upstreamServer() {
        return upstreamServer;
    }

    /** Whether the server's end has been found, under the address from which the proxy had connected. */
    boolean isPaired() {
        return proxySide != null;
    }

    void pair(InetSocketAddress from) {
        proxySide = from;
        serverOpen = true;
    }

    @Nullable
    InetSocketAddress proxySide() {
        return proxySide;
    }

    boolean isOpen() {
        return clientOpen || serverOpen;
    }

    /**
     * Takes a look at both sockets.
     *
     * @param client null when there is none any more
     * @param server null when there is none here, or not any more
     * @param clientLives whether the client's is still open; if not, what is told of it was told of its end
     * @param serverLives the same of the server's
     */
    void add(
            long nanos,
            @Nullable SocketRecord client,
            @Nullable SocketRecord server,
            boolean clientLives,
            boolean serverLives) {
        upstream.add(nanos, client, server);
        downstream.add(nanos, server, client);
        clientTold |= !clientLives && client != null;
        serverTold |= !serverLives && server != null;
        if (isOpen() && !clientLives && !serverLives) {
            endedNanos = nanos;
        }
        clientOpen = clientLives;
        serverOpen = serverLives;
        long movedNow = upstream.sent() + downstream.arrived();
        moved = movedNow > movedBefore;
        movedBefore = movedNow;
    }

    /** Whether it has ended, and all has been told of it or will not be any more: the kernel tells of an end a little later. */
    boolean isSettled(long nanos) {
        return !isOpen() && ((clientTold && (serverTold || !isPaired())) || nanos - endedNanos > LATEST_NOTICE_NANOS);
    }

    /** Whether bytes moved between the last two looks, and it is open still. */
    boolean isInUse() {
        return moved && clientOpen;
    }

    ProxiedFlow flow(Direction direction) {
        return direction == Direction.UPSTREAM ? upstream : downstream;
    }

    /** Whether bytes are on their way up of which it cannot be known whether they have arrived. */
    boolean hidesUploads() {
        return !upstream.isReceiverSeen() && upstream.sent() > 0;
    }

    boolean isQuiet() {
        return !isOpen() || (upstream.isQuiet() && downstream.isQuiet());
    }

    /** Whether that nothing is under way is certain. */
    boolean isKnown() {
        return !isOpen() || upstream.isKnown() || upstream.sent() == 0;
    }

    ConnectionSample sample() {
        return new ConnectionSample(id, openedNanos, isOpen(), upstream.sample(), downstream.sample());
    }
}
