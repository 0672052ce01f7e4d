/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A client that sends as fast as it may and a server that reads, each on a thread of its own, on blocking channels with direct buffers
 * and sockets that set no buffer: as little application as there can be.
 */
final class BulkStream implements AutoCloseable {

    /** The largest that a plain relay gained by. */
    private static final int BLOCK_BYTES = 1 << 18;

    private static final long PACE_NANOS = 1_000_000;

    private final ServerSocketChannel listener;
    private volatile Mark mark = new Mark(0, System.nanoTime());
    private final AtomicReference<IOException> failure = new AtomicReference<>();
    private volatile boolean stopped;
    private volatile @Nullable SocketChannel client;
    private volatile @Nullable SocketChannel server;

    /**
     * How far a reader has come.
     *
     * @param bytes read so far
     * @param nanos when the last of them was read
     */
    record Mark(long bytes, long nanos) {

        /** Mean rate since an earlier mark, in bits per second: from the read that ended it to the read that ended this one. */
        double bitsPerSecondSince(Mark earlier) {
            return nanos <= earlier.nanos ? 0 : (bytes - earlier.bytes) * 8e9 / (nanos - earlier.nanos);
        }
    }

    /** Where a client has to connect to in order to reach a server. */
    interface Leads {
        InetSocketAddress to(InetSocketAddress server) throws IOException;
    }

    private BulkStream(ServerSocketChannel listener) {
        this.listener = listener;
    }

    /** Starts a stream that is held back by nothing but the path. */
    static BulkStream start(Leads path) throws IOException {
        return start(path, 0);
    }

    /** Starts a stream whose sender offers so many bits per second, every millisecond a part; 0 for as much as it may. */
    static BulkStream start(Leads path, long bitsPerSecond) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        BulkStream stream = new BulkStream(listener);
        try {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress address = path.to((InetSocketAddress) listener.getLocalAddress());
            stream.thread("reader", stream::read);
            SocketChannel client = SocketChannel.open(address);
            stream.client = client;
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            stream.thread("writer", () -> stream.write(client, bitsPerSecond));
            return stream;
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /** The mean rate of such a stream, in bits per second, from one read of its receiver after a warm-up to another. */
    static double steadyRate(Leads path, Duration warmUp, Duration length) throws IOException, InterruptedException {
        try (BulkStream stream = start(path)) {
            TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
            Mark from = stream.nextMark();
            TimeUnit.NANOSECONDS.sleep(length.toNanos());
            return stream.nextMark().bitsPerSecondSince(from);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private void thread(String name, Work work) {
        Thread thread = new Thread(() -> runUntilStopped(work), "bench-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void runUntilStopped(Work work) {
        try {
            work.run();
        } catch (IOException e) {
            if (!stopped) {
                failure.compareAndSet(null, e);
            }
        }
    }

    private void write(SocketChannel channel, long bitsPerSecond) throws IOException {
        long slice = bitsPerSecond == 0 ? BLOCK_BYTES : Math.max(1, bitsPerSecond * PACE_NANOS / 8_000_000_000L);
        ByteBuffer block = ByteBuffer.allocateDirect((int) Math.min(BLOCK_BYTES, slice));
        long next = System.nanoTime();
        while (!stopped) {
            block.clear();
            while (block.hasRemaining()) {
                channel.write(block);
            }
            if (bitsPerSecond > 0) {
                next += block.capacity() * 8_000_000_000L / bitsPerSecond;
                while (System.nanoTime() < next) {
                    LockSupport.parkNanos(next - System.nanoTime());
                }
            }
        }
    }

    private void read() throws IOException {
        try (SocketChannel channel = listener.accept()) {
            server = channel;
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
            long total = 0;
            for (int length = channel.read(block); length >= 0; length = channel.read(block.clear())) {
                total += length;
                mark = new Mark(total, System.nanoTime());
            }
        }
    }

    /**
     * Returns how far the reader has come.
     *
     * @throws IOException if an end of the stream has failed
     */
    Mark mark() throws IOException {
        IOException broken = failure.get();
        if (broken != null) {
            throw broken;
        }
        return mark;
    }

    /** Waits until the reader has read more. */
    Mark nextMark() throws IOException, InterruptedException {
        Mark before = mark();
        Mark now = before;
        while (now.bytes() == before.bytes()) {
            TimeUnit.MICROSECONDS.sleep(50);
            now = mark();
        }
        return now;
    }

    /** Ends both ends at once. */
    @Override
    public void close() throws IOException {
        stopped = true;
        listener.close();
        reset(client);
        reset(server);
    }

    private static void reset(@Nullable SocketChannel channel) throws IOException {
        if (channel != null && channel.isOpen()) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.close();
        }
    }
}
