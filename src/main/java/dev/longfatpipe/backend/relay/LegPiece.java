/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.BufferReading;
import java.time.Duration;

/**
 * The largest piece that the relay hands to a socket at once, so that a small SO_RCVBUF does not stop the leg.
 *
 * <p>Segments on loopback are as large as half of the largest window that the peer has ever advertised. A receiver whose buffer is small, and which
 * is read slowly, comes to a window between half of its buffer and such a segment: too small to send one ({@code tcp_snd_wnd_test}), too
 * large to be announced anew when it opens ({@code tcp_cleanup_rbuf}: from twice the last one on). Then the leg moves once in each 200 ms, by its
 * probe timer. Measured on Linux 6.18 with an SO_RCVBUF of 32 KiB that was read at 3.2 MB/s, rtt 5 ms: 1.7 mbit came through, in pieces of 28,960 bytes, with
 * segments of 31,132; the kernel's own TCP on the same path carried 23. Packets of 1,500 bytes do not know that, so it is nothing that a path does.
 *
 * <p>Where little more than {@value #HELD_PIECES} pieces of a 32nd of the buffer wait to be sent, no segment is larger than the least window that is
 * not announced anew. What comes through is 400 mbit then (SO_RCVBUF 64 KiB, two cores): pieces are made only where the window allows less by far.
 */
final class LegPiece {

    /** A piece of any size. */
    static final int ANY = Integer.MAX_VALUE;

    /** So many pieces may wait in the relay's socket. */
    static final int HELD_PIECES = 4;

    /** Segments of loopback have at most 65,483 bytes; half of the window that a buffer of four thirds of that has is larger. */
    private static final long LARGEST_SMALL_BUFFER = 65_483 * 4 / 3;

    private static final double MOST_BITS_PER_SECOND = 100e6;
    private static final int PIECES = 32;
    private static final int LEAST_BYTES = 128;

    private LegPiece() {}

    /** Returns how many bytes; {@link #ANY} for a receiver whose buffer is large, auto-tuned or not known, and on a short path. */
    static int of(BufferReading receiver, Duration rtt) {
        long granted = receiver.granted().bytes();
        boolean small = !receiver.setting().isAuto() && granted > 0 && granted <= LARGEST_SMALL_BUFFER;
        boolean slow = granted * 8e9 <= MOST_BITS_PER_SECOND * rtt.toNanos();
        return small && slow ? (int) Math.max(LEAST_BYTES, granted / PIECES) : ANY;
    }
}
