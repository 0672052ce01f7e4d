/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.baseline.GateRun;
import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/**
 * Bytes of no meaning over a test's pipe, from a sender that does nothing else to a receiver that does nothing else, with buffers left to
 * the kernel: what it reaches is what the machine lets anybody reach. As many as the test moved, but not for longer than about a second.
 */
final class ControlTransfer implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final long MOST_BYTES = 64L << 20;
    private static final int CHUNK = 1 << 16;

    /** No path is so slow that nothing at all arrives for so long. */
    private static final int PATIENCE_MILLIS = 120_000;

    private final Pipe pipe;
    private final ServerSocket listener;

    private ControlTransfer(Pipe pipe, ServerSocket listener) {
        this.pipe = pipe;
        this.listener = listener;
    }

    /** Listens on every address, so that it is reached through any backend. */
    static ControlTransfer over(Pipe pipe) throws IOException {
        ServerSocket listener = new ServerSocket(0);
        ControlTransfer control = new ControlTransfer(pipe, listener);
        Thread thread = new Thread(control::serve, "longfatpipe-control");
        thread.setDaemon(true);
        thread.start();
        return control;
    }

    /** Moves as many bytes in the same direction as a transfer did. */
    GateRun like(Transfer transfer) throws IOException, InterruptedException {
        Direction direction = transfer.direction();
        long bytes = bytes(transfer.bytes().bytes(), direction);
        InetSocketAddress address =
                pipe.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
        try {
            return GateRun.of(Assessment.of(pipe.measureAside(() -> move(address, direction, bytes))));
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private long bytes(long asMany, Direction direction) {
        Optional<DataRate> rate = pipe.path().link(direction).lineRate();
        long most = rate.map(line -> line.bytesIn(LONGEST)).map(DataSize::bytes).orElse(MOST_BYTES);
        return Math.max(1, Math.min(asMany, Math.min(most, MOST_BYTES)));
    }

    private static void move(InetSocketAddress address, Direction direction, long bytes) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(address, PATIENCE_MILLIS);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            if (direction == Direction.DOWNSTREAM) {
                out.writeLong(bytes);
                receive(socket.getInputStream(), bytes);
            } else {
                out.writeLong(-bytes);
                send(out, bytes);
                receive(socket.getInputStream(), 1);
            }
        }
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (Socket client = listener.accept()) {
                client.setSoTimeout(PATIENCE_MILLIS);
                DataInputStream in = new DataInputStream(client.getInputStream());
                long asked = in.readLong();
                if (asked > 0) {
                    send(client.getOutputStream(), asked);
                } else {
                    receive(in, -asked);
                    client.getOutputStream().write(1);
                }
                in.read(); // until the client has closed: nothing is under way any more
            } catch (IOException e) {
                // The client's end tells what went wrong; or the listener was closed.
            }
        }
    }

    private static void send(OutputStream out, long bytes) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (long left = bytes; left > 0; left -= chunk.length) {
            out.write(chunk, 0, (int) Math.min(left, chunk.length));
        }
    }

    private static void receive(InputStream in, long bytes) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (long left = bytes; left > 0; ) {
            int read = in.read(chunk, 0, (int) Math.min(left, chunk.length));
            if (read < 0) {
                throw new IOException(left + " of " + bytes + " bytes of the control transfer did not arrive");
            }
            left -= read;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
