/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.emulate.DeliveryWait;
import dev.longfatpipe.emulate.LookPace;
import dev.longfatpipe.emulate.OutageClock;
import dev.longfatpipe.emulate.PeriodicLook;
import dev.longfatpipe.emulate.Probe;
import dev.longfatpipe.emulate.PunctualityMeter;
import dev.longfatpipe.emulate.SnapshotLog;
import dev.longfatpipe.observe.EndedSockets;
import dev.longfatpipe.observe.IdleProcessors;
import dev.longfatpipe.observe.KernelConnections;
import dev.longfatpipe.observe.LineReading;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.ProcessorPressure;
import dev.longfatpipe.observe.SeenSocket;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.ContainerServer;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** A pipe of netem: a router, and a thread that looks at the sockets at both ends. */
final class NetemPipe implements OpenPipe {

    private static final long LOOK_NANOS = 20_000_000L;
    /** To look into containers takes an ss in each. */
    private static final long LOOK_ELSEWHERE_NANOS = 50_000_000L;
    /** On a machine on which a look takes long. */
    private static final long RAREST_LOOK_NANOS = 100_000_000L;

    /** A look that is late does not make the path late, only what is told of it. */
    private static final long LATE_LOOK_NANOS = 100_000_000L;

    /** What the machine loses is of no use to the timeline, and to look at it takes as long as all the rest. */
    private static final long LOOK_AT_DROPS_NANOS = 100_000_000L;

    private static final long AWAIT_POLL_MILLIS = 5;

    private final PipeRequest request;
    private final Ticker ticker = Ticker.system();
    private final PipeRouter router;
    private final Leads leads;
    private final NetemDirection upstream;
    private final NetemDirection downstream;
    private final PacketDrops drops;
    private final SocketTable table;
    private final EndedSockets ended;
    private final KernelConnections connections;
    private final PunctualityMeter punctuality;
    private final SnapshotLog log = new SnapshotLog();
    private final Set<String> warnings = new LinkedHashSet<>();
    private final LookPace pace = new LookPace(RAREST_LOOK_NANOS, new SplittableRandom());
    private final PeriodicLook observer;
    private final OutageClock outages = new OutageClock();
    private PipeDescription description;
    private long progressLogged = -1;
    private volatile boolean closed;
    private long observerCpuNanos;
    private long lookedAtDropsNanos;

    private NetemPipe(PipeRequest request, PipeRouter router, SocketTable table, Deque<AutoCloseable> made)
            throws IOException {
        this.request = request;
        this.router = router;
        this.table = table;
        long now = ticker.nanos();
        this.leads = new Leads(router);
        this.upstream = direction(Direction.UPSTREAM, now);
        this.downstream = direction(Direction.DOWNSTREAM, now);
        List<String> differences = new ArrayList<>(upstream.up());
        differences.addAll(downstream.up());
        Untouched untouched;
        Verification probed;
        try {
            untouched = Untouched.read(request, table, leads);
            probed = Probe.run(
                    request.path(),
                    ticker,
                    server -> leads.to(server, false),
                    Untouched.WILDCARD,
                    new DatagramBurst(request.path(), ticker, leads));
        } catch (IOException e) {
            throw new IOException(
                    "no packet comes back through the router; a firewall of this machine may drop what comes from "
                            + Slot.NETWORK + ", allow it: " + e.getMessage(),
                    e);
        }
        awaitStandstill();
        this.description = new PipeDescription(
                request.name(),
                request.path(),
                request.clientKernel(),
                request.serverKernel(),
                NetemBackend.NAME,
                "kernel TCP end to end, " + router.name(),
                request.seed(),
                differences.isEmpty()
                        ? probed
                        : new Verification(probed.rtt(), probed.rate(), String.join("; ", differences)));
        this.drops = router.drops();
        this.ended = EndedSockets.ofThisHost();
        made.push(ended);
        this.punctuality = new PunctualityMeter(LATE_LOOK_NANOS, ticker.nanos());
        this.connections = new KernelConnections(
                leads,
                untouched.clientEnd(),
                untouched.serverEnd(),
                request.path().mss(),
                ticker.nanos());
        addWarnings();
        look();
        String name = "longfatpipe-netem" + (request.name().isEmpty() ? "" : "-" + request.name());
        this.observer = new PeriodicLook(
                name,
                ticker,
                () -> pace.periodNanos(router.leadsElsewhere() ? LOOK_ELSEWHERE_NANOS : LOOK_NANOS),
                this::observe);
        observer.start();
    }

    /**
     * The ends of the probe's connection take leave of each other for a round trip after it: what they send then is not to be counted
     * with what the test sends first. Where packets are lost that may last longer; it is waited for four times as long at most.
     */
    private void awaitStandstill() throws IOException {
        long quietNanos = request.path().rtt().toNanos() + LOOK_NANOS;
        long began = ticker.nanos();
        long since = began;
        long sent = -1;
        for (long now = began; now - since < quietNanos && now - began < 4 * quietNanos; now = ticker.nanos()) {
            upstream.look(now);
            downstream.look(now);
            long sentByNow = upstream.counts().sent() + downstream.counts().sent();
            if (sentByNow != sent) {
                sent = sentByNow;
                since = now;
            }
            LockSupport.parkNanos(LOOK_NANOS / 4);
        }
    }

