/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/** A UDP client with one connected socket. */
final class DatagramClient implements AutoCloseable {

    private final DatagramSocket socket = new DatagramSocket(null);

    DatagramClient(InetSocketAddress address) throws IOException {
        socket.setReceiveBufferSize(4 << 20);
        socket.setSendBufferSize(1 << 20);
        socket.bind(null);
        socket.connect(address);
    }

    /** Sends a datagram that begins with its number. */
    void send(int number, int bytes) throws IOException {
        socket.send(new DatagramPacket(content(number, bytes), bytes));
    }

    static byte[] content(int number, int bytes) {
        byte[] content = new byte[bytes];
        new SplittableRandom(number).nextBytes(content);
        if (bytes >= 4) {
            ByteBuffer.wrap(content).putInt(number);
        }
        return content;
    }

    /** Waits for a datagram; empty when none came in time. */
    Optional<byte[]> receive(Duration atMost) throws IOException {
        DatagramPacket packet =
                new DatagramPacket(new byte[DatagramServer.LARGEST_BYTES], DatagramServer.LARGEST_BYTES);
        socket.setSoTimeout((int) Math.max(1, atMost.toMillis()));
        try {
            socket.receive(packet);
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        }
        return Optional.of(Arrays.copyOf(packet.getData(), packet.getLength()));
    }

    @Override
    public void close() {
        socket.close();
    }
}
