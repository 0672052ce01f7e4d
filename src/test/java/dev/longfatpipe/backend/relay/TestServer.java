/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server on loopback that serves each of its clients on a thread of its own. */
final class TestServer implements AutoCloseable {

    /** What it does with a client; the socket is closed afterwards. */
    interface Handler {
        void serve(Socket socket) throws Exception;
    }

    private static final int BACKLOG = 2_000;

    private final ServerSocket listener;
    private final Handler handler;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<Socket> arrivals = new LinkedBlockingQueue<>();
    private final Queue<Exception> endings = new ConcurrentLinkedQueue<>();

    private TestServer(ServerSocket listener, Handler handler) {
        this.listener = listener;
        this.handler = handler;
        start("test-server", this::acceptAll);
    }

    static TestServer start(Handler handler) throws IOException {
        return start(new ServerSocket(), InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), handler);
    }

    static TestServer start(ServerSocket unbound, InetAddress address, Handler handler) throws IOException {
        unbound.bind(new InetSocketAddress(address, 0), BACKLOG);
        return new TestServer(unbound, handler);
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        while (true) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                arrivals.add(socket);
                start("test-server-client", () -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            handler.serve(socket);
        } catch (Exception e) {
            endings.add(e);
        }
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** Waits for the next client. */
    Socket nextClient() throws InterruptedException {
        Socket socket = arrivals.poll(10, TimeUnit.SECONDS);
        if (socket == null) {
            throw new AssertionError("no client came within 10 s");
        }
        return socket;
    }

    int clients() {
        return sockets.size();
    }

    /** Returns how handlers ended that threw something. */
    Queue<Exception> endings() {
        return endings;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
