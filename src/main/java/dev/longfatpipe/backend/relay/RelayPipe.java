/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.DeliveryWait;
import dev.longfatpipe.emulate.Probe;
import dev.longfatpipe.emulate.SnapshotLog;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.IdleProcessors;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.ProcessorPressure;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A pipe of the relay. */
final class RelayPipe implements OpenPipe {

    private static final long SNAPSHOT_NANOS = 20_000_000L;
    private static final long AWAIT_POLL_MILLIS = 2;
    /** A port that is free for TCP and taken for UDP is rare; so many in a row mean something else. */
    private static final int MOST_PORTS = 50;

    private final Relay relay;
    private volatile PipeDescription description;
    private final Map<InetSocketAddress, Listener> listeners = new HashMap<>();
    private final List<DatagramListener> datagramListeners = new ArrayList<>();
    private final Connections connections = new Connections();
    private final SnapshotLog log = new SnapshotLog();
    private final AtomicBoolean closed = new AtomicBoolean();
    private long progressLogged = -1;
    private int quietSnapshots;

    private RelayPipe(Relay relay) throws IOException {
        this.relay = relay;
        this.description = describe(verify());
        relay.engine().call(() -> {
            takeSnapshots(relay.now());
            return true;
        });
    }

    private PipeDescription describe(Verification verification) {
        PipeRequest request = relay.request();
        return new PipeDescription(
                request.name(),
                request.path(),
                request.clientKernel(),
                request.serverKernel(),
                RelayBackend.NAME,
                "TCP modelled",
                request.seed(),
                verification);
    }

    static RelayPipe open(PipeRequest request) throws IOException {
        SocketTable table = SocketTable.ofThisHost();
        try {
            return open(request, table);
        } catch (IOException | RuntimeException e) {
            table.close();
            throw e;
        }
    }

