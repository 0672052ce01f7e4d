/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.KernelEnd;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.spi.DeclaredBuffers;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * What sockets at both ends of the pipe look like whose buffers nobody has set.
 *
 * @param clientEnd what is known of the clients' sockets
 * @param serverEnd what is known of the servers' sockets
 */
record Untouched(KernelEnd clientEnd, KernelEnd serverEnd) {

    /** Every address of this host. */
    static final InetAddress WILDCARD = wildcard();

    private static final int PATIENCE_MILLIS = 5_000;

    private static InetAddress wildcard() {
        try {
            return Inet4Address.getByAddress(new byte[4]);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // four bytes are an address
        }
    }

    /** Connects once through the pipe, reads both sockets, and closes them. */
    static Untouched read(PipeRequest request, SocketTable table, Leads leads) throws IOException {
        int patience = (int) (PATIENCE_MILLIS + 4 * request.path().rtt().toMillis());
        try (ServerSocket listener = new ServerSocket();
                Socket client = new Socket()) {
            listener.bind(new InetSocketAddress(WILDCARD, 0));
            listener.setSoTimeout(patience);
            client.connect(leads.to((InetSocketAddress) listener.getLocalSocketAddress(), false), patience);
            try (Socket server = listener.accept()) {
                return new Untouched(
                        end(request, true, record(table, client)), end(request, false, record(table, server)));
            }
        }
    }

    private static @Nullable SocketRecord record(SocketTable table, Socket socket) {
        return table.find((InetSocketAddress) socket.getLocalSocketAddress(), (InetSocketAddress)
                        socket.getRemoteSocketAddress())
                .orElse(null);
    }

    private static KernelEnd end(PipeRequest request, boolean client, @Nullable SocketRecord untouched) {
        DeclaredBuffers declared = request.declaredBuffers().orElseGet(DeclaredBuffers::auto);
        return new KernelEnd(
                client ? request.clientKernel() : request.serverKernel(),
                client ? declared.clientReceive() : declared.serverReceive(),
                client ? declared.clientSend() : declared.serverSend(),
                request.declaredBuffers().isPresent(),
                untouched);
    }
}
