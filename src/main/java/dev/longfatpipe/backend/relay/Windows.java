/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SenderState;

/**
 * The three windows of a sender: its congestion window, the receiver's window as last heard of, and its own send buffer. Sequence
 * numbers count payload bytes from 0. Not thread-safe.
 */
final class Windows {

    /** The window field of a SYN is never scaled (RFC 7323 section 2.2). */
    private static final long LARGEST_UNSCALED_WINDOW = 65_535;
    /** Of the window filled by unread bytes from which on reading some of them is told to the sender at once: 3 tenths. */
    private static final long SHUT_TENTHS = 3;

    private final CongestionControl congestion;
    private final ReceiverModel receiver;
    private final SendBufferModel sendBuffer;
    private final boolean unlimited;
    private long rightEdge;

    Windows(CongestionControl congestion, ReceiverModel receiver, SendBufferModel sendBuffer, boolean unlimited) {
        this.congestion = congestion;
        this.receiver = receiver;
        this.sendBuffer = sendBuffer;
        this.unlimited = unlimited;
        this.rightEdge = initialEdge();
    }

    private long initialEdge() {
        return unlimited ? Long.MAX_VALUE : Math.min(receiver.window(), LARGEST_UNSCALED_WINDOW);
    }

    /**
     * The receiver's socket was read before it took any byte: the window of the handshake was not the one that had been assumed.
     *
     * @param sent end of what has been sent on that assumption, which is not taken back
     */
    void onHandshakeRead(KernelProfile kernel, BufferSetting setting, long sent) {
        receiver.apply(kernel, setting);
        rightEdge = Math.max(sent, initialEdge());
    }

    /** An acknowledgement arrived; the window it carries never shrinks. */
    void onAcknowledged(long sequence, long unread) {
        rightEdge = Math.max(rightEdge, sequence + Math.max(0, receiver.window() - unread));
    }

    /**
     * Returns how many more bytes may be sent.
     *
     * @param sent end of what has been sent
     * @param unacknowledged bytes that the send buffer holds
     * @param onTheWay bytes that are believed to be on their way
     */
    long room(long sent, long unacknowledged, long onTheWay) {
        return Math.min(congestionRoom(onTheWay), Math.min(rightEdge - sent, sendBuffer.room(unacknowledged)));
    }

    private long congestionRoom(long onTheWay) {
        return congestion.window() - onTheWay;
    }

    /**
     * Returns the window that holds a sender back which has bytes to send; {@code congested} names the congestion window. A send
     * buffer that is full only because what it holds has arrived behind a gap is full for the loss that made the gap. Whether it is the
     * reader that shuts the receiver's window is not told.
     */
    SenderState narrowest(long sent, long unacknowledged, long onTheWay, SenderState congested) {
        long receiveRoom = rightEdge - sent;
        long bufferRoom = sendBuffer.room(unacknowledged);
        if (bufferRoom <= receiveRoom && bufferRoom <= congestionRoom(onTheWay)) {
            sendBuffer.filled();
            return onTheWay < unacknowledged && !sendBuffer.isFullOf(onTheWay) ? congested : SenderState.SEND_BUFFER;
        }
        return receiveRoom <= congestionRoom(onTheWay) ? SenderState.RECEIVE_WINDOW : congested;
    }

    /** Returns whether the receiver's window has no room for a whole segment after {@code sent}. */
    boolean holdsBack(long sent, int segmentBytes) {
        return rightEdge - sent < segmentBytes;
    }

    /** Returns whether so much is unread that the window is shut by it for the moment. */
    boolean isShutBy(long unread) {
        return unread * 10 > receiver.window() * SHUT_TENTHS;
    }

    /** Returns the end of what the receiver has allowed so far. */
    long rightEdge() {
        return rightEdge;
    }

    CongestionControl congestion() {
        return congestion;
    }

    ReceiverModel receiver() {
        return receiver;
    }

    SendBufferModel sendBuffer() {
        return sendBuffer;
    }
}
