/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.emulate.Probe;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.Ticker;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Measures the rate of an empty pipe downstream with datagrams that are sent at once: the line spreads them. TCP would need several
 * round trips before it sends as many.
 */
final class DatagramBurst implements Probe.Burst {

    private static final Duration LENGTH = Duration.ofMillis(20);
    private static final int LEAST = 8;
    private static final int MOST = 100;
    private static final int IP_AND_UDP_HEADER_BYTES = 28;
    private static final int SLACK_MILLIS = 500;

    private final Path path;
    private final Ticker ticker;
    private final Leads leads;

    DatagramBurst(Path path, Ticker ticker, Leads leads) {
        this.path = path;
        this.ticker = ticker;
        this.leads = leads;
    }

    /** Tells nothing of a line on which packets are lost, are late by chance, or are too few or too many to time. */
    @Override
    public @Nullable DataRate rate(DataRate line) throws IOException {
        int frame = path.frameBytes();
        long room = path.queueSize(Direction.DOWNSTREAM).map(DataSize::bytes).orElse(0L) / frame;
        DataRate rate = path.link(Direction.DOWNSTREAM).lineRate().orElse(line);
        long count = Math.min(room - 1, rate.bytesIn(LENGTH).bytes() / frame);
        if (count < LEAST
                || count > MOST
                || !path.link(Direction.DOWNSTREAM).loss().isNone()
                || !path.link(Direction.DOWNSTREAM).jitter().isZero()
                || !path.link(Direction.UPSTREAM).loss().isNone()) {
            return null;
        }
        try (DatagramSocket server = new DatagramSocket(new InetSocketAddress(Untouched.WILDCARD, 0));
                DatagramSocket client = new DatagramSocket()) {
            int patience = (int) path.rtt().toMillis() + SLACK_MILLIS;
            server.setSoTimeout(patience);
            client.setSoTimeout(patience);
            InetSocketAddress address =
                    leads.to(new InetSocketAddress(Untouched.WILDCARD, server.getLocalPort()), false);
            client.send(new DatagramPacket(new byte[1], 1, address));
            DatagramPacket question = new DatagramPacket(new byte[1], 1);
            server.receive(question);
            byte[] full = new byte[path.mtu() - IP_AND_UDP_HEADER_BYTES];
            for (int i = 0; i < count; i++) {
                server.send(new DatagramPacket(full, full.length, question.getSocketAddress()));
            }
            return receive(client, (int) count);
        } catch (SocketTimeoutException e) {
            return null; // it was dropped where no queue of the path's is: in a socket of a busy machine
        }
    }

    private DataRate receive(DatagramSocket client, int count) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[path.mtu()], path.mtu());
        client.receive(packet);
        long from = ticker.nanos();
        for (int i = 1; i < count; i++) {
            client.receive(packet);
        }
        long nanos = Math.max(1, ticker.nanos() - from);
        return DataRate.of(DataSize.ofBytes((count - 1L) * path.mss()), Duration.ofNanos(nanos));
    }
}
