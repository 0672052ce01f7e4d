/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What the relay is compared with: a proxy that adds latency and limits the rate, as such proxies do, and knows nothing of TCP. Takes
 * one connection, and data from the client only.
 */
final class PlainProxy implements AutoCloseable {

    private static final int CHUNK_BYTES = 1 << 15;
    private static final int CHUNKS = 1024;
    /** Sleeping too long is made up for, up to this. */
    private static final long LARGEST_DEBT_NANOS = 50_000_000;

    private record Chunk(ByteBuffer bytes, long dueNanos) {}

    private final ServerSocket listener;
    private final InetSocketAddress server;
    private final Duration delay;
    private final DataRate rate;
    private final BlockingQueue<Chunk> underWay = new ArrayBlockingQueue<>(CHUNKS);

    private PlainProxy(ServerSocket listener, InetSocketAddress server, Duration delay, DataRate rate) {
        this.listener = listener;
        this.server = server;
        this.delay = delay;
        this.rate = rate;
    }

    static PlainProxy open(InetSocketAddress server, Duration delay, DataRate rate) throws IOException {
        PlainProxy proxy =
                new PlainProxy(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()), server, delay, rate);
        proxy.start(proxy::takeFromClient);
        return proxy;
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private void takeFromClient() throws IOException, InterruptedException {
        try (Socket client = listener.accept()) {
            start(this::giveToServer);
            InputStream input = client.getInputStream();
            long free = System.nanoTime();
            while (true) {
                byte[] bytes = new byte[CHUNK_BYTES];
                int length = input.read(bytes);
                if (length < 0) {
                    return;
                }
                free = Math.max(free, System.nanoTime() - LARGEST_DEBT_NANOS)
                        + rate.timeFor(DataSize.ofBytes(length)).toNanos();
                sleepUntil(free);
                underWay.put(new Chunk(ByteBuffer.wrap(bytes, 0, length), free + delay.toNanos()));
            }
        }
    }

    private void giveToServer() throws IOException, InterruptedException {
        try (Socket out = new Socket()) {
            out.connect(server);
            while (true) {
                Chunk chunk = underWay.take();
                sleepUntil(chunk.dueNanos());
                out.getOutputStream()
                        .write(chunk.bytes().array(), 0, chunk.bytes().limit());
            }
        }
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | InterruptedException e) {
                        // The run is over.
                    }
                },
                "fidelity-plain-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    /** Measures a scenario through such a proxy, in mbit, over the steady part of a run. */
    static double goodputMbit(Scenario scenario, Duration length) throws IOException, InterruptedException {
        DataRate line = scenario.rate().orElseThrow();
        try (Traffic traffic = Traffic.listen(scenario, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                PlainProxy proxy = open(traffic.server(), scenario.rtt().dividedBy(2), line)) {
            long begin = System.nanoTime();
            traffic.send(proxy.address());
            sleepUntil(begin + length.toNanos() * 2 / 5);
            long from = System.nanoTime();
            long before = traffic.receivedBytes();
            sleepUntil(begin + length.toNanos());
            return (traffic.receivedBytes() - before) * 8e3 / (System.nanoTime() - from);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
