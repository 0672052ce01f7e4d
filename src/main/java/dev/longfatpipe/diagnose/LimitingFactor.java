/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import org.apiguardian.api.API;

/**
 * The one thing that held a transfer back.
 *
 * <p>How each is told from the others is described in {@code docs/diagnosis.md}. {@link #UNKNOWN} is an answer: where
 * what was measured does not carry a verdict, none is given.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum LimitingFactor {
    /** The line was busy, or the queue in front of it overflowed: the path itself was the limit. */
    LINK,
    /**
     * The receiver advertised too small a window for the path: its receive buffer, set or auto-tuned, was too small.
     */
    RECEIVE_WINDOW,
    /** The sender's own send buffer was too small for the bytes that must be in flight. */
    SEND_BUFFER,
    /** One end did not offer the window scale option, so that no window exceeded 65535 bytes. */
    NO_WINDOW_SCALING,
    /** The congestion window was kept small by packets that the path lost, or the line was cut. */
    LOSS,
    /** The connection was new, or had been idle: it was over, or nearly so, before its congestion window had opened. */
    SLOW_START,
    /** The receiving application did not read what had arrived. */
    SLOW_READER,
    /** A window of the application's own protocol (HTTP/2, gRPC, SSH) was full. Not diagnosed yet. */
    APPLICATION_WINDOW,
    /** Each message waited for the answer to the one before. Not diagnosed yet: {@link #SENDER} is said instead. */
    REQUEST_RESPONSE,
    /** Each connection did what it could, and more of them would have done more. Not diagnosed yet. */
    TOO_FEW_STREAMS,
    /** The sending application offered no data. */
    SENDER,
    /** The machine ran out of processor time. Not diagnosed yet: such a run is inconclusive. */
    CPU,
    /** Nothing was measured that carries a verdict. */
    UNKNOWN
}
