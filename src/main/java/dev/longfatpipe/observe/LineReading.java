/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import org.apiguardian.api.API;

/**
 * What the line of a pipe has done until a moment. Cumulative since the pipe was opened.
 *
 * @param upstreamBusyNanos time that the bottleneck of the direction to the server was busy; 0 for a line without a rate
 * @param downstreamBusyNanos the same of the direction to the client
 * @param upstream packets sent to the server
 * @param downstream packets sent to the client
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record LineReading(
        long upstreamBusyNanos, long downstreamBusyNanos, PacketCounts upstream, PacketCounts downstream) {

    /** Nothing has happened yet. */
    public static final LineReading NONE = new LineReading(0, 0, PacketCounts.NONE, PacketCounts.NONE);

    long busyNanos(Direction direction) {
        return direction == Direction.UPSTREAM ? upstreamBusyNanos : downstreamBusyNanos;
    }

    PacketCounts packets(Direction direction) {
        return direction == Direction.UPSTREAM ? upstream : downstream;
    }
}
