/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.Ticker;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Measures the empty pipe from end to end before anyone else uses it: the least of a few round trips, and the rate of the best
 * of a few short bursts. Both ends are the probe's own; the application's server is never touched.
 */
@API(status = API.Status.INTERNAL)
public final class Probe {

    private static final int MOST_ROUND_TRIPS = 5;
    private static final int MOST_BURSTS = 3;
    private static final Duration LEAST_RTT_TOLERANCE = Duration.ofMillis(3);
    private static final double RTT_TOLERANCE = 0.1;
    private static final double RATE_TOLERANCE = 0.1;
    private static final Duration BURST = Duration.ofMillis(50);
    private static final int LARGEST_BURST_BYTES = 4 << 20;
    private static final int SMALLEST_BURST_BYTES = 20_000;
    private static final int PATIENCE_MILLIS = 5_000;

    private final Path path;
    private final long pingNanos;
    private final Ticker ticker;
    private final Socket client;
    private final Socket server;
    private final Burst burst;

    private Probe(Path path, Ticker ticker, Socket client, Socket server, @Nullable Burst burst) {
        this.path = path;
        this.pingNanos = serialisationNanos(path, Direction.UPSTREAM) + serialisationNanos(path, Direction.DOWNSTREAM);
        this.ticker = ticker;
        this.client = client;
        this.server = server;
        this.burst = burst == null ? this::burst : burst;
    }

    /** Returns how long a packet with one byte of payload takes the line of a direction. */
    private static long serialisationNanos(Path path, Direction direction) {
        DataSize frame = DataSize.ofBytes(path.frameBytes() - path.mss() + 1L);
        return path.link(direction)
                .lineRate()
                .map(rate -> rate.timeFor(frame).toNanos())
                .orElse(0L);
    }

    /** Leads a pipe to a server. */
    public interface Leads {
        InetSocketAddress to(InetSocketAddress server) throws IOException;
    }

    /**
     * Measures the rate of an empty pipe once. TCP of a kernel cannot: a new connection sends ten segments, and waits.
     */
    public interface Burst {
        /** Returns the goodput that TCP would reach; null where that cannot be told. */
        @Nullable
        DataRate rate(DataRate line) throws IOException;
    }

    /** Measures a pipe that reaches servers on loopback, and itself is the peer of both ends. */
    public static Verification run(Path path, Ticker ticker, Leads pipe) throws IOException {
        return run(path, ticker, pipe, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), null);
    }

    /**
     * Measures a pipe.
     *
     * @param listenAt the address at which it reaches a server of this host
     * @param burst how to measure the rate; null for a burst over the connection of the round trips
     */
    public static Verification run(Path path, Ticker ticker, Leads pipe, InetAddress listenAt, @Nullable Burst burst)
            throws IOException {
        int patience = (int)
                Math.min(Integer.MAX_VALUE, PATIENCE_MILLIS + 4 * path.rtt().toMillis());
        try (ServerSocket listener = new ServerSocket();
                Socket client = new Socket()) {
            listener.bind(new InetSocketAddress(listenAt, 0));
            listener.setSoTimeout(patience);
            client.setTcpNoDelay(true);
            client.setSoTimeout(patience);
            client.connect(pipe.to((InetSocketAddress) listener.getLocalSocketAddress()), patience);
            try (Socket server = listener.accept()) {
                server.setTcpNoDelay(true);
                server.setSoTimeout(patience);
                return new Probe(path, ticker, client, server, burst).measure();
            }
        }
    }

    private Verification measure() throws IOException {
        Duration least = roundTrip();
        for (int i = 1; i < MOST_ROUND_TRIPS && rttProblem(least) != null; i++) {
            Duration next = roundTrip();
            least = next.compareTo(least) < 0 ? next : least;
        }
        Optional<DataRate> line = path.goodputCeiling(Direction.DOWNSTREAM);
        DataRate rate = line.isPresent() ? rate(line.get()) : null;
        String problem = rttProblem(least);
        if (problem == null && rate != null) {
            problem = rateProblem(rate, line.get());
        }
        return new Verification(least, rate, problem);
    }

    /** Returns the rate of the burst that came nearest to the line's: a stall of the reader makes a burst look slow or fast. */
    private @Nullable DataRate rate(DataRate line) throws IOException {
        DataRate nearest = burst.rate(line);
        for (int i = 1; i < MOST_BURSTS && nearest != null && rateProblem(nearest, line) != null; i++) {
            DataRate next = burst.rate(line);
            nearest = next != null && error(next, line) < error(nearest, line) ? next : nearest;
        }
        return nearest;
    }

    private static double error(DataRate measured, DataRate asked) {
        return Math.abs((double) measured.bitsPerSecond() / asked.bitsPerSecond() - 1);
    }

    /** Measures one round trip, without the time for which its bytes take a slow line. */
    private Duration roundTrip() throws IOException {
        long from = ticker.nanos();
        client.getOutputStream().write(1);
        server.getInputStream().read();
        server.getOutputStream().write(1);
        client.getInputStream().read();
        return Duration.ofNanos(Math.max(0, ticker.nanos() - from - pingNanos));
    }

    /** Sends what the line carries in 50 ms; answers nothing where that is too little or too much to time. */
    private @Nullable DataRate burst(DataRate line) throws IOException {
        long bytes = line.bytesIn(BURST).bytes();
        if (bytes < SMALLEST_BURST_BYTES || bytes > LARGEST_BURST_BYTES) {
            return null;
        }
        Thread writer = new Thread(() -> write(new byte[(int) bytes]), "longfatpipe-probe");
        writer.setDaemon(true);
        writer.start();
        byte[] buffer = new byte[1 << 16];
        int first = client.getInputStream().read(buffer);
        long from = ticker.nanos();
        DataInputStream rest = new DataInputStream(client.getInputStream());
        rest.readFully(new byte[(int) (bytes - first)]);
        long nanos = Math.max(1, ticker.nanos() - from);
        return DataRate.of(DataSize.ofBytes(bytes - first), Duration.ofNanos(nanos));
    }

    private void write(byte[] burst) {
        try {
            server.getOutputStream().write(burst);
        } catch (IOException e) {
            // The reader runs into its time limit and reports it.
        }
    }

    private @Nullable String rttProblem(Duration measured) {
        long asked = path.rtt().toNanos();
        long tolerance = Math.max(LEAST_RTT_TOLERANCE.toNanos(), (long) (asked * RTT_TOLERANCE));
        return Math.abs(measured.toNanos() - asked) <= tolerance
                ? null
                : "rtt " + DurationText.describe(path.rtt()) + " was asked for, but the least of " + MOST_ROUND_TRIPS
                        + " round trips through the pipe took " + DurationText.describe(measured);
    }

    private static @Nullable String rateProblem(DataRate measured, DataRate asked) {
        return error(measured, asked) <= RATE_TOLERANCE
                ? null
                : "a goodput of " + asked.describe()
                        + " was to be expected of the empty pipe, but the best of " + MOST_BURSTS
                        + " bursts through it reached "
                        + measured.describe();
    }
}
