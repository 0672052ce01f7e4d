/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import org.apiguardian.api.API;

/**
 * What Linux tells of a TCP connection in {@code struct tcp_info} ({@code include/uapi/linux/tcp.h}). A field that the running
 * kernel does not have is 0.
 *
 * @param state TCP state as the kernel numbers them: 1 ESTABLISHED, 2 SYN_SENT … 7 CLOSE
 * @param sendWindowScale window scale announced by the peer, 0 to 14
 * @param receiveWindowScale window scale announced by this end, 0 to 14
 * @param retransmissionTimeoutMicros retransmission timeout in microseconds
 * @param sendSegmentBytes maximum segment size for sending
 * @param unacknowledgedSegments segments sent and not acknowledged
 * @param rttMicros smoothed round-trip time in microseconds
 * @param minimumRttMicros least round-trip time in microseconds
 * @param congestionWindowSegments congestion window in segments
 * @param totalRetransmissions segments sent again
 * @param bytesAcknowledged bytes the peer acknowledged, its SYN included
 * @param bytesReceived bytes received
 * @param notSentBytes bytes written by the application and not sent yet
 * @param dataSegmentsOut segments with data sent, retransmissions included
 * @param busyMicros time with data outstanding, in microseconds
 * @param receiveWindowLimitedMicros time limited by the peer's window, in microseconds
 * @param sendBufferLimitedMicros time limited by the own send buffer, in microseconds
 * @param sinceReceivedMillis since when no data has come in, in milliseconds; of a connection without data, its age
 * @param bytesSent payload bytes sent, those sent again included (Linux 4.19)
 * @param bytesSentAgain payload bytes sent again (Linux 4.19)
 * @param sendWindowBytes the window that the peer advertised last (Linux 5.4)
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record TcpInfo(
        int state,
        int sendWindowScale,
        int receiveWindowScale,
        long retransmissionTimeoutMicros,
        long sendSegmentBytes,
        long unacknowledgedSegments,
        long rttMicros,
        long minimumRttMicros,
        long congestionWindowSegments,
        long totalRetransmissions,
        long bytesAcknowledged,
        long bytesReceived,
        long notSentBytes,
        long dataSegmentsOut,
        long busyMicros,
        long receiveWindowLimitedMicros,
        long sendBufferLimitedMicros,
        long sinceReceivedMillis,
        long bytesSent,
        long bytesSentAgain,
        long sendWindowBytes) {

    /** The kernel's number of the state ESTABLISHED. */
    public static final int ESTABLISHED = 1;

    /** The kernel's number of the state CLOSE: a socket whose connection has ended. */
    public static final int CLOSE = 7;

    private static final int TIME_WAIT = 6;
    private static final int CLOSE_WAIT = 8;
    private static final int LAST_ACK = 9;
    private static final int CLOSING = 11;

    /** Returns whether the peer's FIN has arrived. */
    public boolean peerHasEnded() {
        return state == TIME_WAIT || state == CLOSE_WAIT || state == LAST_ACK || state == CLOSING;
    }

    /** Of a socket whose connection has ended the kernel keeps the state only. */
    static TcpInfo onlyState(int state) {
        return new TcpInfo(state, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
}
