/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.SocketTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/**
 * What the sockets of an application look like that sets no buffer: read from a pair of connections of this machine, so that no
 * default of any kernel needs to be known.
 *
 * @param client an untouched client of the relay
 * @param server an untouched socket that a server accepted from the relay
 */
record UntouchedSockets(SocketRecord client, SocketRecord server) {

    /** Opens the two connections, reads them, and closes them again; empty where sockets cannot be read. */
    static Optional<UntouchedSockets> read(SocketTable table, InetAddress loopback, LegBuffers legs)
            throws IOException {
        if (!table.isAvailable()) {
            return Optional.empty();
        }
        Optional<SocketRecord> client = client(table, loopback, legs);
        Optional<SocketRecord> server = server(table, loopback, legs);
        return client.isPresent() && server.isPresent()
                ? Optional.of(new UntouchedSockets(client.get(), server.get()))
                : Optional.empty();
    }

    private static Optional<SocketRecord> client(SocketTable table, InetAddress loopback, LegBuffers legs)
            throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open();
                SocketChannel untouched = SocketChannel.open()) {
            legs.applyTo(listener);
            listener.bind(new InetSocketAddress(loopback, 0));
            untouched.connect(listener.getLocalAddress());
            try (SocketChannel leg = listener.accept()) {
                legs.applyTo(leg);
                return find(table, untouched, leg);
            }
        }
    }

    private static Optional<SocketRecord> server(SocketTable table, InetAddress loopback, LegBuffers legs)
            throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open();
                SocketChannel leg = SocketChannel.open()) {
            listener.bind(new InetSocketAddress(loopback, 0));
            legs.applyTo(leg);
            leg.connect(listener.getLocalAddress());
            try (SocketChannel untouched = listener.accept()) {
                return find(table, untouched, leg);
            }
        }
    }

    private static Optional<SocketRecord> find(SocketTable table, SocketChannel untouched, SocketChannel leg)
            throws IOException {
        return table.find((InetSocketAddress) untouched.getLocalAddress(), (InetSocketAddress) leg.getLocalAddress());
    }
}
