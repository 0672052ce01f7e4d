/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * Looks up TCP sockets of this host. Thread-safe; needs no privilege.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface SocketTable extends AutoCloseable {

    /**
     * Finds a socket by its two addresses.
     *
     * @param local the socket's own address
     * @param remote its peer's address
     * @return the record; empty when there is no such socket here or it cannot be read
     */
    Optional<SocketRecord> find(InetSocketAddress local, InetSocketAddress remote);

    /**
     * Returns whether the kernel says that there is no connection between two addresses here. That it could not be asked, or did
     * not answer, says nothing.
     *
     * @param local the socket's own address
     * @param remote its peer's address
     */
    default boolean isGone(InetSocketAddress local, InetSocketAddress remote) {
        return false;
    }

    /**
     * Returns every TCP connection of this network namespace that is not over; those in TIME_WAIT are. Where nobody answers,
     * none.
     */
    default List<SeenSocket> connections() {
        return List.of();
    }

    /** Returns why no socket can be read on this system; empty when they can. */
    default Optional<String> problem() {
        return Optional.empty();
    }

    /** Returns whether sockets can be read on this system at all. */
    boolean isAvailable();

    /** Gives back what the table holds open. Closing twice does nothing. */
    @Override
    void close();

    /** Opens the table of this host: sock_diag over netlink on Linux; elsewhere one that finds nothing. */
    static SocketTable ofThisHost() {
        return SockDiag.openOrNothing();
    }
}
