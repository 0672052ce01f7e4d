/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** A client of the {@link ContractServer}. No read blocks for longer than its patience. */
final class ContractClient implements AutoCloseable {

    private static final int MOST_ROUND_TRIPS = 20;

    private final Socket socket = new Socket();
    private final DataOutputStream out;
    private final InputStream in;

    ContractClient(InetSocketAddress address, Duration patience) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) patience.toMillis());
            socket.connect(address, (int) patience.toMillis());
            out = new DataOutputStream(socket.getOutputStream());
            in = socket.getInputStream();
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    Socket socket() {
        return socket;
    }

    InputStream in() {
        return in;
    }

    void want(int what, long bytes) throws IOException {
        byte[] request = new byte[9];
        request[0] = (byte) what;
        for (int i = 0; i < 8; i++) {
            request[1 + i] = (byte) (bytes >> (8 * (7 - i)));
        }
        out.write(request);
    }

    void write(long bytes) throws IOException {
        Bytes.write(out, bytes);
    }

    /** Sends one byte and waits for its echo; returns the nanoseconds that it took. */
    long roundTripNanos() throws IOException {
        long from = System.nanoTime();
        out.write(7);
        if (in.read() != 7) {
            throw new IOException("the byte that came back is not the one that was sent");
        }
        return System.nanoTime() - from;
    }

    /**
     * Returns the least of some round trips: what the path takes, without what the machine added.
     *
     * @param enough no more are made after one that took no longer
     */
    long leastRoundTripNanos(Duration enough) throws IOException {
        long least = roundTripNanos();
        for (int i = 1; i < MOST_ROUND_TRIPS && least > enough.toNanos(); i++) {
            least = Math.min(least, roundTripNanos());
        }
        return least;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
