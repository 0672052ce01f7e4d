/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import org.apiguardian.api.API;

/**
 * What auto-tuning may have made of an application's receive buffer ({@code tcp_rcv_space_adjust} of
 * {@code net/ipv4/tcp_input.c}): it only ever grows the buffer, not before more than the first window has come in, and ends at
 * tcp_rmem[2].
 *
 * @param mostBytes tcp_rmem[2] of this host
 */
@API(status = API.Status.INTERNAL)
public record ReceiveAutoTuning(long mostBytes) {

    /** Half of the first window, to be on the safe side. */
    private static final long LEAST_RECEIVED_BYTES = 32_768;

    /** Returns whether a socket that set no SO_RCVBUF can look like this by now. */
    public boolean explains(SocketRecord record, SocketRecord untouched) {
        return record.info().bytesReceived() > LEAST_RECEIVED_BYTES
                && record.receiveBuffer() >= untouched.receiveBuffer()
                && record.receiveBuffer() <= Math.max(mostBytes, untouched.receiveBuffer())
                && record.info().receiveWindowScale() == untouched.info().receiveWindowScale();
    }
}
