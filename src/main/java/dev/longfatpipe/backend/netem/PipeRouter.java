/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.ConnectionEnd;
import dev.longfatpipe.observe.SeenDatagrams;
import dev.longfatpipe.observe.SeenSocket;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.spi.ContainerServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** What stands between the clients and the servers of a pipe. Not thread-safe, but for {@link #ends} and {@link #isExit}. */
interface PipeRouter extends AutoCloseable {

    Ends ends();

    /** Which router it is, for the description of the pipe. */
    String name();

    /** Where the bottleneck of a direction is. */
    NetemDirection.Device bottleneck(Direction direction) throws IOException;

    /** Where the way behind the bottleneck is. */
    NetemDirection.Device way(Direction direction) throws IOException;

    /**
     * Returns the address at which the router reaches a server that has an address of its own, neither every one of this host's nor
     * its loopback; gets the router there if need be.
     *
     * @throws IOException when it cannot be reached
     */
    InetSocketAddress reach(InetSocketAddress server) throws IOException;

    /**
     * Returns the address at which the router reaches a server in a container; gets the router there if need be.
     *
     * @throws IOException when it cannot be reached
     */
    InetSocketAddress reach(ContainerServer server) throws IOException;

    /** Leads what comes for a port of the router to a server. */
    void lead(int port, InetSocketAddress server) throws IOException;

    /** Whether it is an address from which the router comes to servers. */
    boolean isExit(InetAddress address);

    /** Counts what devices could not hand on, from now on. */
    PacketDrops drops() throws IOException;

    /** Sockets of servers that this host's own table does not show, as of now. */
    List<SeenSocket> serversElsewhere();

    /** Whether there may be {@link #serversElsewhere}: to look at them takes longer. */
    boolean leadsElsewhere();

    /**
     * The datagrams of the pipe's clients and servers until now; none where they are not told apart.
     *
     * @param leads recognises the clients' sockets
     */
    default List<SeenDatagrams> datagrams(ConnectionEnd.Finder leads) throws IOException {
        return List.of();
    }

    /** What the reader of a report should know of it. */
    List<String> warnings();

    /** Resets the connections that are still open, as far as that is possible. */
    void resetConnections();

    @Override
    void close();
}
