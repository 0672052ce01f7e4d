/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.Lane;
import dev.longfatpipe.emulate.TimerQueue;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One relayed connection, from the client's SYN to the last FIN. All of it happens on the engine's thread.
 *
 * <p>The kernel answers the client's SYN at once, so that connect() does not take a round trip; everything after it does: the
 * client's first bytes leave one rtt after the SYN, and the server sees the connection after one and a half.
 */
final class RelayConnection implements LiveConnection {

    /** So few that other connections, sockets and callers are served in between. */
    private static final int EVENTS_AT_ONCE = 64;
    /** The first look forgives what a reader has not had the time to take. */
    private static final int LOOKS_UNTIL_QUIET = 2;

    private static final long NEVER = Long.MAX_VALUE;
    private static final long FIRST_TIMEOUT_NANOS = 1_000_000_000L;

    private final Relay relay;
    private final ConnectionId id;
    private final boolean probe;
    private final long openedNanos;
    private final long openedOnMachineNanos;
    private long clientEstablishedNanos;
    private long serverEstablishedNanos;
    private final Half up;
    private final Half down;
    private final Endpoint client;
    private final ApplicationSockets applications;
    private @Nullable Endpoint server;
    private boolean handshakeBegan;
    private boolean resetting;
    /** The end that was not told of a reset, because the line was cut; null when there is none. */
    private @Nullable Endpoint lostReset;
    /** That end, while it will be told as soon as it sends something. */
    private @Nullable Endpoint awaitsReset;

    private boolean closed;
    private int looks;
    private TimerQueue.@Nullable Timer timer;
    private @Nullable ConnectionSample last;

    RelayConnection(
            Relay relay,
            ConnectionId id,
            SocketChannel channel,
            @Nullable UntouchedSockets untouched,
            boolean probe,
            long nowNanos)
            throws IOException {
        this.relay = relay;
        this.id = id;
        this.probe = probe;
        this.openedNanos = nowNanos;
        this.openedOnMachineNanos = relay.engine().clock().onMachine(nowNanos);
        long rtt = probe ? 0 : relay.rttNanos();
        long oneWay = probe ? 0 : relay.upstream().delayNanos();
        this.clientEstablishedNanos = nowNanos + rtt;
        this.serverEstablishedNanos = clientEstablishedNanos + oneWay;
        this.up = new Half(relay, Direction.UPSTREAM, probe, clientEstablishedNanos, nowNanos);
        this.down = new Half(relay, Direction.DOWNSTREAM, probe, serverEstablishedNanos, nowNanos);
        relay.legs().applyTo(channel);
        this.client = new Endpoint(channel, relay.engine().selector(), this::onClientReady);
        this.applications = new ApplicationSockets(relay, untouched, id, up, down);
        up.from(client);
        down.to(client);
        readApplication(client);
        if (relay.line().isCut()) {
            loseHandshake();
        } else {
            shakeHands(clientEstablishedNanos, serverEstablishedNanos);
        }
    }

    private void shakeHands(long clientNanos, long serverNanos) {
        clientEstablishedNanos = clientNanos;
        serverEstablishedNanos = serverNanos;
        relay.engine().timers().at(clientNanos, () -> onClientEstablished(clientNanos));
        relay.engine().timers().at(serverNanos, () -> connect(serverNanos));
    }

    /** The line is down: whatever part of the handshake is on its way does not arrive. */
    private void loseHandshake() {
        if (server == null) {
            serverEstablishedNanos = NEVER;
        }
    }

    /** Its packets are sent again after 1, 3, 7 seconds (RFC 6298 section 5.7, which Linux follows for both ends). */
    private void resumeHandshake(long nowNanos) {
        if (serverEstablishedNanos != NEVER) {
            return;
        }
        long oneWay = relay.upstream().delayNanos();
        if (handshakeBegan) {
            long again = up.flow().resumeNanos() != NEVER
                    ? up.flow().resumeNanos()
                    : Outage.attempt(clientEstablishedNanos, FIRST_TIMEOUT_NANOS, nowNanos);
            long arrives = again + oneWay;
            serverEstablishedNanos = arrives;
            relay.engine().timers().at(arrives, () -> connect(arrives));
        } else {
            long established = Outage.attempt(openedNanos, FIRST_TIMEOUT_NANOS, nowNanos) + relay.rttNanos();
            shakeHands(established, established + oneWay);
        }
    }

