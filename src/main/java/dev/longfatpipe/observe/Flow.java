/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.units.DataSize;
import org.apiguardian.api.API;

/**
 * What one direction of one connection did during a transfer.
 *
 * @param before the flow when the transfer began; {@link FlowSample#NONE} when the connection was opened later
 * @param after the flow when the transfer ended
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Flow(FlowSample before, FlowSample after) {

    /** Returns the bytes that reached the receiving application. */
    public DataSize bytes() {
        return DataSize.ofBytes(Math.max(0, after.deliveredBytes() - before.deliveredBytes()));
    }

    /** Returns the segments sent, retransmissions included. */
    public long segments() {
        return after.segments() - before.segments();
    }

    /** Returns the segments sent again. */
    public long retransmissions() {
        return after.retransmissions() - before.retransmissions();
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
                .without(SenderState.WAITING_FOR_DATA, before.waiting());
    }
}
