/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The relay's address for one server, on loopback only. */
final class Listener {

    /** What a listener does with a new client. */
    interface Accepted {
        void accept(SocketChannel client, InetSocketAddress server, @Nullable UntouchedSockets untouched);
    }

    private static final int BACKLOG = 4096;
    /** After a client could not be accepted, the next one is tried this much later. */
    private static final long PAUSE_NANOS = 50_000_000L;

    private final ServerSocketChannel channel;
    private final InetSocketAddress server;
    private final @Nullable UntouchedSockets untouched;
    private final Accepted accepted;

    private Listener(
            ServerSocketChannel channel,
            InetSocketAddress server,
            @Nullable UntouchedSockets untouched,
            Accepted accepted) {
        this.channel = channel;
        this.server = server;
        this.untouched = untouched;
        this.accepted = accepted;
    }

    /** Binds an address of the server's own family, and learns what untouched sockets look like there. */
    static Listener open(Relay relay, InetSocketAddress server, Accepted accepted) throws IOException {
        InetAddress loopback = loopback(server.getAddress());
        Optional<UntouchedSockets> untouched = UntouchedSockets.read(relay.table(), loopback, relay.legs());
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            relay.legs().applyTo(channel);
            channel.bind(new InetSocketAddress(loopback, 0), BACKLOG);
            channel.configureBlocking(false);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new Listener(channel, server, untouched.orElse(null), accepted);
    }

    private static InetAddress loopback(InetAddress like) throws UnknownHostException {
        byte[] six = new byte[16];
        six[15] = 1;
        return InetAddress.getByAddress(like.getAddress().length == 16 ? six : new byte[] {127, 0, 0, 1});
    }

    /** Begins to accept. Called on the engine's thread. */
    void register(Engine engine) throws IOException {
        channel.register(
                engine.selector(), SelectionKey.OP_ACCEPT, (Engine.Ready) (key, now) -> acceptAll(engine, key, now));
    }

    private void acceptAll(Engine engine, SelectionKey key, long nowNanos) {
        try {
            for (SocketChannel client = channel.accept(); client != null; client = channel.accept()) {
                accepted.accept(client, server, untouched);
            }
        } catch (IOException e) {
            // No descriptor is left, or the client is gone again: it sees its connection reset or waiting, as on a real
            // host.
            // The selector would report the waiting client again and again meanwhile.
            key.interestOps(0);
            engine.timers().at(nowNanos + PAUSE_NANOS, () -> {
                if (key.isValid()) {
                    key.interestOps(SelectionKey.OP_ACCEPT);
                }
            });
        }
    }

    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) channel.getLocalAddress();
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is gone either way.
        }
    }
}
