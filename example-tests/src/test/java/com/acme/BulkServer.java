/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ServerSocketFactory;

/**
 * The plainest server there is: a client asks for a number of bytes and gets them, or announces a negative number,
 * sends as many and is told with one byte that they have arrived.
 */
final class BulkServer implements AutoCloseable {

    static final int CHUNK_BYTES = 65_536;

    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "bulk-server");
        thread.setDaemon(true);
        return thread;
    });

    private BulkServer(ServerSocket listener) {
        this.listener = listener;
        threads.execute(this::accept);
    }

    /** Listens on a free port of every address, so that it is reached through any backend, and leaves all buffers to the kernel. */
    static BulkServer start() throws IOException {
        return start(ServerSocketFactory.getDefault());
    }

    /** Listens with the buffers that a factory gives to its sockets. */
    static BulkServer start(ServerSocketFactory sockets) throws IOException {
        ServerSocket listener = sockets.createServerSocket();
        listener.bind(new InetSocketAddress(0), 128);
        return new BulkServer(listener);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                threads.execute(() -> serve(client));
            }
        } catch (IOException closed) {
            // close() was called.
        }
    }

    private static void serve(Socket socket) {
        try (Socket client = socket;
                DataInputStream in = new DataInputStream(client.getInputStream());
                OutputStream out = client.getOutputStream()) {
            client.setTcpNoDelay(true);
            long asked = in.readLong();
            if (asked >= 0) {
                send(out, asked);
                return;
            }
            receive(in, -asked);
            out.write(1);
        } catch (IOException gone) {
            // The client has had enough.
        }
    }

    /** Writes bytes of no meaning. */
    static void send(OutputStream out, long bytes) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        for (long left = bytes; left > 0; left -= Math.min(left, chunk.length)) {
            out.write(chunk, 0, (int) Math.min(left, chunk.length));
        }
    }

    /** Reads exactly so many bytes. */
    static void receive(InputStream in, long bytes) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        for (long left = bytes; left > 0; ) {
            int read = in.read(chunk, 0, (int) Math.min(left, chunk.length));
            if (read < 0) {
                throw new IOException(left + " of " + bytes + " bytes did not arrive");
            }
            left -= read;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        threads.shutdownNow();
    }
}
