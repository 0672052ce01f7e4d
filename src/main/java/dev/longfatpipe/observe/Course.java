/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * How one direction of a transfer went: its windows, bytes in flight, round trips and losses over time, of all connections
 * that delivered something in that direction together. Immutable.
 *
 * <p>It is made of at most {@value #MOST_MOMENTS} of the snapshots, evenly in time: enough to draw, not to calculate with.
 *
 * @param moments in order of time, the first at the transfer's beginning, the last not before its end
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Course(List<Moment> moments) {

    /** The most moments that a course has. */
    public static final int MOST_MOMENTS = 200;

    public Course {
        moments = List.copyOf(moments);
    }

    /**
     * One moment of a transfer. What a backend does not observe is empty. Windows and buffers are sums over the
     * connections that were open.
     *
     * @param at since the transfer began
     * @param delivered bytes delivered since then
     * @param inFlight bytes sent and not acknowledged yet
     * @param congestionWindow the senders' congestion windows
     * @param receiveWindow the windows the receivers would advertise
     * @param sendCapacity payload that the senders' buffers hold
     * @param smoothedRtt of the open connection that had delivered the most
     * @param retransmissions segments sent again since the transfer began
     * @param losses packets dropped since the transfer began, by the path's loss model or a full queue
     */
    public record Moment(
            Duration at,
            DataSize delivered,
            Optional<DataSize> inFlight,
            Optional<DataSize> congestionWindow,
            Optional<DataSize> receiveWindow,
            Optional<DataSize> sendCapacity,
            Optional<Duration> smoothedRtt,
            Optional<Long> retransmissions,
            Optional<Long> losses) {}
}
