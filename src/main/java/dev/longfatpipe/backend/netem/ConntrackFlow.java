/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.net.InetSocketAddress;

/**
 * What conntrack knows of two ends that exchange packets.
 *
 * @param protocol the number of the IP protocol
 * @param original who began, and with whom, as the packets have it when they come in
 * @param reply the same of the answers, when they come in
 * @param carried what was counted
 */
record ConntrackFlow(int protocol, Tuple original, Tuple reply, Carried carried) {

    /** From where to where. */
    record Tuple(InetSocketAddress from, InetSocketAddress to) {

        Tuple turned() {
            return new Tuple(to, from);
        }
    }

    /** Packets, and their bytes with IP headers. */
    record Counter(long packets, long bytes) {

        static final Counter NONE = new Counter(0, 0);
    }

    /**
     * What was counted.
     *
     * @param there what went to where it was begun with
     * @param back what was answered
     * @param known whether the kernel counts at all
     */
    record Carried(Counter there, Counter back, boolean known) {

        /** What a flow has carried that the kernel has not seen. */
        static final Carried NOTHING = new Carried(Counter.NONE, Counter.NONE, true);
        /** What is told of a flow without counters. */
        static final Carried UNKNOWN = new Carried(Counter.NONE, Counter.NONE, false);
    }
}
