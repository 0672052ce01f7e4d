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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Clients that send a byte and wait for the answer, and a server that answers. */
final class PingPong {

    static final int CONNECTIONS = 8;

    private PingPong() {}

    /**
     * Measures round trips, the first of each connection left out because the handshake is in it.
     *
     * @param count over all connections, rounded up to a multiple of them
     * @param rtt of the path: the connections begin at different times of it, and do not wake all threads at once
     * @return nanoseconds each
     */
    static List<Long> roundTrips(BulkStream.Leads path, int count, Duration rtt)
            throws IOException, InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "bench-ping");
            thread.setDaemon(true);
            return thread;
        });
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress address = path.to((InetSocketAddress) listener.getLocalAddress());
            List<Future<List<Long>>> clients = new ArrayList<>();
            int each = (count + CONNECTIONS - 1) / CONNECTIONS;
            for (int i = 0; i < CONNECTIONS; i++) {
                threads.execute(() -> answer(listener));
                clients.add(threads.submit(() -> ask(address, each)));
                TimeUnit.NANOSECONDS.sleep(rtt.toNanos() / CONNECTIONS);
            }
            List<Long> all = new ArrayList<>();
            for (Future<List<Long>> client : clients) {
                all.addAll(client.get());
            }
            return all;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<Long> ask(InetSocketAddress address, int count) throws IOException {
        try (SocketChannel channel = SocketChannel.open(address)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ByteBuffer one = ByteBuffer.allocateDirect(1);
            List<Long> nanos = new ArrayList<>();
            exchange(channel, one);
            for (int i = 0; i < count; i++) {
                long from = System.nanoTime();
                exchange(channel, one);
                nanos.add(System.nanoTime() - from);
            }
            return nanos;
        }
    }

    private static void exchange(SocketChannel channel, ByteBuffer one) throws IOException {
        channel.write(one.clear());
        if (channel.read(one.clear()) != 1) {
            throw new IOException("the server closed its connection");
        }
    }

    private static void answer(ServerSocketChannel listener) {
        try (SocketChannel channel = listener.accept()) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ByteBuffer one = ByteBuffer.allocateDirect(1);
            while (channel.read(one.clear()) == 1) {
                channel.write(one.clear());
            }
        } catch (IOException e) {
            // The client sees its connection end, and reports that.
        }
    }
}
