/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import org.apiguardian.api.API;

/**
 * The kernel's record of one TCP socket of this host.
 *
 * @param receiveBuffer {@code rb}: bytes of memory the receive buffer may use, twice the granted SO_RCVBUF
 * @param sendBuffer {@code tb}: bytes of memory the send buffer may use, twice the granted SO_SNDBUF
 * @param receiveQueue sequence numbers received and not read by the application: its bytes, and one for the peer's FIN
 * @param sendQueue bytes written by the application and not acknowledged
 * @param sendMemory bytes of memory that the send buffer uses now, bookkeeping included ({@code w} of ss)
 * @param info the connection's {@code tcp_info}
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record SocketRecord(
        long receiveBuffer, long sendBuffer, long receiveQueue, long sendQueue, long sendMemory, TcpInfo info) {

    /** Returns whether the kernel still has the socket's buffers: not when only its last state is remembered (TIME_WAIT). */
    public boolean hasBuffers() {
        return receiveBuffer > 0;
    }

    /**
     * Returns the bytes received that the application has not read. The end of the stream, which the kernel counts as one of them
     * until the application has read it ({@code rcv_nxt - copied_seq} of {@code net/ipv4/tcp_diag.c}), is none.
     */
    public long unreadBytes() {
        return info.peerHasEnded() ? Math.max(0, receiveQueue - 1) : receiveQueue;
    }
}
