/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sends four megabytes to whoever asks. */
final class ReplicationServer {

    static final int BYTES = 4_000_000;

    private final ServerSocket listener;

    private ReplicationServer(ServerSocket listener) {
        this.listener = listener;
    }

    /** Starts a server that lives as long as the JVM. */
    static ReplicationServer start() {
        try {
            ReplicationServer server = new ReplicationServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            server.listen();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen() {
        Thread acceptor = new Thread(this::accept, "replication-server");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try (Socket client = listener.accept()) {
                client.getInputStream().read();
                client.getOutputStream().write(new byte[BYTES]);
            } catch (IOException e) {
                // The client is gone, or the test is over.
            }
        }
    }
}