    private NetemDirection direction(Direction direction, long nowNanos) throws IOException {
        return new NetemDirection(
                router.bottleneck(direction), router.way(direction), request.path(), direction, nowNanos);
    }

    /** Opens a pipe on a router, which goes when the pipe does. */
    static OpenPipe open(PipeRequest request, PipeRouter router) throws IOException {
        Deque<AutoCloseable> made = new ArrayDeque<>();
        made.push(router);
        try {
            SocketTable table = SocketTable.ofThisHost();
            made.push(table);
            return new NetemPipe(request, router, table, made);
        } catch (IOException | RuntimeException | Error e) {
            Closing.all(made, e);
            throw e;
        }
    }

    private void addWarnings() {
        Path path = request.path();
        for (Direction direction : Direction.values()) {
            if (!path.link(direction).loss().isNone()
                    || !path.link(direction).jitter().isZero()) {
                warnings.add("backend netem draws loss and jitter from the kernel's own generator: seed "
                        + request.seed() + " does not repeat them");
            }
        }
        table.problem().ifPresent(problem -> warnings.add("sockets cannot be read here: " + problem));
        if (!ended.areTold()) {
            warnings.add("the kernel does not tell of sockets that end: what they moved in their last "
                    + LOOK_NANOS / 1_000_000 + " ms may be missing");
        }
    }

    private boolean observe(long due, long now) {
        try {
            observeOnce(due, now);
            pace.took(ticker.nanos() - now);
            return true;
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                addWarning("the pipe cannot be looked at any more: " + e.getMessage());
            }
            return false;
        }
    }

    private synchronized void addWarning(String warning) {
        warnings.add(warning);
    }

    private synchronized void observeOnce(long due, long now) throws IOException {
        if (closed) {
            return;
        }
        punctuality.begun(due, now);
        observerCpuNanos = Math.max(0, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        PipeSnapshot snapshot = look(now - lookedAtDropsNanos >= LOOK_AT_DROPS_NANOS);
        long progress = connections.progress()
                + snapshot.upstreamPackets().sent()
                + snapshot.downstreamPackets().sent();
        if (progress == progressLogged && !connections.haveUnread()) {
            log.hold(snapshot);
            return;
        }
        progressLogged = progress;
        log.add(snapshot);
    }

    /** Looks at everything now. */
    private PipeSnapshot look() throws IOException {
        return look(true);
    }

    private synchronized PipeSnapshot look(boolean atDrops) throws IOException {
        long now = ticker.nanos();
        upstream.look(now);
        downstream.look(now);
        if (atDrops) {
            drops.look();
            lookedAtDropsNanos = now;
        }
        PacketCounts up = PacketDrops.add(upstream.counts(), drops.upstream());
        PacketCounts down = PacketDrops.add(downstream.counts(), drops.downstream());
        LineReading line = new LineReading(upstream.busyNanos(), downstream.busyNanos(), up, down);
        List<SeenSocket> living = new ArrayList<>(table.connections());
        living.addAll(router.serversElsewhere());
        connections.look(now, living, ended.take(), router.datagrams(leads), line);
        return new PipeSnapshot(
                now,
                connections.samples(),
                punctuality.read(now, observerCpuNanos, IdleProcessors.time(), ProcessorPressure.time()),
                up,
                down,
                outages.total(now));
    }

    @Override
    public synchronized PipeDescription description() {
        return description;
    }

    @Override
    public InetSocketAddress to(InetSocketAddress server) throws IOException {
        return leads.to(server, true);
    }

    @Override
    public InetSocketAddress to(ContainerServer server) throws IOException {
        return leads.to(server);
    }

    @Override
    public synchronized void change(Path path) throws IOException {
        NetemLine.requirePossible(path);
        List<String> differences = new ArrayList<>(upstream.change(path, ticker.nanos()));
        differences.addAll(downstream.change(path, ticker.nanos()));
        differences.forEach(difference -> warnings.add("the path is not what was asked for: " + difference));
        description = description.on(path);
    }

    @Override
    public synchronized void cut() throws IOException {
        outages.cut(ticker.nanos());
        upstream.cut();
        downstream.cut();
    }

    @Override
    public synchronized void restore() throws IOException {
        upstream.restore(ticker.nanos());
        downstream.restore(ticker.nanos());
        outages.restore(ticker.nanos());
    }

    @Override
    public PipeSnapshot snapshot() {
        try {
            return look();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<PipeSnapshot> snapshots(long fromNanos, long toNanos) {
        return log.between(fromNanos, toNanos);
    }

    @Override
    public boolean awaitDelivery(Duration atMost) throws InterruptedException {
        long patience = DeliveryWait.patienceNanos(description().path().rtt());
        return new DeliveryWait(ticker, AWAIT_POLL_MILLIS).await(atMost, () -> {
            snapshot();
            return new DeliveryWait.Standing(connections.areQuiet(), connections.progress(), false, patience);
        });
    }

    @Override
    public synchronized List<String> warnings() {
        List<String> all = new ArrayList<>(warnings);
        all.addAll(router.warnings());
        return all;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        observer.end();
        router.resetConnections();
        router.close();
        ended.close();
        table.close();
        observer.awaitEnd();
    }
}