    private void onClientEstablished(long nowNanos) {
        if (!closed && nowNanos == clientEstablishedNanos && !relay.line().isCut()) {
            handshakeBegan = true;
            readApplication(client);
            readSource(up, client, nowNanos);
            pump(nowNanos);
        }
    }

    private void connect(long nowNanos) {
        if (closed || nowNanos != serverEstablishedNanos || server != null) {
            return;
        }
        try {
            SocketChannel channel = SocketChannel.open();
            relay.legs().applyTo(channel);
            server = new Endpoint(channel, relay.engine().selector(), this::onServerReady);
            if (channel.connect(id.server())) {
                onConnected(nowNanos);
            } else {
                server.watch(SelectionKey.OP_CONNECT, true);
            }
        } catch (IOException e) {
            onRefused(e);
        }
    }

    private void onConnected(long nowNanos) {
        Endpoint connected = server;
        if (connected == null) {
            return;
        }
        up.to(connected);
        down.from(connected);
        readApplication(connected);
        readSource(down, connected, nowNanos);
        pump(relay.now());
    }

    private void onRefused(IOException reason) {
        relay.warnings()
                .add("server " + ConnectionId.text(id.server()) + " could not be reached (" + reason.getMessage()
                        + "): is it listening there?");
        client.reset();
        finish(relay.now());
    }

    private void onClientReady(SelectionKey key, long nowNanos) {
        looks = 0;
        if (key.isReadable() && !hearsOfReset(client, nowNanos)) {
            readSource(up, client, nowNanos);
        }
        pump(nowNanos);
    }

    private void onServerReady(SelectionKey key, long nowNanos) {
        Endpoint endpoint = server;
        if (endpoint == null) {
            return;
        }
        looks = 0;
        if (key.isConnectable()) {
            endpoint.watch(SelectionKey.OP_CONNECT, false);
            try {
                endpoint.channel().finishConnect();
            } catch (IOException e) {
                endpoint.close();
                onRefused(e);
                return;
            }
            onConnected(nowNanos);
            return;
        }
        if (key.isReadable() && !hearsOfReset(endpoint, nowNanos)) {
            readSource(down, endpoint, nowNanos);
        }
        pump(nowNanos);
    }

    private void readSource(Half half, Endpoint source, long nowNanos) {
        try {
            if (half.flow().sent() == 0) {
                readApplication(source);
            }
            half.flow().onReadable(nowNanos);
        } catch (IOException e) {
            onReset(source, nowNanos);
        }
    }

    /** Does what is due, then asks to be called when something is due next. */
    private void step() {
        timer = null;
        long now = relay.engine().dueBy();
        for (int i = 0; i < EVENTS_AT_ONCE && !closed; i++) {
            long next = Math.min(up.flow().nextNanos(), down.flow().nextNanos());
            if (next > now || next > relay.engine().timers().nextNanos()) {
                break;
            }
            boolean upFirst = up.flow().nextNanos() == next;
            advance(upFirst ? up : down, upFirst ? client : server, now);
        }
        pump(now);
    }

    private void advance(Half half, @Nullable Endpoint source, long nowNanos) {
        try {
            half.flow().advance(nowNanos);
        } catch (IOException e) {
            onReset(source, nowNanos);
        }
    }

    /** Hands over what has arrived, ends what has ended, and sets what is watched for. */
    private void pump(long nowNanos) {
        if (closed) {
            return;
        }
        deliver(up, server, nowNanos);
        deliver(down, client, nowNanos);
        if (closed) {
            return;
        }
        if (server != null && client.isOutputShut() && server.isOutputShut()) {
            client.close();
            server.close();
            // the kernel no longer tells what is unread; an application that ends in peace reads its stream to the end
            up.flow().onSocketHolds(0, nowNanos);
            down.flow().onSocketHolds(0, nowNanos);
            finish(nowNanos);
            return;
        }
        client.watch(
                SelectionKey.OP_READ,
                (!resetting && handshakeBegan && up.flow().wantsSource()) || awaitsReset == client);
        if (server != null && server.channel().isConnected()) {
            server.watch(SelectionKey.OP_READ, (!resetting && down.flow().wantsSource()) || awaitsReset == server);
        }
        schedule(nowNanos);
    }

