/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/**
 * A process that sends through a pipe as much as it takes, for a while, and says what arrived: {@code user NAME}, then {@code
 * filling}, then {@code share NUMBER} (goodput after the warm-up, of the line's ceiling; above 1 by what had waited behind a lost packet),
 * {@code carried NUMBER} (all bytes read, of what the line can have carried since the client connected; never above 1), {@code cores NUMBER} (of the pipe's own
 * thread), and {@code machine TEXT} when the machine could not hold the path.
 */
final class FullPipe {

    static final String FILLING = "filling";

    private static final int BLOCK = 1 << 17;
    private static final double PAYLOAD = 1_448 / 1_514.0;

    private FullPipe() {}

    /**
     * Fills the pipe.
     *
     * @param arguments round-trip time in ms, rate in mbit, seconds of warm-up, seconds that count, and a congestion control if it is not to
     *     be the host's
     */
    public static void main(String[] arguments) throws Exception {
        int mbit = Integer.parseInt(arguments[1]);
        Path path = Path.builder()
                .rtt(Duration.ofMillis(Integer.parseInt(arguments[0])))
                .rate(DataRate.ofMegabitsPerSecond(mbit))
                .build();
        KernelProfile kernel = KernelProfile.host();
        if (arguments.length > 4) {
            kernel = kernel.with("net.ipv4.tcp_congestion_control", arguments[4]);
        }
        System.out.println("user " + System.getProperty("user.name"));
        try (Pipe pipe = Pipes.builder(path).kernel(kernel).backend("tun").open();
                ServerSocket listener = new ServerSocket(0)) {
            Thread server = new Thread(() -> send(listener), "full-pipe-server");
            server.setDaemon(true);
            server.start();
            InetSocketAddress address =
                    pipe.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
            long connecting = System.nanoTime();
            try (Socket client = Tunnelled.connect(address)) {
                InputStream in = client.getInputStream();
                in.read();
                System.out.println(FILLING);
                double ceiling = mbit * 1e6 * PAYLOAD;
                Amount warmUp = read(in, Integer.parseInt(arguments[2]));
                Amount counted = read(in, Integer.parseInt(arguments[3]));
                System.out.println("share " + counted.bitsPerSecond() / ceiling);
                Amount all = new Amount(1 + warmUp.bytes() + counted.bytes(), System.nanoTime() - connecting);
                System.out.println("carried " + all.bitsPerSecond() / ceiling);
                tellOfTheMachine(pipe.total());
            }
        }
    }

    private static void tellOfTheMachine(Transfer transfer) {
        System.out.println("cores " + transfer.punctuality().busyShare());
        Assessment.of(transfer).inconclusive().ifPresent(text -> System.out.println("machine " + text));
    }

    private record Amount(long bytes, long nanos) {

        double bitsPerSecond() {
            return bytes * 8e9 / nanos;
        }
    }

    /** Reads for a while. */
    private static Amount read(InputStream in, int seconds) throws IOException {
        byte[] block = new byte[BLOCK];
        long from = System.nanoTime();
        long bytes = 0;
        while (true) {
            int read = in.read(block);
            if (read < 0) {
                throw new IOException("the stream has ended");
            }
            bytes += read;
            long elapsed = System.nanoTime() - from;
            if (elapsed >= Duration.ofSeconds(seconds).toNanos()) {
                return new Amount(bytes, elapsed);
            }
        }
    }

    private static void send(ServerSocket listener) {
        try (Socket client = listener.accept()) {
            OutputStream out = client.getOutputStream();
            byte[] block = new byte[BLOCK];
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            // The reader has seen enough.
        }
    }
}
