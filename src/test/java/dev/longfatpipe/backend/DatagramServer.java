/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A UDP server on every address of the machine that notes which datagrams come when, and may send each back. */
final class DatagramServer implements AutoCloseable {

    static final int LARGEST_BYTES = 65_507;
    /** What a kernel grants of it is enough for the bursts of the contract. */
    private static final int BUFFER_BYTES = 4 << 20;

    /** That a datagram came. Its first four bytes are its number, as the client gave it. */
    record Arrival(int number, int bytes, long nanos) {}

    private final DatagramChannel channel;
    private final InetAddress address;
    private final boolean echo;
    private final List<Arrival> arrivals = new CopyOnWriteArrayList<>();

    DatagramServer(InetAddress address, boolean echo) throws IOException {
        this.address = address;
        this.echo = echo;
        this.channel = DatagramChannel.open(
                address.getAddress().length == 4 ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
        channel.bind(new InetSocketAddress(0));
        Thread thread = new Thread(this::serve, "contract-datagram-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(LARGEST_BYTES);
        try {
            while (true) {
                buffer.clear();
                InetSocketAddress client = (InetSocketAddress) channel.receive(buffer);
                long now = System.nanoTime();
                buffer.flip();
                arrivals.add(new Arrival(buffer.remaining() < 4 ? -1 : buffer.getInt(0), buffer.remaining(), now));
                if (echo) {
                    channel.send(buffer, client);
                }
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    InetSocketAddress address() throws IOException {
        return new InetSocketAddress(address, ((InetSocketAddress) channel.getLocalAddress()).getPort());
    }

    List<Arrival> arrivals() {
        return arrivals;
    }

    List<Integer> numbers() {
        return arrivals.stream().map(Arrival::number).toList();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
