/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.emulate.DeliveryWait;
import dev.longfatpipe.emulate.SnapshotLog;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Looks at a pipe every 20 ms, and whenever somebody asks: at its packets and at the sockets at their ends. Thread-safe. */
final class Observer implements AutoCloseable {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long AWAIT_POLL_MILLIS = 2;

    private final Line line;
    private final Device device;
    private final Servers servers;
    private final SocketLooks sockets;
    private final SnapshotLog log = new SnapshotLog();
    private final Set<String> warnings = new ConcurrentSkipListSet<>();
    private final Set<Integer> refusals = new HashSet<>();
    private final long deviceDropsBefore;
    private final Thread thread;
    private long loggedProgress = -1;
    private volatile boolean closing;
    private volatile long patienceNanos;

    Observer(Line line, Device device, Servers servers, SocketLooks sockets, Duration rtt, String pipe) {
        this.line = line;
        this.device = device;
        this.servers = servers;
        this.sockets = sockets;
        this.deviceDropsBefore = DeviceDrops.of(device.name());
        this.thread = new Thread(this::run, "longfatpipe-tun-looks" + (pipe.isEmpty() ? "" : "-" + pipe));
        this.thread.setDaemon(true);
        rttIs(rtt);
        this.thread.start();
    }

    /** The path has this rtt from now on. */
    void rttIs(Duration rtt) {
        patienceNanos = DeliveryWait.patienceNanos(rtt);
    }

    private void run() {
        try {
            while (!closing) {
                long from = device.engine().ticker().nanos();
                note();
                long took = device.engine().ticker().nanos() - from;
                LockSupport.parkNanos(Math.max(LOOK_NANOS - took, took));
            }
        } catch (IOException | RuntimeException e) {
            if (!closing) {
                warnings.add("the pipe is not looked at any more: " + e.getMessage());
            }
        }
    }

    /** Logs a snapshot, unless nothing has happened since the last one. */
    private synchronized void note() throws IOException {
        LineLook look = look();
        PipeSnapshot snapshot = snapshot(look);
        long progress = look.progress() + sockets.progress();
        if (progress == loggedProgress && !sockets.haveUnread()) {
            log.hold(snapshot);
            return;
        }
        loggedProgress = progress;
        log.add(snapshot);
    }

    private synchronized LineLook look() throws IOException {
        LineLook look = LineLook.at(line, device, deviceDropsBefore);
        sockets.look(look.nanos(), look.conversations(), look.line());
        look.conversations().stream().filter(ConversationSample::reset).forEach(this::warnOfUnreachable);
        return look;
    }

    /** A server that began to listen after the pipe was led to it may listen where no packet comes. */
    private void warnOfUnreachable(ConversationSample refused) {
        boolean answered = refused.downstream().deliveredBytes > 0 || refused.upstream().deliveredBytes > 0;
        InetSocketAddress server = refused.id().server();
        if (!answered && refused.id().transport() == Transport.TCP && refusals.add(refused.index())) {
            @Nullable String problem = servers.problem(server);
            if (problem != null) {
                warnings.add(problem);
            }
        }
    }

    private PipeSnapshot snapshot(LineLook look) {
        return new PipeSnapshot(
                look.nanos(),
                look.conversations().stream()
                        .map(each -> each.with(sockets.of(each)))
                        .toList(),
                look.punctuality(),
                look.line().upstream(),
                look.line().downstream(),
                look.cut());
    }

    synchronized PipeSnapshot snapshot() {
        try {
            return snapshot(look());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<PipeSnapshot> snapshots(long fromNanos, long toNanos) {
        return log.between(fromNanos, toNanos);
    }

    /** As {@link dev.longfatpipe.spi.OpenPipe#awaitDelivery}. */
    boolean awaitDelivery(Duration atMost) throws InterruptedException {
        return new DeliveryWait(device.engine().ticker(), AWAIT_POLL_MILLIS).await(atMost, this::standing);
    }

    private synchronized DeliveryWait.Standing standing() {
        try {
            LineLook look = look();
            return new DeliveryWait.Standing(
                    look.underWay() == 0 && sockets.areQuiet(),
                    look.progress() + sockets.progress(),
                    false,
                    patienceNanos);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Ends the looking. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        Calls.joined(thread);
        synchronized (this) {
            sockets.close();
        }
    }
}
