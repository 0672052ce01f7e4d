/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.gate;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Answers each request on a connection, a number of bytes, with so many, one after the other, after it has thought about it. */
final class Server implements AutoCloseable {

    private static final int CHUNK = 1 << 16;

    private final ServerSocket listener;
    private final int thinkMillis;

    private Server(ServerSocket listener, int thinkMillis) {
        this.listener = listener;
        this.thinkMillis = thinkMillis;
    }

    static Server start(int thinkMillis) throws IOException {
        Server server = new Server(new ServerSocket(0), thinkMillis);
        server.thread(server::accept);
        return server;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    }

    private void thread(Runnable work) {
        Thread thread = new Thread(work, "gate-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                thread(() -> serve(client));
            }
        } catch (IOException closed) {
            // close() was called
        }
    }

    private void serve(Socket client) {
        try (client;
                DataInputStream in = new DataInputStream(client.getInputStream())) {
            client.setTcpNoDelay(true);
            OutputStream out = client.getOutputStream();
            byte[] chunk = new byte[CHUNK];
            while (true) {
                int asked = in.readInt();
                think();
                for (int left = asked; left > 0; left -= chunk.length) {
                    out.write(chunk, 0, Math.min(left, chunk.length));
                }
            }
        } catch (IOException gone) {
            // The client has had enough.
        }
    }

    private void think() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(thinkMillis);
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Asks for so many answers at a time, several times, on a connection of its own. */
    static void ask(InetSocketAddress server, int receiveBuffer, int times, int atOnce, int bytes) throws IOException {
        try (Socket socket = new Socket()) {
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.setTcpNoDelay(true);
            socket.connect(server);
            DataOutputStream out = new DataOutputStream(new java.io.BufferedOutputStream(socket.getOutputStream()));
            for (int i = 0; i < times; i++) {
                for (int j = 0; j < atOnce; j++) {
                    out.writeInt(bytes);
                }
                out.flush();
                receive(socket.getInputStream(), (long) atOnce * bytes);
            }
        }
    }

    private static void receive(InputStream in, long bytes) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (long left = bytes; left > 0; ) {
            int read = in.read(chunk, 0, (int) Math.min(left, chunk.length));
            if (read < 0) {
                throw new IOException(left + " bytes did not arrive");
            }
            left -= read;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
