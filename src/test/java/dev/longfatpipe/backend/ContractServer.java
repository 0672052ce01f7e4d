/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A TCP server on every address of the machine. A client says with its first byte what it wants, and with the next eight how
 * many bytes of it.
 */
final class ContractServer implements AutoCloseable {

    /** Sends so many bytes of {@link Bytes}, then ends its stream. */
    static final int SEND = 'S';
    /** Takes so many bytes, and then answers with one. */
    static final int TAKE = 'T';
    /** Takes bytes until the client ends its stream, then answers with their SHA-256 and ends its own. */
    static final int DIGEST = 'D';
    /** Answers each byte with itself. */
    static final int ECHO = 'E';
    /** Resets the connection. */
    static final int RESET = 'R';

    private static final int BACKLOG = 1_000;

    private final ServerSocket listener = new ServerSocket();
    private final InetAddress address;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<String> endings = new LinkedBlockingQueue<>();

    ContractServer(InetAddress address) throws IOException {
        this.address = address;
        listener.bind(new InetSocketAddress(0), BACKLOG);
        start("contract-server", this::acceptAll);
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the address at which a pipe reaches it. */
    InetSocketAddress address() {
        return new InetSocketAddress(address, listener.getLocalPort());
    }

    private void acceptAll() {
        while (true) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                start("contract-server-client", () -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            int wanted = in.read();
            if (wanted >= 0) {
                serve(socket, wanted, in.readLong(), in);
            }
            endings.add("end of stream");
        } catch (IOException e) {
            endings.add(String.valueOf(e.getMessage()));
        }
    }

    private static void serve(Socket socket, int wanted, long bytes, InputStream in) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        switch (wanted) {
            case SEND -> Bytes.write(out, bytes);
            case TAKE -> {
                Bytes.skip(in, bytes);
                out.write(1);
                in.read();
            }
            case DIGEST -> {
                out.write(Bytes.digest(in));
                socket.shutdownOutput();
            }
            case ECHO -> {
                for (int next = in.read(); next >= 0; next = in.read()) {
                    out.write(next);
                }
            }
            case RESET -> socket.setSoLinger(true, 0);
            default -> throw new IOException("nobody knows [" + wanted + "]");
        }
    }

    /** Waits for a connection to end, and returns how it did. */
    String nextEnding(long seconds) throws InterruptedException {
        String ending = endings.poll(seconds, TimeUnit.SECONDS);
        return ending == null ? "no connection ended within " + seconds + " s" : ending;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
