/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.PacketCounts;

/** Counts what became of the packets of datagrams in one direction of a pipe. Not thread-safe. */
final class PacketTally {

    private long delivered;
    private long deliveredBytes;
    private long pathLosses;
    private long queueDrops;
    private long cutDrops;

    void delivered(long ipBytes) {
        delivered++;
        deliveredBytes += ipBytes;
    }

    void pathLoss() {
        pathLosses++;
    }

    void queueDrop() {
        queueDrops++;
    }

    void cutDrop() {
        cutDrops++;
    }

    /** Packets that had left the line were on their way when it was cut. */
    void cutOff(long packets, long ipBytes) {
        delivered -= packets;
        deliveredBytes -= ipBytes;
        cutDrops += packets;
    }

    /**
     * @param unaskedDrops what the machine dropped before it could be counted
     */
    PacketCounts counts(long unaskedDrops) {
        return new PacketCounts(delivered, deliveredBytes, pathLosses, queueDrops, cutDrops, unaskedDrops);
    }
}
