/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import org.apiguardian.api.API;

/**
 * What auto-tuning may have made of an application's send buffer ({@code tcp_sndbuf_expand} of {@code net/ipv4/tcp_input.c}):
 * it begins with the first acknowledgement, only ever grows the buffer, and ends at tcp_wmem[2].
 *
 * @param mostBytes tcp_wmem[2] of this host
 */
@API(status = API.Status.INTERNAL)
public record SendAutoTuning(long mostBytes) {

    /** Returns whether a socket that set no SO_SNDBUF can look like this by now. */
    public boolean explains(SocketRecord record, SocketRecord untouched) {
        boolean begun = record.info().bytesAcknowledged() > 1; // the SYN counts as one
        return begun
                && record.sendBuffer() >= untouched.sendBuffer()
                && record.sendBuffer() <= Math.max(mostBytes, untouched.sendBuffer());
    }
}
