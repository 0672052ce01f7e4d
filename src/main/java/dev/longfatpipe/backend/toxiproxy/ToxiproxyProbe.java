/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.expect.SplitTcp;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.Ticker;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Measures an empty pipe: how long a byte is under way in each direction, and the rate of a burst downstream where one is short
 * enough. That connecting takes no time is so with a proxy, and no fault. Both ends are the probe's own.
 */
final class ToxiproxyProbe {

    private static final int MOST_TRIPS = 5;
    private static final int MOST_BURSTS = 3;
    private static final int LEAST_PIECES = 10;
    private static final Duration LONGEST_BURST = Duration.ofMillis(300);
    private static final Duration BURST = Duration.ofMillis(50);
    private static final long LARGEST_BURST_BYTES = 16L << 20;
    private static final Duration LEAST_TOLERANCE = Duration.ofMillis(3);
    private static final double TOLERANCE = 0.1;
    private static final int PATIENCE_MILLIS = 5_000;

    private final Path path;
    private final SplitTcp split;
    private final ToxicPlan plan;
    private final Ticker ticker;
    private final Socket client;
    private final Socket server;

    private ToxiproxyProbe(Path path, SplitTcp split, ToxicPlan plan, Ticker ticker, Socket client, Socket server) {
        this.path = path;
        this.split = split;
        this.plan = plan;
        this.ticker = ticker;
        this.client = client;
        this.server = server;
    }

    /** Measures the path of a plan through a proxy of its own, which is removed afterwards. */
    static Verification run(ToxiproxyServer toxiproxy, Path path, SplitTcp split, ToxicPlan plan, Ticker ticker)
            throws IOException {
        Leads leads = new Leads(toxiproxy, plan);
        int patience = (int)
                Math.min(Integer.MAX_VALUE, PATIENCE_MILLIS + 4 * path.rtt().toMillis());
        try (ServerSocket listener = new ServerSocket();
                Socket client = new Socket()) {
            listener.bind(
                    new InetSocketAddress(toxiproxy.place().isThisMachine() ? Place.LOOPBACK : Place.EVERYWHERE, 0));
            listener.setSoTimeout(patience);
            client.setTcpNoDelay(true);
            client.setSoTimeout(patience);
            client.connect(leads.to((InetSocketAddress) listener.getLocalSocketAddress()), patience);
            try (Socket server = accept(listener, toxiproxy)) {
                server.setTcpNoDelay(true);
                server.setSoTimeout(patience);
                return new ToxiproxyProbe(path, split, plan, ticker, client, server).measure();
            }
        } finally {
            leads.close();
        }
    }

    private static Socket accept(ServerSocket listener, ToxiproxyServer toxiproxy) throws IOException {
        try {
            return listener.accept();
        } catch (IOException e) {
            String host = toxiproxy.place().hostName().orElse(Place.LOOPBACK);
            throw new IOException(
                    "Toxiproxy at " + toxiproxy.api().url() + " does not reach a server of this machine at [" + host
                            + ":"
                            + listener.getLocalPort()
                            + "]: see that no firewall is between them, or write what it calls this"
                            + " machine in " + ToxiproxySettings.UPSTREAM_HOST,
                    e);
        }
    }

    private Verification measure() throws IOException {
        long up = least(client, server, path.upstream().delay());
        long down = least(server, client, path.downstream().delay());
        List<String> problems = new ArrayList<>();
        problem("upstream", path.upstream().delay(), up).ifPresent(problems::add);
        problem("downstream", path.downstream().delay(), down).ifPresent(problems::add);
        Optional<DataRate> ceiling = ceiling();
        @Nullable DataRate rate = ceiling.isPresent() ? rate(ceiling.get()) : null;
        if (rate != null && error(rate, ceiling.orElseThrow()) > TOLERANCE) {
            problems.add("a goodput of " + ceiling.get().describe()
                    + " was to be expected of the empty pipe, but the best of " + MOST_BURSTS
                    + " bursts through it reached " + rate.describe());
        }
        return new Verification(
                Duration.ofNanos(up + down), rate, problems.isEmpty() ? null : String.join("; ", problems));
    }

    /** What the toxics downstream let through, or the delay line where that holds less. */
    private Optional<DataRate> ceiling() {
        Optional<DataRate> line = plan.toxic(PlannedToxic.Kind.BANDWIDTH, Direction.DOWNSTREAM)
                .map(toxic -> DataRate.ofBitsPerSecond(toxic.value() * 8_000));
        Duration delay = path.downstream().delay();
        return line.map(rate -> delay.isZero() ? rate : min(rate, DataRate.of(split.delayBuffer(), delay)));
    }

    private static DataRate min(DataRate one, DataRate other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private long least(Socket from, Socket to, Duration asked) throws IOException {
        long least = trip(from, to);
        for (int i = 1; i < MOST_TRIPS && problem("", asked, least).isPresent(); i++) {
            least = Math.min(least, trip(from, to));
        }
        return least;
    }

    private long trip(Socket from, Socket to) throws IOException {
        long began = ticker.nanos();
        from.getOutputStream().write(1);
        to.getInputStream().read();
        return Math.max(0, ticker.nanos() - began);
    }

    private static Optional<String> problem(String where, Duration asked, long nanos) {
        long tolerance = Math.max(LEAST_TOLERANCE.toNanos(), (long) (asked.toNanos() * TOLERANCE));
        return Math.abs(nanos - asked.toNanos()) <= tolerance
                ? Optional.empty()
                : Optional.of("a delay of " + DurationText.describe(asked) + " " + where
                        + " was asked for, but the least of " + MOST_TRIPS + " trips through the pipe took "
                        + DurationText.describe(Duration.ofNanos(nanos)));
    }

    /** Returns the rate of the burst that came nearest; null where one would take too long. */
    private @Nullable DataRate rate(DataRate ceiling) throws IOException {
        long bytes = Math.max(
                LEAST_PIECES * split.piece().bytes(),
                Math.min(LARGEST_BURST_BYTES, ceiling.bytesIn(BURST).bytes()));
        if (ceiling.timeFor(DataSize.ofBytes(bytes)).compareTo(LONGEST_BURST) > 0) {
            return null;
        }
        DataRate nearest = burst((int) bytes);
        for (int i = 1; i < MOST_BURSTS && error(nearest, ceiling) > TOLERANCE; i++) {
            DataRate next = burst((int) bytes);
            nearest = error(next, ceiling) < error(nearest, ceiling) ? next : nearest;
        }
        return nearest;
    }

    private static double error(DataRate measured, DataRate asked) {
        return Math.abs((double) measured.bitsPerSecond() / asked.bitsPerSecond() - 1);
    }

    /** What comes after the first piece is timed: a piece comes as a whole, when all of it has been on the line. */
    private DataRate burst(int bytes) throws IOException {
        Thread writer = new Thread(() -> write(new byte[bytes]), "longfatpipe-probe");
        writer.setDaemon(true);
        writer.start();
        DataInputStream in = new DataInputStream(client.getInputStream());
        int piece = (int) split.piece().bytes();
        in.readFully(new byte[piece]);
        long from = ticker.nanos();
        in.readFully(new byte[bytes - piece]);
        long nanos = Math.max(1, ticker.nanos() - from);
        return DataRate.of(DataSize.ofBytes(bytes - piece), Duration.ofNanos(nanos));
    }

    private void write(byte[] burst) {
        try {
            server.getOutputStream().write(burst);
        } catch (IOException e) {
            // The reader runs into its time limit and reports it.
        }
    }
}
