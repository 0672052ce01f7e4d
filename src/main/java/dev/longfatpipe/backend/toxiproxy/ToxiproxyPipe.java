/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.emulate.DeliveryWait;
import dev.longfatpipe.emulate.OutageClock;
import dev.longfatpipe.emulate.PeriodicLook;
import dev.longfatpipe.emulate.PunctualityMeter;
import dev.longfatpipe.emulate.SnapshotLog;
import dev.longfatpipe.expect.SplitTcp;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.EndedSockets;
import dev.longfatpipe.observe.IdleProcessors;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.ProcessorPressure;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.LossTreatment;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.spi.Ticker;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A pipe of Toxiproxy: its proxies, and a thread that looks at the sockets at both ends and after the server. */
final class ToxiproxyPipe implements OpenPipe {

    /** What Toxiproxy reads at a time ({@code io.Copy}), and how many of those its latency toxic holds (GetBufferSize). */
    private static final DataSize PIECE = DataSize.ofKibibytes(32);

    private static final long PIECES = 1_024;

    private static final long LOOK_NANOS = 20_000_000L;
    /** A look that is late does not make the path late, only what is told of it. */
    private static final long LATE_LOOK_NANOS = 100_000_000L;

    /** Where it cannot be told whether all has arrived, waiting for longer tells no more. */
    private static final Duration LEAST_VAIN_PATIENCE = Duration.ofMillis(500);

    private static final long AWAIT_POLL_MILLIS = 5;

    private final PipeRequest request;
    private final Ticker ticker;
    private final ToxiproxyServer toxiproxy;
    private final Leads leads;
    private final SocketTable table = SocketTable.ofThisHost();
    private final EndedSockets ended = EndedSockets.ofThisHost();
    private final ProxiedConnections connections;
    private final PunctualityMeter punctuality;
    private final SnapshotLog log = new SnapshotLog();
    private final Set<String> warnings = new LinkedHashSet<>();
    private final PeriodicLook observer;
    private PipeDescription description;
    private long progressLogged = -1;
    private final OutageClock outages = new OutageClock();
    private volatile boolean closed;
    private long observerCpuNanos;

    private ToxiproxyPipe(
            PipeRequest request,
            Ticker ticker,
            ToxiproxyServer toxiproxy,
            ToxicPlan plan,
            SplitTcp split,
            Verification verification) {
        this.request = request;
        this.ticker = ticker;
        this.toxiproxy = toxiproxy;
        this.leads = new Leads(toxiproxy, plan);
        this.description = new PipeDescription(
                request.name(),
                request.path(),
                request.clientKernel(),
                request.serverKernel(),
                ToxiproxyBackend.NAME,
                "TCP split by a proxy, so that no windows and no queue"
                        + (split.perConnectionRate() ? ", rate of each connection" : "")
                        + (split.lossIsRate() ? ", loss as a rate cap" : ""),
                request.seed(),
                verification,
                split);
        this.connections = new ProxiedConnections(ended.areTold(), ticker.nanos());
        this.punctuality = new PunctualityMeter(LATE_LOOK_NANOS, ticker.nanos());
        addWarnings(plan);
        String name = "longfatpipe-toxiproxy" + (request.name().isEmpty() ? "" : "-" + request.name());
        this.observer = new PeriodicLook(name, ticker, () -> LOOK_NANOS, this::observe);
    }

    static ToxiproxyPipe open(PipeRequest request, ToxiproxyServer toxiproxy) throws IOException {
        Ticker ticker = Ticker.system();
        boolean lossIsRate = request.lossAs() == LossTreatment.MATHIS_RATE_CAP;
        ToxicPlan plan = ToxicPlan.of(request.path(), lossIsRate);
        SplitTcp split = new SplitTcp(
                "Toxiproxy", request.perConnectionRate(), PIECE, DataSize.ofBytes(PIECES * PIECE.bytes()), lossIsRate);
        Verification verification = ToxiproxyProbe.run(toxiproxy, request.path(), split, plan, ticker);
        ToxiproxyPipe pipe = new ToxiproxyPipe(request, ticker, toxiproxy, plan, split, verification);
        pipe.observer.start();
        return pipe;
    }

    private void addWarnings(ToxicPlan plan) {
        plan.rounding().forEach(rounding -> warnings.add("the path is rounded: " + rounding));
        if (request.lossAs() == LossTreatment.MATHIS_RATE_CAP) {
            for (Direction direction : Direction.values()) {
                ToxicPlan.lossCap(request.path(), direction).ifPresent(cap -> warnings.add(lossCap(direction, cap)));
            }
        }
        table.problem()
                .ifPresent(problem -> warnings.add("sockets cannot be read here (" + problem
                        + "), so that what crosses a pipe of Toxiproxy cannot be told"));
        if (!ended.areTold()) {
            warnings.add(
                    "the kernel does not tell of sockets that end (that needs CAP_NET_ADMIN): what they moved in their last "
                            + LOOK_NANOS / 1_000_000 + " ms may be missing");
        }
    }

    private String lossCap(Direction direction, DataRate cap) {
        return "no packet is lost on this pipe: lossAs = MATHIS_RATE_CAP has made loss "
                + request.path().link(direction).loss() + " of "
                + (direction == Direction.UPSTREAM ? "upstream" : "downstream") + " a cap of " + cap.describe()
                + " on the rate of each connection";
    }

    private boolean observe(long due, long now) {
        observeOnce(due, now);
        toxiproxy.check(ticker.nanos());
        return true;
    }

