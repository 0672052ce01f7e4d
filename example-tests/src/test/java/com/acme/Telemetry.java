package com.acme;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Measured values over UDP: a client that sends one reading per datagram, and a collector that counts them. */
final class Telemetry {

    static final int READING_BYTES = 1_200;

    private Telemetry() {}

    /** Sends readings evenly, so many a second. */
    static void send(InetSocketAddress collector, int readings, int perSecond) throws IOException, InterruptedException {
        try (DatagramSocket socket = new DatagramSocket()) {
            long from = System.nanoTime();
            for (int i = 0; i < readings; i++) {
                long due = from + TimeUnit.SECONDS.toNanos(1) * i / perSecond;
                while (System.nanoTime() < due) {
                    TimeUnit.MICROSECONDS.sleep(200);
                }
                byte[] reading = ByteBuffer.allocate(READING_BYTES).putInt(i).array();
                socket.send(new DatagramPacket(reading, reading.length, collector));
            }
        }
    }

    static final class Collector implements AutoCloseable {

        private final DatagramSocket socket;
        private final AtomicInteger received = new AtomicInteger();

        Collector() throws SocketException {
            socket = new DatagramSocket(0);
            Thread thread = new Thread(this::collect, "collector");
            thread.setDaemon(true);
            thread.start();
        }

        private void collect() {
            DatagramPacket packet = new DatagramPacket(new byte[READING_BYTES], READING_BYTES);
            try {
                while (true) {
                    socket.receive(packet);
                    received.incrementAndGet();
                }
            } catch (IOException e) {
                // Closed: the test is over.
            }
        }

        InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        }

        int received() {
            return received.get();
        }

        @Override
        public void close() {
            socket.close();
        }
    }
}
