/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import org.apiguardian.api.API;

/**
 * What auto-tuning may have made of an application's send buffer ({@code tcp_sndbuf_expand} of {@code net/ipv4/tcp_input.c}):
 * it begins with the first acknowledgement, only ever grows the buffer, and ends at tcp_wmem[2]. What it makes of it is memory for a number of
 * whole segments, twice (with BBR three times) as many as are in the congestion window, and an untouched buffer is that of ten: so it grows in
 * tenths of that. (Fourteen of fourteen auto-tuned buffers of Linux 6.18 were multiples of 4,608 bytes, a tenth of 46,080.)
 *
 * @param mostBytes tcp_wmem[2] of this host
 */
@API(status = API.Status.INTERNAL)
public record SendAutoTuning(long mostBytes) {

    /** {@code TCP_INIT_CWND} of {@code include/net/tcp.h}. */
    private static final int INITIAL_SEGMENTS = 10;

    /** Returns whether a socket that set no SO_SNDBUF can look like this by now. */
    public boolean explains(SocketRecord record, SocketRecord untouched) {
        boolean begun = record.info().bytesAcknowledged() > 1; // the SYN counts as one
        return begun
                && record.sendBuffer() >= untouched.sendBuffer()
                && record.sendBuffer() <= Math.max(mostBytes, untouched.sendBuffer())
                && (record.sendBuffer() == mostBytes || isOfWholeSegments(record, untouched));
    }

    /** An untouched buffer that is not that of ten segments, for tcp_wmem[2] bounds it, does not tell how large one is. */
    private static boolean isOfWholeSegments(SocketRecord record, SocketRecord untouched) {
        long segment = untouched.sendBuffer() / INITIAL_SEGMENTS;
        return segment == 0 || untouched.sendBuffer() % INITIAL_SEGMENTS != 0 || record.sendBuffer() % segment == 0;
    }
}
