/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import org.apiguardian.api.API;

/**
 * What became of the packets that were sent into one direction of a pipe, since it was opened. Where the backend carries
 * packets, these are the IP packets of every protocol; where it ends TCP itself, as the relay does, only the datagrams of
 * UDP, because what TCP would have sent is in the connections' samples.
 *
 * @param delivered packets that arrived, or left the line and will
 * @param deliveredBytes their bytes, IP headers included
 * @param pathLosses packets that the path's loss model dropped
 * @param queueDrops packets dropped because the bottleneck's queue was full
 * @param cutDrops packets dropped because the line was cut
 * @param unaskedDrops packets that the machine lost although the path does not say so; a transfer with any is inconclusive
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record PacketCounts(
        long delivered, long deliveredBytes, long pathLosses, long queueDrops, long cutDrops, long unaskedDrops) {

    /** Of a backend that loses nothing by itself. */
    public PacketCounts(long delivered, long deliveredBytes, long pathLosses, long queueDrops, long cutDrops) {
        this(delivered, deliveredBytes, pathLosses, queueDrops, cutDrops, 0);
    }

    /** No packet was sent. */
    public static final PacketCounts NONE = new PacketCounts(0, 0, 0, 0, 0);

    /** Returns the packets that were sent into the direction. */
    public long sent() {
        return delivered + pathLosses + queueDrops + cutDrops + unaskedDrops;
    }

    /** Returns what was counted since {@code earlier}, which must have been taken before of the same direction. */
    public PacketCounts minus(PacketCounts earlier) {
        return new PacketCounts(
                delivered - earlier.delivered,
                deliveredBytes - earlier.deliveredBytes,
                pathLosses - earlier.pathLosses,
                queueDrops - earlier.queueDrops,
                cutDrops - earlier.cutDrops,
                unaskedDrops - earlier.unaskedDrops);
    }
}
