/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A server on every address of this machine that sends as many bytes as it is asked for, and a client that asks. */
final class OnDemandServer implements AutoCloseable {

    private static final int BACKLOG = 200;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 30_000;

    private final ServerSocket listener;

    private OnDemandServer(ServerSocket listener) {
        this.listener = listener;
    }

    static OnDemandServer start() throws IOException {
        OnDemandServer server = new OnDemandServer(new ServerSocket(0, BACKLOG));
        thread("toxiproxy-test-server", server::acceptAll);
        return server;
    }

    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        while (true) {
            try {
                Socket socket = listener.accept();
                thread("toxiproxy-test-connection", () -> serve(socket));
            } catch (IOException e) {
                return; // it was closed
            }
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            long bytes = new DataInputStream(socket.getInputStream()).readLong();
            byte[] piece = new byte[1 << 16];
            for (long left = bytes; left > 0; left -= Math.min(left, piece.length)) {
                socket.getOutputStream().write(piece, 0, (int) Math.min(left, piece.length));
            }
        } catch (IOException e) {
            // The client tells.
        }
    }

    InetSocketAddress address() throws IOException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), listener.getLocalPort());
    }

    /** Fetches so many bytes, and returns how many came. */
    static long download(InetSocketAddress address, long bytes) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            socket.setSoTimeout(READ_MILLIS);
            new DataOutputStream(socket.getOutputStream()).writeLong(bytes);
            byte[] buffer = new byte[1 << 16];
            long all = 0;
            for (int read = socket.getInputStream().read(buffer);
                    read >= 0;
                    read = socket.getInputStream().read(buffer)) {
                all += read;
            }
            return all;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
