/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

/** A packet whose latest transmission did not arrive, until a transmission of it does. */
final class LostPacket {

    /** What happens when {@link #dueNanos} passes. */
    enum Due {
        /** RACK's reordering window or a tail-loss probe: the packet is marked lost, the window is reduced as for any loss. */
        DETECTION,
        /** The retransmission timer: back to one segment. */
        TIMEOUT
    }

    final long position;
    final long end;
    final long length;
    final boolean queueOverflow;
    long sentNanos;
    long laterDelivered;
    long dueNanos;
    Due due = Due.DETECTION;
    int timeouts;

    LostPacket(long position, long end, long length, boolean queueOverflow, long sentNanos) {
        this.position = position;
        this.end = end;
        this.length = length;
        this.queueOverflow = queueOverflow;
        this.sentNanos = sentNanos;
    }
}
