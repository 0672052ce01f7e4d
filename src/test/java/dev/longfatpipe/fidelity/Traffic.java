/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.DoubleStream;

/**
 * The application of a scenario on ordinary sockets: a server that reads, and clients that send to it, in blocks as large as those of the
 * truth's own application. Buffers are set where applications must set them: the server's on the listener before bind, the clients'
 * before connect.
 */
final class Traffic implements AutoCloseable {

    private static final int WRITTEN_BYTES = 1 << 17;
    private static final int READ_BYTES = 1 << 18;
    private static final int CONNECT_MILLIS = 10_000;

    private final Scenario scenario;
    private final ServerSocket listener;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicLong received = new AtomicLong();
    private final AtomicReference<IOException> failure = new AtomicReference<>();
    private final CountDownLatch complete = new CountDownLatch(1);
    private volatile long completeNanos;
    private volatile boolean stopped;

    private Traffic(Scenario scenario, ServerSocket listener) {
        this.scenario = scenario;
        this.listener = listener;
    }

    /**
     * Starts the server.
     *
     * @param at where it listens; port 0 for any
     */
    static Traffic listen(Scenario scenario, InetSocketAddress at) throws IOException {
        ServerSocket listener = new ServerSocket();
        try {
            if (scenario.receive().requested().isPresent()) {
                listener.setReceiveBufferSize(
                        (int) scenario.receive().requested().get().bytes());
            }
            listener.bind(at, scenario.streams() + 8);
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
        Traffic traffic = new Traffic(scenario, listener);
        traffic.start("server", traffic::accept);
        return traffic;
    }

    /** Returns whether the kernel of this machine cuts a buffer of a scenario: then the test must declare what it asked for. */
    static boolean isCutHere(Scenario scenario) throws IOException {
        try (Socket probe = new Socket()) {
            boolean cut = false;
            if (scenario.receive().requested().isPresent()) {
                int asked = (int) scenario.receive().requested().get().bytes();
                probe.setReceiveBufferSize(asked);
                cut = probe.getReceiveBufferSize() < asked;
            }
            if (scenario.send().requested().isPresent()) {
                int asked = (int) scenario.send().requested().get().bytes();
                probe.setSendBufferSize(asked);
                cut |= probe.getSendBufferSize() < asked;
            }
            return cut;
        }
    }

    InetSocketAddress server() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /**
     * Connects every client, and then has each begin to send.
     *
     * @return when the last of them was connected, {@link System#nanoTime()}
     */
    long send(InetSocketAddress to) throws IOException {
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < scenario.streams(); i++) {
            clients.add(connect(to));
        }
        long connected = System.nanoTime();
        for (int i = 0; i < clients.size(); i++) {
            Socket client = clients.get(i);
            start("client-" + i, () -> write(client));
        }
        return connected;
    }

    /**
     * Connects once more and once more, and sends nothing.
     *
     * @param calls how often: no more than the listener's queue holds
     * @return the median time that connect() took, in ms
     */
    double connectMillis(InetSocketAddress to, int calls) throws IOException {
        double[] millis = new double[calls];
        for (int i = 0; i < calls; i++) {
            long begin = System.nanoTime();
            connect(to);
            millis[i] = (System.nanoTime() - begin) / 1e6;
        }
        return Measurement.median(DoubleStream.of(millis));
    }

    private Socket connect(InetSocketAddress to) throws IOException {
        Socket client = new Socket();
        sockets.add(client);
        if (scenario.send().requested().isPresent()) {
            client.setSendBufferSize((int) scenario.send().requested().get().bytes());
        }
        client.connect(to, CONNECT_MILLIS);
        return client;
    }

    private void accept() throws IOException {
        for (int i = 0; i < scenario.streams(); i++) {
            Socket accepted = listener.accept();
            sockets.add(accepted);
            start("reader-" + i, () -> read(accepted));
        }
    }

    private void write(Socket client) throws IOException {
        Pacer pacer = Pacer.of(scenario.senderPace(), WRITTEN_BYTES);
        byte[] block = new byte[pacer.blockBytes()];
        OutputStream output = client.getOutputStream();
        long left = scenario.bytes().map(DataSize::bytes).orElse(Long.MAX_VALUE);
        while (left > 0 && !stopped) {
            int length = (int) Math.min(block.length, left);
            output.write(block, 0, length);
            left -= length;
            pacer.await(length);
        }
        if (!stopped) {
            client.shutdownOutput();
        }
    }

    private void read(Socket server) throws IOException {
        Pacer pacer = Pacer.of(scenario.readerPace(), READ_BYTES);
        byte[] block = new byte[pacer.blockBytes()];
        InputStream input = server.getInputStream();
        long all =
                scenario.bytes().map(size -> size.bytes() * scenario.streams()).orElse(Long.MAX_VALUE);
        for (int length = input.read(block); length >= 0; length = input.read(block)) {
            if (received.addAndGet(length) >= all) {
                completeNanos = System.nanoTime();
                complete.countDown();
            }
            pacer.await(length);
        }
    }

    /** Returns the bytes that the server's application has read. */
    long receivedBytes() {
        return received.get();
    }

    /**
     * Waits for the last byte of a finite transfer.
     *
     * @return when the server's application read it, {@link System#nanoTime()}
     */
    long awaitLastByte(Duration atMost) throws IOException, InterruptedException {
        boolean arrived = complete.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        requireSound();
        if (!arrived) {
            throw new IOException("only " + received.get() + " bytes arrived within " + atMost.toSeconds() + " s");
        }
        return completeNanos;
    }

    /** @throws IOException if a client or a reader has failed */
    void requireSound() throws IOException {
        IOException broken = failure.get();
        if (broken != null) {
            throw broken;
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private void start(String name, Work work) {
        Thread thread = new Thread(() -> runUntilStopped(work), "fidelity-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void runUntilStopped(Work work) {
        try {
            work.run();
        } catch (IOException e) {
            if (!stopped) {
                failure.compareAndSet(null, e);
                complete.countDown();
            }
        }
    }

    /** Ends every connection at once: what has not been delivered is not. */
    void abort() throws IOException {
        stopped = true;
        for (Socket socket : sockets) {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        stopped = true;
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** Spreads blocks over time. */
    private static final class Pacer {

        private static final Duration INTERVAL = Duration.ofMillis(10);

        private final int blockBytes;
        private final long intervalNanos;
        private long nextNanos = System.nanoTime();

        private Pacer(int blockBytes, long intervalNanos) {
            this.blockBytes = blockBytes;
            this.intervalNanos = intervalNanos;
        }

        static Pacer of(Optional<DataRate> pace, int otherwise) {
            if (pace.isEmpty()) {
                return new Pacer(otherwise, 0);
            }
            long block =
                    Math.max(1, Math.min(otherwise, pace.get().bytesIn(INTERVAL).bytes()));
            return new Pacer(
                    (int) block, pace.get().timeFor(DataSize.ofBytes(block)).toNanos());
        }

        int blockBytes() {
            return blockBytes;
        }

        void await(int bytes) throws IOException {
            if (intervalNanos == 0) {
                return;
            }
            long now = System.nanoTime();
            long took = intervalNanos * bytes / blockBytes;
            nextNanos = Math.max(nextNanos + took, now - 10 * intervalNanos);
            try {
                TimeUnit.NANOSECONDS.sleep(nextNanos - now);
            } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
            }
        }
    }
}
