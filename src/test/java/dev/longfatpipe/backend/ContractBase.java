/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.spi.Availability;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the rows of the contract have in common: the backend, its sizes, and what a row opens and leaves to be closed. */
public abstract class ContractBase {

    /** Tag of the rows that a proxy, which ends TCP, cannot honour: pom.xml leaves them out of its suite, where none may be skipped. */
    static final String END_TO_END = "end-to-end";

    static final double NANOS = 1e9;
    private static final double TOLERATED_STALL = 0.05;
    private static final double LEAST_LEFT_OVER = 0.05;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Returns the backend that is held to the contract. */
    protected abstract PipeBackend backend();

    /** Returns the address of this machine at which the backend's pipes reach a server that listens on every address. */
    protected InetAddress serverAddress() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    /** Returns the line rate of most rows: one that the machine holds with ease. */
    protected DataRate rate() {
        return DataRate.ofMegabitsPerSecond(20);
    }

    /** Returns the rtt of most rows: much more than {@link #timing()}. */
    protected Duration rtt() {
        return Duration.ofMillis(40);
    }

    /** Returns by how much a single time may be late here: timers, and threads that have to be woken. */
    protected Duration timing() {
        return Duration.ofMillis(5);
    }

    /** Returns for how long a transfer lasts that measures a rate. */
    protected Duration bulk() {
        return Duration.ofMillis(750);
    }

    /** Returns after which time without another datagram none is under way any more: more than any delay of the rows. */
    protected Duration standstill() {
        return rtt().multipliedBy(5);
    }

    /** Returns how many connections are many. */
    protected int connections() {
        return 50;
    }

    /** Returns how many datagrams a loss is measured with. */
    protected int datagrams() {
        return 2_000;
    }

    /** Returns whether the same seed draws the same losses. */
    protected boolean drawsAreSeeded() {
        return true;
    }

    /** Returns after which time a row that waits for something has failed. */
    protected Duration patience() {
        return Duration.ofSeconds(20);
    }

    /** Returns the request for a path; both ends have this machine's own kernel. */
    protected PipeRequest request(Path path, long seed) {
        return new PipeRequest("", path, KernelProfile.host(), KernelProfile.host(), null, seed);
    }

    /** Checks what the backend keeps outside of this JVM, after a pipe was closed. */
    protected void requireNothingLeft() throws Exception {}

    @BeforeEach
    void requireAvailable() {
        Availability availability = backend().availability();
        assumeTrue(
                availability.isAvailable(),
                () -> "backend " + backend().name() + ": "
                        + availability.reason().orElse("not available"));
    }

    @AfterEach
    void closeAll() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    void requires(Capability... capabilities) {
        for (Capability capability : capabilities) {
            assumeTrue(
                    backend().capabilities().contains(capability),
                    () -> "backend " + backend().name() + " lacks " + capability);
        }
    }

    <T extends AutoCloseable> T closing(T closeable) {
        opened.push(closeable);
        return closeable;
    }

    PathBuilder path() {
        return Path.builder().rtt(rtt()).rate(rate());
    }

    OpenPipe open(PathBuilder path) throws IOException {
        return open(path.build(), 1);
    }

    OpenPipe open(Path path, long seed) throws IOException {
        return closing(backend().open(request(path, seed)));
    }

    ContractServer server() throws IOException {
        return closing(new ContractServer(serverAddress()));
    }

    ContractClient client(InetSocketAddress address) throws IOException {
        return closing(new ContractClient(address, patience()));
    }

    /** Returns what the line carries in the time of {@link #bulk()}. */
    long bulkBytes() {
        return (long) (ceiling() * bulk().toNanos() / NANOS);
    }

    /** Returns the most payload that TCP gets through the line, in bytes per second. */
    double ceiling() {
        return path().build().goodputCeiling(Direction.DOWNSTREAM).orElseThrow().bitsPerSecond() / 8.0;
    }

    /**
     * Says nothing of how fast something was on a machine that did not hold the pipe up meanwhile, or left no processor over for the
     * applications: by the library's own rule such a test is INCONCLUSIVE.
     */
    static void requireHeldUp(OpenPipe pipe, Punctuality before) {
        Punctuality meanwhile = pipe.snapshot().punctuality().since(before);
        assumeTrue(
                meanwhile.stalledShare() <= TOLERATED_STALL
                        && meanwhile.idleShare().orElse(1) >= LEAST_LEFT_OVER,
                () -> "INCONCLUSIVE: the machine did not hold the pipe up: " + meanwhile);
    }

    static double millis(long nanos) {
        return nanos / 1e6;
    }
}
