/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.TcpInfo;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection through a proxy, from what the kernel says of the sockets at its two ends. Each of them talks to the
 * proxy: what they tell of windows, round trips and retransmissions is not the path's, and is not told. Where an end is not on this
 * machine, what only it knows is not known. Not thread-safe.
 */
final class ProxiedFlow {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;
    /** More of the receiver's buffer than this, unread, is a reader that does not keep up, as on kernel TCP. */
    private static final double UNREAD_SHARE = 0.3;

    private final long[] times = new long[SenderState.values().length];
    private @Nullable SocketRecord sender;
    private @Nullable SocketRecord receiver;
    private boolean senderSeen;
    private boolean receiverSeen;
    private boolean peerEnded;
    private long lookedNanos;
    private long waitingNanos;
    private long sent;
    private long received;
    private boolean senderTold;
    private boolean mayHaveEnded;
    private long unread;
    private long firstDeliveryNanos;
    private long lastDeliveryNanos;

    ProxiedFlow(long openedNanos) {
        lookedNanos = openedNanos;
    }

    /**
     * Takes a look.
     *
     * @param senderNow null when it is not on this machine, or no more
     * @param receiverNow null when it is not on this machine, or no more
     */
    void add(long nanos, @Nullable SocketRecord senderNow, @Nullable SocketRecord receiverNow) {
        long elapsed = Math.max(0, nanos - lookedNanos);
        if (senderNow != null) {
            addTimes(elapsed, senderNow);
            sent = Math.max(
                    sent, senderNow.info().bytesSent() - senderNow.info().bytesSentAgain());
            senderSeen = true;
            senderTold |= senderNow.info().state() == TcpInfo.CLOSE;
        }
        if (receiverNow != null) {
            addArrivals(nanos, receiverNow);
            receiverSeen = true;
        } else {
            unread = 0;
        }
        sender = senderNow;
        receiver = receiverNow;
        lookedNanos = Math.max(lookedNanos, nanos);
    }

    /** What a sender without data outstanding offers is nothing; whether it waits or is done, its next byte tells. */
    private void addTimes(long elapsed, SocketRecord now) {
        SocketRecord before = sender;
        long busyBefore = before == null ? 0 : before.info().busyMicros();
        long sentBefore = before == null ? 0 : before.info().bytesSent();
        long busy = Math.min(elapsed, (now.info().busyMicros() - busyBefore) * NANOS_PER_MICRO);
        if (now.info().bytesSent() > sentBefore) {
            times[SenderState.WAITING_FOR_DATA.ordinal()] += waitingNanos;
            waitingNanos = 0;
        }
        waitingNanos += elapsed - Math.max(0, busy);
        if (receiver != null && unread > UNREAD_SHARE * receiver.receiveBuffer() / 2) {
            times[SenderState.SLOW_READER.ordinal()] += Math.max(0, busy);
        }
    }

    /**
     * The end of the stream counts as a byte received, and as one in the queue until it is read. Of a socket that has ended (CLOSE)
     * nothing says whether that is why; what the sender has sent in all tells.
     */
    private void addArrivals(long nanos, SocketRecord now) {
        long before = arrived();
        boolean ended = now.info().state() == TcpInfo.CLOSE;
        peerEnded |= now.info().peerHasEnded();
        mayHaveEnded |= ended && now.info().bytesReceived() > received;
        received = Math.max(received, now.info().bytesReceived());
        unread = Math.min(arrived(), Math.max(0, now.receiveQueue() - (received - arrived())));
        if (arrived() > before) {
            long at = nanos - now.info().sinceReceivedMillis() * NANOS_PER_MILLI;
            lastDeliveryNanos = Math.max(lookedNanos, Math.min(nanos, at));
            firstDeliveryNanos = firstDeliveryNanos == 0 ? lastDeliveryNanos : firstDeliveryNanos;
        }
    }

    long arrived() {
        boolean ended = peerEnded || (mayHaveEnded && !(senderTold && received <= sent));
        return ended ? received - 1 : received;
    }

    /** Whether it is known what has been sent and what has arrived. */
    boolean isKnown() {
        return senderSeen && receiverSeen;
    }

    boolean isReceiverSeen() {
        return receiverSeen;
    }

    boolean hasUnread() {
        return unread > 0;
    }

    long sent() {
        return sent;
    }

    /** Whether all that was sent has been read, as far as that can be known. */
    boolean isQuiet() {
        boolean unsent = sender != null && sender.info().notSentBytes() > 0;
        return unread == 0 && !unsent && (!isKnown() || arrived() >= sent);
    }

    /** A number that changes whenever something moves. */
    long progress() {
        return sent + arrived() - unread;
    }

    FlowSample sample() {
        return new FlowSample(
                Math.max(sent, arrived()),
                arrived() - unread,
                unread,
                isKnown() ? Math.max(0, sent - arrived()) : FlowSample.UNKNOWN,
                FlowSample.UNKNOWN,
                FlowSample.UNKNOWN,
                FlowSample.UNKNOWN,
                Duration.ZERO,
                Duration.ZERO,
                FlowSample.UNKNOWN,
                FlowSample.UNKNOWN,
                0,
                0,
                SenderTimes.ofNanos(times),
                SenderTimes.ofNanos(times),
                Duration.ofNanos(waitingNanos),
                BufferReading.ASSUMED_AUTO,
                BufferReading.ASSUMED_AUTO,
                firstDeliveryNanos,
                lastDeliveryNanos);
    }
}
