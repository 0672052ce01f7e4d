/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.TimerQueue;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/**
 * What one client's socket exchanges with one server. The server sees a socket of its own for each session, and answers to it.
 * All of it happens on the engine's thread.
 *
 * <p>Nobody listening at the server's port shows in the error that its host answers with (ICMP port unreachable): the datagram
 * does not count as delivered, and the report has a warning. On a real path the error would reach the client; from here it
 * cannot be passed on, because only a kernel may raise it at another socket. The client waits in vain.
 */
final class DatagramSession implements LiveConnection {

    /** Sends an answer to the client from the address that the client knows. */
    interface Answers {
        /** Returns whether it could be sent now. */
        boolean send(byte[] payload) throws IOException;
    }

    /** After a socket of the relay could not take a datagram, it is tried again this much later. */
    private static final long PAUSE_NANOS = 200_000;

    private final Relay relay;
    private final ConnectionId id;
    private final long openedNanos;
    private final DatagramChannel channel;
    private final Answers answers;
    private final DatagramFlow up;
    private final DatagramFlow down;
    private TimerQueue.@Nullable Timer timer;
    private int latestToServer = -1;
    private long usedNanos;
    private boolean mayHaveMore;
    private boolean closed;

    DatagramSession(Relay relay, ConnectionId id, Answers answers, long nowNanos) throws IOException {
        this.relay = relay;
        this.id = id;
        this.answers = answers;
        this.openedNanos = relay.engine().clock().onMachine(nowNanos);
        this.usedNanos = nowNanos;
        boolean six = id.server().getAddress().getAddress().length == 16;
        Fragments fragments = new Fragments(relay.request().path().mtu(), six);
        this.up =
                new DatagramFlow(relay.upstream(), fragments, relay.datagrams().upstream());
        this.down = new DatagramFlow(
                relay.downstream(), fragments, relay.datagrams().downstream());
        this.channel = DatagramChannel.open(six ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
        try {
            DatagramBuffers.applyTo(channel);
            channel.configureBlocking(false);
            channel.connect(id.server());
            channel.register(
                    relay.engine().selector(), SelectionKey.OP_READ, (Engine.Ready) (key, now) -> readAnswers(now));
            watch();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private void watch() throws IOException {
        DroppedDatagrams dropped = relay.datagrams().dropped();
        UdpDrops now = relay.datagrams().latest();
        dropped.watchRelay(local(), Direction.DOWNSTREAM, "server " + ConnectionId.text(id.server()), now);
        dropped.watchApplication(id.client(), "client", now);
    }

    private InetSocketAddress local() throws IOException {
        return (InetSocketAddress) channel.getLocalAddress();
    }

    /** The client sent a datagram. */
    void onClient(byte[] payload, long nowNanos) {
        usedNanos = nowNanos;
        up.send(payload, nowNanos);
        schedule();
    }

    private void readAnswers(long nowNanos) {
        ByteBuffer room = relay.datagrams().room();
        mayHaveMore = true;
        for (int i = 0; i < DatagramListener.MOST_AT_ONCE && !closed; i++) {
            try {
                if (channel.receive(room.clear()) == null) {
                    mayHaveMore = false;
                    break;
                }
                usedNanos = nowNanos;
                down.send(DatagramListener.payload(room), nowNanos);
            } catch (PortUnreachableException e) {
                onUnreachable();
            } catch (IOException e) {
                relay.warnings().add("answers of server " + ConnectionId.text(id.server()) + " cannot be read: " + e);
                close();
            }
        }
        schedule();
    }

    /** An error belongs to the latest datagram: on loopback it is there before the next one is sent. */
    private void onUnreachable() {
        relay.warnings()
                .add("server " + ConnectionId.text(id.server())
                        + " could not be reached (UDP port unreachable): is it listening there?");
        if (latestToServer >= 0) {
            up.onUndeliverable(latestToServer);
            latestToServer = -1;
        }
    }

    private void schedule() {
        schedule(Math.min(up.nextNanos(), down.nextNanos()));
    }

    private void schedule(long next) {
        if (timer != null) {
            if (timer.dueNanos == next) {
                return;
            }
            timer.cancel();
            timer = null;
        }
        if (next != Long.MAX_VALUE && !closed) {
            timer = relay.engine().timers().at(next, this::step);
        }
    }

    /** Hands over what has arrived. */
    private void step() {
        timer = null;
        long now = relay.engine().dueBy();
        boolean serverTook = deliverToServer(now);
        boolean clientTook = deliverToClient(now);
        if (serverTook && clientTook) {
            schedule();
        } else {
            schedule(now + PAUSE_NANOS);
        }
    }

    private boolean deliverToServer(long nowNanos) {
        for (int i = 0; i < DatagramListener.MOST_AT_ONCE; i++) {
            byte[] payload = up.arrived(nowNanos);
            if (payload == null) {
                break;
            }
            try {
                if (channel.write(ByteBuffer.wrap(payload)) == 0 && payload.length > 0) {
                    return false;
                }
                latestToServer = payload.length;
                up.onDelivered(relay.engine().clock().onMachine(nowNanos));
            } catch (PortUnreachableException e) {
                onUnreachable(); // of the one before; this one has not been sent yet
            } catch (IOException e) {
                up.onRefused();
                relay.warnings()
                        .add("a datagram could not be sent to server " + ConnectionId.text(id.server()) + ": "
                                + e.getMessage());
            }
        }
        return true;
    }

    private boolean deliverToClient(long nowNanos) {
        for (int i = 0; i < DatagramListener.MOST_AT_ONCE; i++) {
            byte[] payload = down.arrived(nowNanos);
            if (payload == null) {
                break;
            }
            try {
                if (!answers.send(payload)) {
                    return false;
                }
                down.onDelivered(relay.engine().clock().onMachine(nowNanos));
            } catch (IOException e) {
                down.onRefused();
                relay.warnings()
                        .add("a datagram could not be sent to client " + ConnectionId.text(id.client()) + ": "
                                + e.getMessage());
            }
        }
        return true;
    }

    /** Returns when the client or the server last sent something. */
    long usedNanos() {
        return usedNanos;
    }

    DatagramChannel channel() {
        return channel;
    }

    void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            relay.datagrams().dropped().forget(local());
            relay.datagrams().dropped().forget(id.client());
        } catch (IOException e) {
            // It is closed below, and watched in vain.
        }
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        up.discard();
        down.discard();
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is gone either way.
        }
    }

    @Override
    public ConnectionId id() {
        return id;
    }

    @Override
    public ConnectionSample sample(long nowNanos) {
        return new ConnectionSample(id, openedNanos, !closed, up.sample(), down.sample());
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public long progress() {
        return up.progress() + down.progress();
    }

    @Override
    public boolean isQuiet(long nowNanos) {
        return closed || (up.isQuiet() && down.isQuiet() && !mayHaveMore);
    }

    @Override
    public boolean isAtWork() {
        return !closed && !(up.isQuiet() && down.isQuiet());
    }

    @Override
    public boolean hasUnread() {
        return false;
    }

    @Override
    public void catchUp(long nowNanos) {
        // What has arrived by now arrives, also if it is handed over later.
    }

    @Override
    public void onCut(long nowNanos) {
        up.onCut(nowNanos);
        down.onCut(nowNanos);
        schedule();
    }

    @Override
    public void onRestored(long nowNanos) {
        // Nobody sends a datagram again.
    }

    @Override
    public void onPathChange(Path path) {
        // The lane is the path, and the MTU stays.
    }

    @Override
    public void inspect(long nowNanos) {
        // No window of UDP depends on what the applications' sockets hold.
    }
}
