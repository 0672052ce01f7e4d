/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.spi;

import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * One live pipe of a backend. Thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface OpenPipe extends AutoCloseable {

    /** Returns what the pipe is, with what its probe measured. */
    PipeDescription description();

    /**
     * Leads the pipe to a server.
     *
     * @param server a resolved address; need not be listening yet
     * @return the address at which clients reach that server through the pipe; the same for the same server
     * @throws IOException when no such address can be made
     */
    InetSocketAddress to(InetSocketAddress server) throws IOException;

    /**
     * Leads the pipe to a server in a container, which runs; by default to the address at which this machine reaches it.
     *
     * @return the address at which clients reach that server through the pipe; the same for the same server
     * @throws IOException when no such address can be made, or the container cannot be reached
     */
    default InetSocketAddress to(ContainerServer server) throws IOException {
        return to(server.address());
    }

    /**
     * Lets the pipe be another path from now on. Packets that are under way arrive as if nothing had changed; those that enter
     * later never overtake them. {@link #description()} says the new path from then on; what its probe measured stays.
     *
     * @param path the new path, of the same MTU
     * @throws UnsupportedOperationException when the backend lacks {@link Capability#PATH_CHANGE}
     * @throws IOException when the machine refuses what is needed for it
     */
    default void change(Path path) throws IOException {
        throw new UnsupportedOperationException("the path cannot be changed while the pipe is open");
    }

    /**
     * Takes the line down in both directions: what is on it and what is sent is lost, and no end is told. Cutting twice does
     * nothing. A backend that lacks {@link Capability#CUT} may end the connections and refuse new ones instead, and then says so in
     * {@link #warnings()}.
     *
     * @throws UnsupportedOperationException when the backend can do neither
     * @throws IOException when the machine refuses what is needed for it
     */
    default void cut() throws IOException {
        throw new UnsupportedOperationException("the line cannot be cut");
    }

    /**
     * Takes a line that was cut up again; does nothing for one that is up.
     *
     * @throws UnsupportedOperationException when the backend cannot cut it
     * @throws IOException when the machine refuses what is needed for it
     */
    default void restore() throws IOException {
        throw new UnsupportedOperationException("the line cannot be restored");
    }

    /** Takes a snapshot of the pipe now. */
    PipeSnapshot snapshot();

    /**
     * Returns the snapshots that were taken by themselves between two moments of the pipe's clock, in order of time, at
     * most 50 ms apart where the pipe was busy.
     */
    List<PipeSnapshot> snapshots(long fromNanos, long toNanos);

    /**
     * Waits until every byte that left a sender has been delivered, or nothing has moved for a while, or time is up.
     *
     * @param atMost how long to wait
     * @return whether every byte was delivered
     * @throws InterruptedException when interrupted
     */
    boolean awaitDelivery(Duration atMost) throws InterruptedException;

    /** Returns what the reader of a report on this pipe should know, such as a buffer that could not be read. */
    List<String> warnings();

    /**
     * Returns what was done with the pipe that it cannot honour, and what to do instead, in one sentence that begins with what was
     * asked; empty when nothing was. It fails the test: what was measured is not what the path says.
     */
    default Optional<String> misuse() {
        return Optional.empty();
    }

    /** Closes every connection and gives back everything the pipe took. Closing twice does nothing. */
    @Override
    void close();
}
