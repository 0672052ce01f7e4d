/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.PacketCounts;
import java.io.IOException;

/** Packets that the devices of a pipe could not hand on: the path does not lose them, the machine does. */
interface PacketDrops {

    /** Reads them. */
    void look() throws IOException;

    /** How many there have been on the way to the server. */
    long upstream();

    /** How many there have been on the way to the client. */
    long downstream();

    /** Returns counts with those that were not asked for. */
    static PacketCounts add(PacketCounts counts, long unasked) {
        return new PacketCounts(
                counts.delivered() - unasked,
                counts.deliveredBytes(),
                counts.pathLosses(),
                counts.queueDrops(),
                counts.cutDrops(),
                unasked);
    }
}
