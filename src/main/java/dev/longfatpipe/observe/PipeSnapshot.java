/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import java.time.Duration;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A pipe at a moment: every connection it ever had, and how well it kept time.
 *
 * @param nanos when, on the pipe's own monotonic clock; only differences mean anything
 * @param connections every connection since the pipe was opened, closed ones included, in order of their numbers
 * @param punctuality how well the machine kept the pipe's time
 * @param upstreamPackets packets sent from clients to servers
 * @param downstreamPackets packets sent from servers to clients
 * @param cut for how long the line had been cut since the pipe was opened, all times together
 * @param unknown what of this cannot be known, and why, such as the bytes that have arrived at a server whose sockets are not on
 *     this machine; null when all of it is known. What is said here is counted as little as is certain
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record PipeSnapshot(
        long nanos,
        List<ConnectionSample> connections,
        Punctuality punctuality,
        PacketCounts upstreamPackets,
        PacketCounts downstreamPackets,
        Duration cut,
        @Nullable String unknown) {

    public PipeSnapshot {
        connections = List.copyOf(connections);
    }

    /** A pipe of which all is known. */
    public PipeSnapshot(
            long nanos,
            List<ConnectionSample> connections,
            Punctuality punctuality,
            PacketCounts upstreamPackets,
            PacketCounts downstreamPackets,
            Duration cut) {
        this(nanos, connections, punctuality, upstreamPackets, downstreamPackets, cut, null);
    }

    /** A pipe that counted no packets, and whose line was never cut. */
    public PipeSnapshot(long nanos, List<ConnectionSample> connections, Punctuality punctuality) {
        this(nanos, connections, punctuality, PacketCounts.NONE, PacketCounts.NONE);
    }

    /** A pipe whose line was never cut. */
    public PipeSnapshot(
            long nanos,
            List<ConnectionSample> connections,
            Punctuality punctuality,
            PacketCounts upstreamPackets,
            PacketCounts downstreamPackets) {
        this(nanos, connections, punctuality, upstreamPackets, downstreamPackets, Duration.ZERO);
    }

    /** Returns the packets sent in one direction. */
    public PacketCounts packets(Direction direction) {
        return direction == Direction.UPSTREAM ? upstreamPackets : downstreamPackets;
    }
}
