/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.emulate.Probe;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.SocketTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * What sockets at the ends of a pipe look like whose application sets no buffer, established and not used yet, so that no default of
 * any kernel needs to be known.
 *
 * @param client null where it cannot be read
 * @param server null where it cannot be read
 */
record UntouchedSockets(
        @Nullable SocketRecord client, @Nullable SocketRecord server) {

    /** Opens a connection through a pipe, looks at its ends, and closes it again. */
    static UntouchedSockets through(Probe.Leads pipe, InetAddress own, SocketTable table) throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open();
                SocketChannel client = SocketChannel.open()) {
            listener.bind(new InetSocketAddress(own, 0));
            client.connect(pipe.to((InetSocketAddress) listener.getLocalAddress()));
            try (SocketChannel server = listener.accept()) {
                return new UntouchedSockets(find(table, client), find(table, server));
            }
        }
    }

    private static @Nullable SocketRecord find(SocketTable table, SocketChannel socket) throws IOException {
        return table.find((InetSocketAddress) socket.getLocalAddress(), (InetSocketAddress) socket.getRemoteAddress())
                .orElse(null);
    }
}
