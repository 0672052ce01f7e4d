/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;

/**
 * What netem's {@code limit} leaves as a queue. It counts packets, those in the delay line included, and netem delays before it
 * rates: with the pipe full, {@code rate x delay} of the limit is on its way, and the rest is room behind it. A router between the
 * ends that has the whole rate on one of its two egresses works by the same rule.
 */
final class NetemQueue {

    /** netem's own default. */
    static final long DEFAULT_LIMIT_PACKETS = 1000;

    private static final int ETHERNET_HEADER_BYTES = 14;

    private NetemQueue() {}

    /**
     * The room behind a full pipe.
     *
     * @param limitPackets netem's limit
     * @param mtu largest IP packet in bytes
     * @param rtt round-trip time of the empty path, half of it in the delay line
     * @throws IllegalArgumentException if the delay line alone holds more than the limit
     */
    static Queue of(long limitPackets, int mtu, DataRate rate, Duration rtt) {
        long all = Math.multiplyExact(limitPackets, (long) mtu + ETHERNET_HEADER_BYTES);
        long delayed = rate.bytesIn(rtt.dividedBy(2)).bytes();
        if (all <= delayed) {
            throw new IllegalArgumentException("limit [" + limitPackets + "p] is less than the delay line of " + delayed
                    + " bytes holds, so that the limit, not the rate, is the line");
        }
        return Queue.ofBytes(DataSize.ofBytes(all - delayed));
    }
}