    /** Opens a pipe that looks up sockets in this table, and closes it in the end. */
    static RelayPipe open(PipeRequest request, SocketTable table) throws IOException {
        requireModelled(request, request.clientKernel());
        requireModelled(request, request.serverKernel());
        long tolerance =
                Math.max(TimeUnit.MILLISECONDS.toNanos(5), request.path().rtt().toNanos() / 20);
        String name = "longfatpipe-relay" + (request.name().isEmpty() ? "" : "-" + request.name());
        Engine engine = new Engine(name, Ticker.system(), tolerance);
        try {
            return new RelayPipe(Relay.of(request, engine, table));
        } catch (IOException | RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    /** Refuses a congestion control that is not modelled before any connection needs it. */
    private static void requireModelled(PipeRequest request, KernelProfile kernel) {
        CongestionControl.named(
                kernel.sysctls().congestionControl(), request.path().mss(), 0);
    }

    private Verification verify() throws IOException {
        List<Listener> probes = new ArrayList<>();
        try {
            return Probe.run(relay.request().path(), Ticker.system(), server -> {
                Listener listener = Listener.open(relay, server, this::acceptProbe);
                probes.add(listener);
                return register(listener);
            });
        } finally {
            relay.engine().call(() -> {
                probes.forEach(Listener::close);
                return true;
            });
        }
    }

    private void acceptProbe(SocketChannel client, InetSocketAddress server, @Nullable UntouchedSockets untouched) {
        accept(client, server, untouched, true);
    }

    private void acceptClient(SocketChannel client, InetSocketAddress server, @Nullable UntouchedSockets untouched) {
        accept(client, server, untouched, false);
    }

    private void accept(
            SocketChannel client, InetSocketAddress server, @Nullable UntouchedSockets untouched, boolean probe) {
        try {
            ConnectionId id =
                    new ConnectionId(connections.nextNumber(), (InetSocketAddress) client.getRemoteAddress(), server);
            RelayConnection connection = new RelayConnection(relay, id, client, untouched, probe, relay.now());
            if (!probe) {
                connections.add(connection);
            }
        } catch (IOException e) {
            relay.warnings().add("a client could not be accepted: " + e.getMessage());
            try {
                client.close();
            } catch (IOException suppressed) {
                // The descriptor is gone either way.
            }
        }
    }

    @Override
    public PipeDescription description() {
        return description;
    }

    @Override
    public InetSocketAddress to(InetSocketAddress server) throws IOException {
        synchronized (listeners) {
            Listener known = listeners.get(server);
            if (known != null) {
                return known.address();
            }
            Listener listener = bindBoth(server);
            InetSocketAddress address = register(listener);
            listeners.put(server, listener);
            return address;
        }
    }

    /** Binds an address for both transports: which ports are free for one is told when it is bound, for the other it is found out. */
    private Listener bindBoth(InetSocketAddress server) throws IOException {
        for (int tries = 1; ; tries++) {
            Listener listener = Listener.open(relay, server, this::acceptClient);
            try {
                register(DatagramListener.open(relay, connections, listener.address(), server));
                return listener;
            } catch (BindException e) {
                listener.close();
                if (tries == MOST_PORTS) {
                    throw e;
                }
            } catch (IOException | RuntimeException e) {
                listener.close();
                throw e;
            }
        }
    }

    private void register(DatagramListener listener) throws IOException {
        try {
            relay.engine().call(() -> {
                listener.register();
                datagramListeners.add(listener);
                return true;
            });
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
    }

    private InetSocketAddress register(Listener listener) throws IOException {
        try {
            return relay.engine().call(() -> {
                listener.register(relay.engine());
                return listener.address();
            });
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
    }

    /** Takes one as of a time up to which everything has been done: what is sent next is not sent before it. */
    private void takeSnapshots(long now) {
        connections.inspect(now);
        relay.datagrams().lookSometimes(now);
        PipeSnapshot snapshot = snapshotAt(now);
        long progress = connections.progress();
        relay.pool().trim(progress == progressLogged);
        if (progress == progressLogged && !connections.haveUnread()) { // how long bytes lie unread is to be seen
            log.hold(snapshot);
            quietSnapshots++;
            if (!connections.areAtWork()
                    && quietSnapshots >= connections.looksAtAll()
                    && relay.pool().isTrimmed()) {
                relay.engine().beforeNextWork(this::takeSnapshotsAgain);
                return;
            }
        } else {
            progressLogged = progress;
            quietSnapshots = 0;
            log.add(snapshot);
        }
        takeSnapshotsAfter(now);
    }

    private void takeSnapshotsAfter(long now) {
        Engine engine = relay.engine();
        engine.timers().at(now + SNAPSHOT_NANOS, () -> takeSnapshots(engine.dueBy()));
    }

    /** Nothing has moved, and nothing could have by itself, since the last snapshot: an idle pipe takes none. */
    private void takeSnapshotsAgain() {
        long now = relay.now();
        log.hold(snapshotAt(now));
        quietSnapshots = 0;
        takeSnapshotsAfter(now);
    }

    private PipeSnapshot snapshotAt(long nowNanos) {
        PipeClock clock = relay.engine().clock();
        long machineNanos = clock.onMachine(nowNanos);
        return new PipeSnapshot(
                machineNanos,
                connections.sample(nowNanos),
                clock.punctuality()
                        .read(machineNanos, relay.engine().cpuNanos(), IdleProcessors.time(), ProcessorPressure.time()),
                relay.datagrams().upstreamCounts(),
                relay.datagrams().downstreamCounts(),
                relay.line().cutTime(nowNanos));
    }

    @Override
    public void change(Path path) throws IOException {
        relay.engine().call(() -> {
            long now = relay.now();
            connections.forEach(connection -> connection.catchUp(now));
            relay.upstream().change(path, now);
            relay.downstream().change(path, now);
            relay.line().change(path);
            connections.forEach(connection -> connection.onPathChange(path));
            description = description.on(path);
            return true;
        });
    }

    @Override
    public void cut() throws IOException {
        relay.engine().call(() -> {
            if (!relay.line().isCut()) {
                long now = relay.now();
                connections.forEach(connection -> connection.catchUp(now));
                relay.line().cut(now);
                relay.upstream().cut(now);
                relay.downstream().cut(now);
                connections.forEach(connection -> connection.onCut(now));
            }
            return true;
        });
    }

    @Override
    public void restore() throws IOException {
        relay.engine().call(() -> {
            if (relay.line().isCut()) {
                long now = relay.now();
                relay.line().restore(now);
                relay.upstream().restore();
                relay.downstream().restore();
                connections.forEach(connection -> connection.onRestored(now));
            }
            return true;
        });
    }

    @Override
    public PipeSnapshot snapshot() {
        try {
            return relay.engine().call(() -> {
                relay.datagrams().look(relay.now());
                connections.inspect(relay.now()); // what was read since the last look belongs to the time before
                return snapshotAt(relay.now());
            });
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
        return new DeliveryWait(relay::now, AWAIT_POLL_MILLIS).await(atMost, () -> {
            try {
                return relay.engine().call(this::standing);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private DeliveryWait.Standing standing() {
        return new DeliveryWait.Standing(
                isQuiet(),
                connections.progress(),
                connections.areAtWork(),
                DeliveryWait.patienceNanos(Duration.ofNanos(relay.rttNanos())));
    }

    private boolean isQuiet() {
        return connections.areQuiet(relay.now()) && datagramListeners.stream().allMatch(DatagramListener::isQuiet);
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(relay.warningsInOrder());
        warnings.addAll(relay.datagrams().warnings());
        return List.copyOf(warnings);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            relay.engine().close();
            relay.table().close();
        }
    }
}
