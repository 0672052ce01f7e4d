/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import org.apiguardian.api.API;

/**
 * What one direction of one connection did during a transfer.
 *
 * @param before the flow when the transfer began; {@link FlowSample#NONE} when the connection was opened later
 * @param after the flow when the transfer ended
 * @param firstDeliveryNanos when the first byte of the transfer reached the receiver's socket, on the pipe's clock; of a flow
 *     that had delivered bytes before, it is the latest delivery that the first snapshot with a new one tells of, so that
 *     it is at most the distance of two snapshots late; 0 when none has
 * @param unreadAtEnd for how long bytes lay unread in the receiver's socket after the last one of this flow had arrived
 *     there, as far as the snapshots tell; not in {@link #times()}, for its sender was done
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Flow(FlowSample before, FlowSample after, long firstDeliveryNanos, Duration unreadAtEnd) {

    /** A flow of which nothing is known but its beginning and its end. */
    Flow(FlowSample before, FlowSample after) {
        this(
                before,
                after,
                before.firstDeliveryNanos() == 0 ? after.firstDeliveryNanos() : after.lastDeliveryNanos(),
                Duration.ZERO);
    }

    /** Returns the bytes that reached the receiving application. */
    public DataSize bytes() {
        return DataSize.ofBytes(Math.max(0, after.deliveredBytes() - before.deliveredBytes()));
    }

    private static long difference(long after, long before) {
        return after == FlowSample.UNKNOWN ? FlowSample.UNKNOWN : after - before;
    }

    /** Returns the segments sent, retransmissions included; {@link FlowSample#UNKNOWN} where the backend cannot know. */
    public long segments() {
        return difference(after.segments(), before.segments());
    }

    /** Returns the segments sent again; {@link FlowSample#UNKNOWN} where the backend cannot know. */
    public long retransmissions() {
        return difference(after.retransmissions(), before.retransmissions());
    }

    /** Returns the segments that the path's loss model dropped. */
    public long pathLosses() {
        return after.pathLosses() - before.pathLosses();
    }

    /** Returns the segments dropped because the bottleneck's queue was full. */
    public long queueDrops() {
        return after.queueDrops() - before.queueDrops();
    }

    /** Returns the time by what held the sender back. */
    public SenderTimes times() {
        return after.times().minus(before.times()).without(SenderState.WAITING_FOR_DATA, before.waiting());
    }

    /** Returns the part of {@link #times()} during which the line stood idle. */
    public SenderTimes idleLineTimes() {
        return after.idleLineTimes()
                .minus(before.idleLineTimes())
                .without(SenderState.WAITING_FOR_DATA, before.waitingOnIdleLine());
    }
}
