/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Pipes of the tun backend, and what is sent through them. */
final class Tunnelled {

    static final int PATIENCE_MILLIS = 20_000;
    private static final int FULL_DATAGRAM = 1_472;

    private Tunnelled() {}

    static PathBuilder path() {
        return Path.builder().rtt(Duration.ofMillis(40)).rate(DataRate.ofMegabitsPerSecond(20));
    }

    static PipeRequest request(Path path, long seed) {
        return request(path, seed, KernelProfile.host());
    }

    static PipeRequest request(Path path, long seed, KernelProfile kernel) {
        return new PipeRequest("", path, kernel, kernel, null, seed);
    }

    static OpenPipe open(PathBuilder path) throws IOException {
        return new TunBackend().open(request(path.build(), 1));
    }

    static KernelProfile withControl(String control) {
        return KernelProfile.host().with("net.ipv4.tcp_congestion_control", control);
    }

    static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(address, PATIENCE_MILLIS);
        return socket;
    }

    /** Sends so many bytes to the first client that asks with a byte, and ends the stream. */
    static Thread serve(ServerSocket listener, int bytes) {
        Thread server = new Thread(
                () -> {
                    try (Socket client = listener.accept()) {
                        client.getInputStream().read();
                        client.getOutputStream().write(new byte[bytes]);
                    } catch (IOException e) {
                        // The client sees the end of its stream too early.
                    }
                },
                "tun-test-server");
        server.setDaemon(true);
        server.start();
        return server;
    }

    static int readAll(InputStream in) throws IOException {
        return in.readAllBytes().length;
    }

    /** Sends numbered full datagrams at a steady pace, and returns which of them arrived. */
    static BitSet arrived(OpenPipe pipe, int count, int perMilli) throws Exception {
        try (DatagramSocket server = new DatagramSocket(0);
                DatagramSocket client = new DatagramSocket()) {
            server.setReceiveBufferSize(4 << 20);
            server.setSoTimeout(1_000);
            InetSocketAddress to =
                    pipe.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()));
            Thread sender = new Thread(() -> send(client, to, count, perMilli), "tun-test-sender");
            sender.setDaemon(true);
            sender.start();
            BitSet arrived = new BitSet(count);
            DatagramPacket packet = new DatagramPacket(new byte[FULL_DATAGRAM], FULL_DATAGRAM);
            try {
                while (true) {
                    server.receive(packet);
                    arrived.set(ByteBuffer.wrap(packet.getData()).getInt());
                }
            } catch (SocketTimeoutException allOfThem) {
                sender.join(PATIENCE_MILLIS);
                return arrived;
            }
        }
    }

    private static void send(DatagramSocket client, InetSocketAddress to, int count, int perMilli) {
        try {
            long began = System.nanoTime();
            for (int i = 0; i < count; i++) {
                byte[] payload = new byte[FULL_DATAGRAM];
                ByteBuffer.wrap(payload).putInt(i);
                client.send(new DatagramPacket(payload, payload.length, to));
                long wait = began + (i + 1L) * 1_000_000 / perMilli - System.nanoTime();
                if (wait > 1_000_000) {
                    TimeUnit.NANOSECONDS.sleep(wait);
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited in vain until " + what);
            }
            Thread.sleep(5);
        }
    }
}