    private synchronized void observeOnce(long due, long now) {
        if (closed) {
            return;
        }
        punctuality.begun(due, now);
        observerCpuNanos = Math.max(0, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        PipeSnapshot snapshot = look();
        long progress = connections.progress();
        if (progress == progressLogged && !connections.haveUnread()) {
            log.hold(snapshot);
            return;
        }
        progressLogged = progress;
        log.add(snapshot);
    }

    /** Looks at the sockets now. */
    private synchronized PipeSnapshot look() {
        long now = ticker.nanos();
        connections.look(now, leads.routes(), table.connections(), ended.take());
        return new PipeSnapshot(
                now,
                connections.samples(),
                punctuality.read(now, observerCpuNanos, IdleProcessors.time(), ProcessorPressure.time()),
                PacketCounts.NONE,
                PacketCounts.NONE,
                outages.total(now),
                unknown().orElse(null));
    }

    private Optional<String> unknown() {
        if (!table.isAvailable()) {
            return Optional.of(
                    "sockets cannot be read here, so that it is not known what crossed the pipe: use backend relay");
        }
        Optional<String> mistaken = leads.mistaken()
                .map(server -> "several pipes lead to server "
                        + ConnectionId.text(server.server())
                        + " through one Toxiproxy, and its sockets do not tell which of them they belong to: give each test"
                        + " a server of its own");
        return mistaken.or(() -> connections
                .hidden()
                .map(server -> "how much has arrived at server " + ConnectionId.text(server.server())
                        + " is not known, for its sockets are not on this machine, and Toxiproxy counts the bytes of a"
                        + " connection only when it has ended: measure a download, or use backend relay"));
    }

    private void requireAlive() {
        toxiproxy.checkNow(ticker.nanos());
        toxiproxy.failure().ifPresent(failure -> {
            throw new UncheckedIOException(new IOException(failure));
        });
    }

    @Override
    public synchronized PipeDescription description() {
        return description;
    }

    @Override
    public InetSocketAddress to(InetSocketAddress server) throws IOException {
        return leads.to(server);
    }

    @Override
    public synchronized void change(Path path) throws IOException {
        ToxicPlan plan = ToxicPlan.of(path, request.lossAs() == LossTreatment.MATHIS_RATE_CAP);
        leads.change(plan);
        plan.rounding().forEach(rounding -> warnings.add("the path is rounded: " + rounding));
        description = description.on(path);
    }

    @Override
    public synchronized void cut() throws IOException {
        if (outages.isCut()) {
            return;
        }
        leads.cut();
        outages.cut(ticker.nanos());
        warnings.add(
                "Toxiproxy takes no line down without a word: cut() has ended the connections that were open, and new ones"
                        + " are refused until restore(); use backend relay, netem or tun for a line over which they survive");
    }

    @Override
    public synchronized void restore() throws IOException {
        if (!outages.isCut()) {
            return;
        }
        leads.restore();
        outages.restore(ticker.nanos());
    }

    @Override
    public PipeSnapshot snapshot() {
        requireAlive();
        return look();
    }

    @Override
    public List<PipeSnapshot> snapshots(long fromNanos, long toNanos) {
        return log.between(fromNanos, toNanos);
    }

    @Override
    public boolean awaitDelivery(Duration atMost) throws InterruptedException {
        Duration rtt = description().path().rtt();
        boolean delivered = new DeliveryWait(ticker, AWAIT_POLL_MILLIS).await(atMost, () -> standing(rtt));
        if (delivered) {
            requireAlive();
        }
        return delivered;
    }

    private DeliveryWait.Standing standing(Duration rtt) {
        PipeSnapshot now = look();
        toxiproxy.failure().ifPresent(failure -> requireAlive());
        boolean known = connections.areKnown() && now.unknown() == null;
        return new DeliveryWait.Standing(
                known && connections.areQuiet(),
                connections.arrived(),
                false,
                known ? DeliveryWait.patienceNanos(rtt) : DeliveryWait.patienceNanos(rtt, LEAST_VAIN_PATIENCE));
    }

    @Override
    public List<String> warnings() {
        if (!closed) {
            toxiproxy.checkNow(ticker.nanos());
        }
        List<String> all = warned();
        toxiproxy.failure().ifPresent(all::add);
        misuse().ifPresent(all::add);
        return all;
    }

    @Override
    public Optional<String> misuse() {
        int atOnce = connections.mostAtOnce();
        boolean rate = hasRate(Direction.UPSTREAM) || hasRate(Direction.DOWNSTREAM);
        return atOnce < 2 || !rate || request.perConnectionRate()
                ? Optional.empty()
                : Optional.of(
                        atOnce + " connections at the same time on a pipe with a rate cannot be honoured by backend ["
                                + ToxiproxyBackend.NAME
                                + "]: each of them has the whole rate, and together they had up to " + atOnce
                                + " times as much. Write perConnectionRate = true if that is what you want, or use backend netem,"
                                + " relay, tun, where they share one line");
    }

    private boolean hasRate(Direction direction) {
        return leads.plan().toxic(PlannedToxic.Kind.BANDWIDTH, direction).isPresent();
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
        try {
            leads.close();
        } catch (IOException e) {
            addWarning("a proxy of this pipe could not be removed: " + e.getMessage());
        }
        ended.close();
        table.close();
        observer.awaitEnd();
    }

    private synchronized List<String> warned() {
        return new ArrayList<>(warnings);
    }

    private synchronized void addWarning(String warning) {
        warnings.add(warning);
    }
}
