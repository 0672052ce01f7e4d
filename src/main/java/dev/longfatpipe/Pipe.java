/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.OpenPipe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One live instance of a path. A client that connects to the address that {@link #to(InetSocketAddress)} answers reaches the
 * server through the path; one that connects to the server itself bypasses it.
 *
 * <p>Thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Pipe implements AutoCloseable {

    /** After the measured action, bytes that are still under way are waited for at most this long. */
    private static final Duration LONGEST_DELIVERY = Duration.ofMinutes(2);

    private final OpenPipe pipe;
    private final PipeSnapshot opened;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicReference<@Nullable Repetition> repetition = new AtomicReference<>();
    private final AtomicReference<@Nullable Transfer> lastMeasured = new AtomicReference<>();
    private final AtomicReference<@Nullable Transfer> totalAtClose = new AtomicReference<>();

    Pipe(OpenPipe pipe) {
        this.pipe = pipe;
        this.opened = pipe.snapshot();
    }

    /** Returns the name of the pipe; empty for the only pipe of a test. */
    public String name() {
        return description().name();
    }

    /** Returns the path that was asked for last, when the pipe was opened or by {@link #change(Path)}. */
    public Path path() {
        return description().path();
    }

    /** Returns what the pipe is: path, kernel profiles, backend, seed and what its probe measured. */
    public PipeDescription description() {
        return pipe.description();
    }

    /**
     * Leads the pipe to a server. The server need not be listening yet; the same server gives the same address.
     *
     * @param server address of the server
     * @return the address at which clients reach that server through the pipe
     * @throws IllegalArgumentException when {@code server} is not resolved
     * @throws IllegalStateException when the pipe is closed
     * @throws UncheckedIOException when the machine has no address left to give
     */
    public InetSocketAddress to(InetSocketAddress server) {
        requireOpen();
        if (server.isUnresolved()) {
            throw new IllegalArgumentException("server [" + server.getHostString() + ":" + server.getPort()
                    + "] cannot be resolved: give a name that this machine knows, or an address such as 127.0.0.1");
        }
        if (server.getPort() == 0) {
            throw new IllegalArgumentException("server [" + server.getHostString()
                    + ":0] has no port: start the server first and pass the port that it listens on");
        }
        try {
            return pipe.to(server);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lead pipe " + quotedName() + "to [" + server + "]", e);
        }
    }

    /**
     * Leads the pipe to a server, as {@link #to(InetSocketAddress)}.
     *
     * @param host name or address of the server
     * @param port its port, 1 to 65535
     * @return the address at which clients reach that server through the pipe
     * @throws IllegalArgumentException when the host cannot be resolved or the port is out of range
     */
    public InetSocketAddress to(String host, int port) {
        requirePort(port);
        return to(new InetSocketAddress(host, port));
    }

    /**
     * Leads the pipe to a server in a container of Testcontainers: to the container itself where the backend can, else to the
     * address at which this machine reaches it.
     *
     * <p>The parameter's type is what every container of Testcontainers is, and nothing of Testcontainers itself: it is
     * optional, and this class must load without it.
     *
     * @param container a container that runs, such as a {@code GenericContainer}
     * @param port the port on which the server listens inside of the container, 1 to 65535; it need not be mapped where this
     *     machine reaches the container's own address
     * @return the address at which clients reach that server through the pipe
     * @throws IllegalArgumentException when it is no container of Testcontainers, or the port is out of range
     * @throws IllegalStateException when the container does not run, or the pipe is closed
     * @throws UncheckedIOException when the pipe cannot be led there
     */
    public InetSocketAddress to(AutoCloseable container, int port) {
        requireOpen();
        requirePort(port);
        try {
            return pipe.to(Containers.server(container, port));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot lead pipe " + quotedName() + "to port " + port + " of the container", e);
        }
    }

    private static void requirePort(int port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port [" + port + "] must be between 1 and 65535");
        }
    }

    /**
     * Leads the pipe to the server of a URI and returns that URI with host and port replaced. Everything else stays as it is
     * written, escapes included. A client of {@code https} will find a certificate that is not for that host: have it trust the
     * name it expects.
     *
     * @param server a URI with a host; without a port, 80 stands for {@code http} and {@code ws}, 443 for {@code https} and
     *     {@code wss}
     * @return the URI through the pipe
     * @throws IllegalArgumentException when there is no host or it cannot be resolved, when the port is not from 1
     *     to 65535, or when there is none and the scheme has no known one
     */
    public URI to(URI server) {
        return PipeUri.through(server, this);
    }

    /**
     * Lets the pipe be another path from now on. Packets that are under way arrive as if nothing had changed; those sent later
     * never overtake them. {@link #path()} says the new path; what was measured before keeps the old one.
     *
     * <p>A transfer that is being measured meanwhile is held against the path that the pipe has when it ends: change the path
     * between two measurements, not within one, where the expectation matters.
     *
     * @param path the new path, of the same MTU
     * @throws IllegalArgumentException when its MTU differs
     * @throws IllegalStateException when the pipe is closed
     * @throws UnsupportedOperationException when the backend cannot change a path
     * @throws UncheckedIOException when the machine refuses what is needed for it
     */
    public void change(Path path) {
        requireOpen();
        if (path.mtu() != path().mtu()) {
            throw new IllegalArgumentException("mtu [" + path.mtu() + "] must stay as it is while the pipe is open: "
                    + path().mtu() + ", because connections have agreed on their segments already");
        }
        apply(() -> pipe.change(path), "change the path of");
    }

    /**
     * Takes the line down in both directions, as a pulled cable does: what is on it and what is sent is lost, and no end is
     * told. TCP connections stay, and time out in the end. Cutting twice does nothing. Backend {@code toxiproxy} ends the connections
     * and refuses new ones instead, and warns of that.
     *
     * @throws IllegalStateException when the pipe is closed
     * @throws UnsupportedOperationException when the backend cannot cut a line
     * @throws UncheckedIOException when the machine refuses what is needed for it
     */
    public void cut() {
        requireOpen();
        apply(pipe::cut, "cut");
    }

    /**
     * Takes a line that was cut up again. Connections go on when their next retransmission is due, which may be a while: a
     * sender's timeout doubles each time (RFC 6298). Does nothing for a line that is up.
     *
     * @throws IllegalStateException when the pipe is closed
     * @throws UnsupportedOperationException when the backend cannot cut a line
     * @throws UncheckedIOException when the machine refuses what is needed for it
     */
    public void restore() {
        requireOpen();
        apply(pipe::restore, "restore");
    }

    private interface Change {
        void apply() throws IOException;
    }

    private void apply(Change change, String what) {
        try {
            change.apply();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot " + what + " pipe " + quotedName(), e);
        } catch (UnsupportedOperationException e) {
            throw new UnsupportedOperationException("backend [" + description().backend() + "]: " + e.getMessage(), e);
        }
    }

    /**
     * Measures what crosses the pipe while an action runs. Bytes that are still under way when the action returns are waited
     * for, and counted.
     *
     * <p>When the action throws, {@link #lastMeasured()} is what had crossed the pipe by then, without waiting.
     *
     * <p>In a test that is compared with a baseline the action runs several times, and what is returned is the run of which the
     * utilisation is in the middle.
     *
     * @param action moves the bytes
     * @return what crossed the pipe
     * @throws IllegalStateException when the pipe is closed
     * @throws BackendIncapableException when the action did with the pipe what its backend cannot honour
     * @throws Exception what the action throws
     */
    public Transfer measure(MeasuredAction action) throws Exception {
        requireOpen();
        Repetition repeated = repetition.get();
        if (repeated == null) {
            return measureOnce(action);
        }
        Transfer transfer = repeated.measure(() -> measureOnce(action));
        lastMeasured.set(transfer);
        return transfer;
    }

    private Transfer measureOnce(MeasuredAction action) throws Exception {
        PipeSnapshot before = pipe.snapshot();
        PipeSnapshot returned;
        try {
            returned = lookAfter(action);
        } catch (Throwable thrown) {
            lastMeasured.set(untilThrown(before, thrown));
            throw thrown;
        }
        Transfer transfer = since(before, returned);
        lastMeasured.set(transfer);
        requireHonoured();
        return transfer;
    }

    /** What was read until an action returns was read by then, and not when everything has been waited for. */
    private PipeSnapshot lookAfter(MeasuredAction action) throws Exception {
        action.run();
        PipeSnapshot returned = pipe.snapshot();
        pipe.awaitDelivery(LONGEST_DELIVERY);
        return returned;
    }

    /**
     * Lets every later measurement be repeated. For the JUnit extension, which compares tests with their baselines.
     *
     * @param repeated how often, and which of the transfers stands for all
     */
    @API(status = API.Status.INTERNAL, since = "0.1")
    public void repeatMeasurements(Repetition repeated) {
        repetition.set(repeated);
    }

    /**
     * Measures an action once, whatever the repetition, and leaves {@link #lastMeasured()} as it is. For the JUnit extension, whose
     * own transfers are not the test's.
     *
     * @throws Exception what the action throws
     */
    @API(status = API.Status.INTERNAL, since = "0.1")
    public Transfer measureAside(MeasuredAction action) throws Exception {
        requireOpen();
        PipeSnapshot before = pipe.snapshot();
        return since(before, lookAfter(action));
    }

    /**
     * Does nothing, unless something was done with the pipe that its backend cannot honour, so that what was measured is not what the
     * path says: several connections on a line that each of them has to itself, for example.
     *
     * @throws BackendIncapableException when that was done; the message says what to do instead
     */
    public void requireHonoured() {
        pipe.misuse().ifPresent(message -> {
            throw BackendIncapableException.misused(description().backend(), message);
        });
    }

    /** What crossed the pipe until an action threw; null rather than an earlier measurement where that cannot be told. */
    private @Nullable Transfer untilThrown(PipeSnapshot before, Throwable thrown) {
        try {
            return since(before);
        } catch (RuntimeException | Error alsoThrown) {
            if (alsoThrown != thrown) {
                thrown.addSuppressed(alsoThrown);
            }
            return null;
        }
    }

    /**
     * Returns what the latest {@link #measure(MeasuredAction)} measured, also when the pipe is closed. Of one whose action threw:
     * what had crossed the pipe by then; empty where that could not be told.
     */
    public Optional<Transfer> lastMeasured() {
        return Optional.ofNullable(lastMeasured.get());
    }

    /**
     * Returns everything that has crossed the pipe since it was opened. Once it is closed, {@link #totalAtClose()} does.
     *
     * @throws IllegalStateException when the pipe is closed
     */
    public Transfer total() {
        requireOpen();
        return since(opened);
    }

    /**
     * Returns everything that had crossed the pipe when it was closed; empty while it is open, and where that could not be
     * told. Bytes that were still under way are not part of it: {@link #awaitDelivery(Duration)} waits for them.
     */
    public Optional<Transfer> totalAtClose() {
        return Optional.ofNullable(totalAtClose.get());
    }

    /**
     * Looks at the pipe now: every connection it ever had, with counters, windows and buffers.
     *
     * @throws IllegalStateException when the pipe is closed
     */
    public PipeSnapshot snapshot() {
        requireOpen();
        return pipe.snapshot();
    }

    /**
     * Waits until every byte that left a sender has been delivered, or nothing has moved for a while, or time is up.
     *
     * @param atMost how long to wait
     * @return whether every byte was delivered
     * @throws InterruptedException when interrupted
     */
    public boolean awaitDelivery(Duration atMost) throws InterruptedException {
        requireOpen();
        return pipe.awaitDelivery(atMost);
    }

    /** Tells of the time from one look until now, with other looks that were taken in it. */
    private Transfer since(PipeSnapshot before, PipeSnapshot... seen) {
        PipeSnapshot after = pipe.snapshot();
        List<PipeSnapshot> between = new ArrayList<>(pipe.snapshots(before.nanos(), after.nanos()));
        between.addAll(List.of(seen));
        between.sort(Comparator.comparingLong(snapshot -> snapshot.nanos() - before.nanos()));
        List<PipeSnapshot> snapshots = new ArrayList<>();
        snapshots.add(before);
        snapshots.addAll(between);
        snapshots.add(after);
        return Transfer.of(description(), snapshots, pipe.warnings());
    }

    /** Returns what the reader of a report on this pipe should know, such as a buffer that could not be read. */
    public List<String> warnings() {
        return pipe.warnings();
    }

    /** Returns whether the pipe is closed. */
    public boolean isClosed() {
        return closed.get();
    }

    /** Closes every connection and gives back everything the pipe took. Closing twice does nothing. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            totalAtClose.set(since(opened));
        } catch (RuntimeException untold) {
            // A pipe that has failed has nothing to tell any more; closing it matters more.
        } finally {
            pipe.close();
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("pipe " + quotedName()
                    + "is closed: a pipe lives only as long as the test (or the try block) that it was opened for");
        }
    }

    private String quotedName() {
        return name().isEmpty() ? "" : "[" + name() + "] ";
    }

    @Override
    public String toString() {
        return "pipe " + quotedName() + "(" + path() + ", backend "
                + description().backend() + ")";
    }
}
