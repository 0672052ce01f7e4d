/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/** Makes listening sockets that have their buffer before they are bound, and give accepted sockets theirs. */
final class BufferedServerSocketFactory extends ServerSocketFactory {

    private static final int DEFAULT_BACKLOG = 50;

    private final BufferedSockets buffers;

    BufferedServerSocketFactory(BufferedSockets buffers) {
        this.buffers = buffers;
    }

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return buffers.apply(new Listener(buffers));
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return bound(port, DEFAULT_BACKLOG, null);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return bound(port, backlog, null);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, @Nullable InetAddress address) throws IOException {
        return bound(port, backlog, address);
    }

    private ServerSocket bound(int port, int backlog, @Nullable InetAddress address) throws IOException {
        ServerSocket listener = createServerSocket();
        try {
            listener.bind(new InetSocketAddress(address, port), backlog);
            return listener;
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
    }

    /** Gives an accepted socket its buffers; nobody else could close it where that fails. */
    static Socket buffered(Socket accepted, BufferedSockets buffers) throws IOException {
        try {
            return buffers.apply(accepted);
        } catch (IOException | RuntimeException e) {
            accepted.close();
            throw e;
        }
    }

    /** A listening socket whose accepted sockets have the send buffer too. */
    private static final class Listener extends ServerSocket {

        private final BufferedSockets buffers;

        Listener(BufferedSockets buffers) throws IOException {
            this.buffers = buffers;
        }

        @Override
        public Socket accept() throws IOException {
            return buffered(super.accept(), buffers);
        }
    }
}