    private void deliver(Half half, @Nullable Endpoint target, long nowNanos) {
        if (target == null || !target.channel().isConnected() || !target.isOpen()) {
            return;
        }
        try {
            target.watch(SelectionKey.OP_WRITE, !half.deliver(nowNanos));
            if (half.flow().finNanos() <= nowNanos) {
                target.shutdownOutput();
            }
        } catch (IOException e) {
            onReset(target, nowNanos);
        }
    }

    private void schedule(long nowNanos) {
        long next = Math.min(up.flow().nextNanos(), down.flow().nextNanos());
        next = Math.min(next, finNanos(up, server, nowNanos));
        next = Math.min(next, finNanos(down, client, nowNanos));
        if (timer != null) {
            if (timer.dueNanos == next) {
                return;
            }
            timer.cancel();
            timer = null;
        }
        if (next != Long.MAX_VALUE) {
            timer = relay.engine().timers().at(next, this::step);
        }
    }

    private static long finNanos(Half half, @Nullable Endpoint target, long nowNanos) {
        long fin = half.flow().finNanos();
        return target == null || target.isOutputShut() || fin <= nowNanos ? Long.MAX_VALUE : fin;
    }

    /** One application has reset its connection: the other one hears of it after what was sent before has arrived. */
    private void onReset(@Nullable Endpoint side, long nowNanos) {
        if (closed || resetting || side == null) {
            return;
        }
        resetting = true;
        side.reset();
        boolean fromClient = side == client;
        Lane lane = fromClient ? relay.upstream() : relay.downstream();
        Endpoint other = fromClient ? server : client;
        if (other == null) {
            finish(nowNanos);
            return;
        }
        if (lane.isCut()) {
            lostReset = other;
            return;
        }
        resetAt(nowNanos + lane.bottleneck().backlogNanos(nowNanos) + lane.delayNanos(), other);
    }

    /** A RST that is under way when the line is cut does not arrive. */
    private void resetAt(long arrivalNanos, Endpoint other) {
        long cuts = relay.line().cuts();
        relay.engine().timers().at(arrivalNanos, () -> {
            if (relay.line().cuts() != cuts) {
                lostReset = other;
                if (!relay.line().isCut()) {
                    resumeReset();
                }
                return;
            }
            other.reset();
            finish(relay.now());
        });
    }

    /** Nobody sends a RST again: the other end learns of it from the answer to what it sends next, or never. */
    private void resumeReset() {
        Endpoint other = lostReset;
        if (closed || other == null) {
            return;
        }
        TcpFlow flow = (other == client ? up : down).flow();
        if (flow.inFlight() > 0 && flow.resumeNanos() != NEVER) {
            lostReset = null;
            resetAt(flow.resumeNanos() + relay.rttNanos(), other);
        } else {
            awaitsReset = other;
            other.watch(SelectionKey.OP_READ, true);
        }
    }

    private boolean hearsOfReset(Endpoint side, long nowNanos) {
        if (awaitsReset != side) {
            return false;
        }
        if (!relay.line().isCut()) {
            awaitsReset = null;
            lostReset = null;
            resetAt(nowNanos + relay.rttNanos(), side);
        }
        side.watch(SelectionKey.OP_READ, false);
        return true;
    }

    @Override
    public void catchUp(long nowNanos) {
        while (!closed && Math.min(up.flow().nextNanos(), down.flow().nextNanos()) <= nowNanos) {
            boolean upFirst = up.flow().nextNanos() <= down.flow().nextNanos();
            advance(upFirst ? up : down, upFirst ? client : server, nowNanos);
        }
        pump(nowNanos);
    }

    @Override
    public void onCut(long nowNanos) {
        if (!closed) {
            up.flow().onCut(nowNanos);
            down.flow().onCut(nowNanos);
            loseHandshake();
            pump(nowNanos);
        }
    }

    @Override
    public void onRestored(long nowNanos) {
        if (!closed) {
            up.flow().onRestored(nowNanos);
            down.flow().onRestored(nowNanos);
            resumeHandshake(nowNanos);
            resumeReset();
            pump(nowNanos);
        }
    }

