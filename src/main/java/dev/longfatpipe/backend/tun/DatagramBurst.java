/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.emulate.Probe;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.Ticker;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Measures the rate of an empty pipe, downstream, with full packets of UDP: the line is handed more than it carries at once. */
final class DatagramBurst implements Probe.Burst {

    private static final Duration BURST = Duration.ofMillis(50);
    private static final int FEWEST_PACKETS = 14;
    private static final int MOST_PACKETS = 2_000;
    private static final int RECEIVE_BUFFER = 4 << 20;
    private static final int PATIENCE_MILLIS = 5_000;
    private static final int IP_AND_UDP_HEADERS = 28;
    /** With fewer of them, something else than the line is wrong. */
    private static final double LEAST_ARRIVED = 0.5;

    private final Path path;
    private final Ticker ticker;
    private final InetAddress own;
    private final Probe.Leads pipe;

    DatagramBurst(Path path, Ticker ticker, InetAddress own, Probe.Leads pipe) {
        this.path = path;
        this.ticker = ticker;
        this.own = own;
        this.pipe = pipe;
    }

    @Override
    public @Nullable DataRate rate(DataRate line) throws IOException {
        int payload = path.mtu() - IP_AND_UDP_HEADERS;
        long fitting = line.bytesIn(BURST).bytes() / path.mss();
        int packets = (int) Math.min(MOST_PACKETS, fitting);
        if (packets < FEWEST_PACKETS || fitting > 2L * MOST_PACKETS) {
            return null;
        }
        try (DatagramSocket server = new DatagramSocket(new InetSocketAddress(own, 0));
                DatagramSocket client = new DatagramSocket(new InetSocketAddress(own, 0))) {
            client.setReceiveBufferSize(RECEIVE_BUFFER);
            client.setSoTimeout((int) (PATIENCE_MILLIS + path.rtt().toMillis()));
            server.setSoTimeout((int) (PATIENCE_MILLIS + path.rtt().toMillis()));
            client.send(packet(1, pipe.to((InetSocketAddress) server.getLocalSocketAddress())));
            DatagramPacket hello = packet(1, null);
            server.receive(hello);
            DatagramPacket full = packet(payload, hello.getSocketAddress());
            Thread sender = new Thread(() -> send(server, full, packets), "longfatpipe-probe");
            sender.setDaemon(true);
            sender.start();
            return receive(client, packets, payload);
        }
    }

    private static DatagramPacket packet(int payload, @Nullable SocketAddress to) {
        DatagramPacket packet = new DatagramPacket(new byte[payload], payload);
        if (to != null) {
            packet.setSocketAddress(to);
        }
        return packet;
    }

    private static void send(DatagramSocket from, DatagramPacket packet, int count) {
        try {
            for (int i = 0; i < count; i++) {
                from.send(packet);
            }
        } catch (IOException e) {
            // The receiver runs into its time limit.
        }
    }

    private @Nullable DataRate receive(DatagramSocket client, int packets, int payload) throws IOException {
        DatagramPacket packet = packet(payload, null);
        client.receive(packet);
        long from = ticker.nanos();
        long last = from;
        int arrived = 0;
        client.setSoTimeout((int) BURST.toMillis());
        try {
            while (arrived < packets - 1) {
                client.receive(packet);
                last = ticker.nanos();
                arrived++;
            }
        } catch (SocketTimeoutException lossOfTheReceiver) {
            if (arrived < packets * LEAST_ARRIVED) {
                return DataRate.ofBitsPerSecond(0);
            }
        }
        return DataRate.of(DataSize.ofBytes((long) arrived * path.mss()), Duration.ofNanos(Math.max(1, last - from)));
    }
}
