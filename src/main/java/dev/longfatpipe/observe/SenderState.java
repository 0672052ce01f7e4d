/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import org.apiguardian.api.API;

/**
 * What kept a sender from putting more bytes on the line at a moment.
 *
 * <p>A flow is in exactly one state at a time, from its opening to its last byte. What the line itself did meanwhile is
 * counted beside it ({@link FlowSample#idleLineTimes()}): a sender that waits for its window while the line is busy with
 * its bytes loses nothing.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum SenderState {
    /** The connection was not established yet, so nothing could be sent. */
    HANDSHAKE,
    /** The sending application offered no bytes: its socket was empty. */
    WAITING_FOR_DATA,
    /** The congestion window was full and no loss had ever reduced it: slow start, still opening. */
    SLOW_START,
    /** The congestion window was full, and the last thing that reduced it was a packet that the path lost. */
    AFTER_LOSS,
    /** The congestion window was full, and the last thing that reduced it was an overflow of the bottleneck's queue. */
    AFTER_QUEUE_OVERFLOW,
    /** The receiver's advertised window was full of bytes in flight. */
    RECEIVE_WINDOW,
    /** The receiver's advertised window was shut by bytes that the receiving application had not read. */
    SLOW_READER,
    /** The sender's own send buffer was full of bytes in flight. */
    SEND_BUFFER
}