    @Override
    public void onPathChange(Path path) {
        if (closed) {
            return;
        }
        try {
            relay.legs().applyTo(client.channel());
            if (server != null) {
                relay.legs().applyTo(server.channel());
            }
        } catch (IOException e) {
            // They keep the buffers that they have.
        }
        up.onPathChange(path);
        down.onPathChange(path);
    }

    private void finish(long nowNanos) {
        if (closed) {
            return;
        }
        last = sampleNow(nowNanos, false);
        closed = true;
        if (timer != null) {
            timer.cancel();
        }
        up.discard();
        down.discard();
    }

    private void readApplication(Endpoint side) {
        if (probe) {
            return;
        }
        if (side == client) {
            applications.readClient(side);
        } else {
            applications.readServer(side);
        }
    }

    /**
     * Looks at the application's sockets while the connection lives: what they have not read, and whether they are still there.
     */
    @Override
    public void inspect(long nowNanos) {
        if (closed || probe || resetting || !relay.table().isAvailable()) {
            return;
        }
        inspect(up, down, client, nowNanos);
        if (server != null && server.channel().isConnected() && !closed) {
            inspect(down, up, server, nowNanos);
        }
        pump(nowNanos);
    }

    private void inspect(Half sending, Half receiving, Endpoint side, long nowNanos) {
        boolean blocked = !sending.flow().wantsSource() && !sending.flow().hasEnded();
        boolean receives = receiving.flow().taken() > 0;
        if (!blocked && !receives) {
            return;
        }
        Optional<SocketRecord> record = applications.find(side);
        if (record.isPresent()) {
            if (side == client) {
                applications.readClient(record);
            } else {
                applications.readServer(record);
            }
            receiving.flow().onSocketHolds(applications.held(side, record.get()), nowNanos);
        } else if (blocked && !side.isOutputShut() && applications.isGone(side)) {
            onReset(side, nowNanos);
        }
    }

    /**
     * Returns whether nothing of the connection is under way. Where the applications' sockets can be read, it must also have been
     * seen, after the last byte had moved, that they hold none: neither unread nor on its way into the pipe.
     */
    @Override
    public boolean isQuiet(long nowNanos) {
        if (closed) {
            return true;
        }
        Endpoint connected = server;
        if (connected == null
                || !connected.channel().isConnected()
                || !handshakeBegan
                || !up.flow().isQuiet()
                || !down.flow().isQuiet()) {
            looks = 0;
            return false;
        }
        if (looks == LOOKS_UNTIL_QUIET || !applications.areReadable()) {
            return true;
        }
        looks = look(up, down, client, nowNanos) && look(down, up, connected, nowNanos) ? looks + 1 : 0;
        pump(nowNanos);
        return false;
    }

    /** Looks at the socket at one end; returns whether everything that was written there has come in. */
    private boolean look(Half sending, Half receiving, Endpoint side, long nowNanos) {
        Optional<SocketRecord> record = applications.find(side);
        record.ifPresent(found -> receiving.flow().onSocketHolds(applications.held(side, found), nowNanos));
        return sending.flow().hasEnded()
                || record.map(found -> found.sendQueue() == 0).orElse(true);
    }

    /** Returns whether something is going to happen by itself: a packet arrives, a timer expires, a line is served. */
    @Override
    public boolean isAtWork() {
        return !closed
                && ((resetting && lostReset == null)
                        || up.flow().isAtWork()
                        || down.flow().isAtWork());
    }

    /** Returns whether a receiver has bytes that it has not read. */
    @Override
    public boolean hasUnread() {
        return !closed && (up.flow().unread() > 0 || down.flow().unread() > 0);
    }

    @Override
    public ConnectionId id() {
        return id;
    }

    /** Returns a number that changes whenever a byte moves. */
    @Override
    public long progress() {
        return up.flow().sent()
                + up.flow().taken()
                - up.flow().socketUnread()
                + down.flow().sent()
                + down.flow().taken()
                - down.flow().socketUnread();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public ConnectionSample sample(long nowNanos) {
        return last != null ? last : sampleNow(nowNanos, true);
    }

    private ConnectionSample sampleNow(long nowNanos, boolean open) {
        return new ConnectionSample(id, openedOnMachineNanos, open, up.sample(nowNanos), down.sample(nowNanos));
    }
}
