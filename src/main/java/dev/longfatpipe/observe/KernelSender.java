/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * Tells from successive looks at a sender's {@code tcp_info} what held it back, and for how long of that the line stood idle.
 *
 * <p>Judged is what changed between two looks, never the cumulative figure:
 *
 * <ul>
 *   <li>the time without data outstanding ({@code busy_time} stands still): nothing to send;
 *   <li>of the rest, {@code rwnd_limited}, and all of it when bytes wait to be sent, and nine tenths of the peer's window but less than
 *       three quarters of the congestion window are in flight: the receiver's window; its slow reader, when that {@linkplain ReaderBacklog is
 *       behind}. (Of a sender that is paced {@code rwnd_limited} has a part only: 33 % of the time with BBR, when 54 to 55
 *       of 55 segments were in flight, Linux 6.18);
 *   <li>of the rest, when less than three quarters of the congestion window are in flight, and either less than a segment waits
 *       to be sent or all that waits would not fill those three quarters: the sender's buffer when more than two thirds of its
 *       memory are used, for a writer that waits is woken below that ({@code sk_stream_is_writeable}), else its application. A buffer that
 *       auto-tuning can still grow is never full: an acknowledgement grows it whenever a writer waits and the congestion window has
 *       room ({@code tcp_new_space}). ({@code sndbuf_limited} is no help: it was 0 in 12 of 27 runs that the send buffer
 *       limited. Some segments wait where the sender is paced: with BBR and an SO_SNDBUF of 16 KiB, 9 to 13 segments were in
 *       flight, up to 6 waited, and the window was 36, Linux 6.18.)
 *   <li>of the rest, when less than three quarters of the congestion window are in flight, and the reader is behind: the slow reader. The
 *       sender is paced by what it has seen delivered, which is what has been read. (BBR with a reader of 4 mbit on a line of 100: a third of
 *       the congestion window was in flight, a quarter of the time was {@code rwnd_limited}, and half of the window lay unread all the time, Linux 6.18);
 *   <li>what remains: the congestion window, by what last reduced it since it was last closed in an idle time.
 * </ul>
 *
 * <p>Rule and thresholds as measured over 211 runs on Linux 6.1 and 6.18. The kernel counts these times in its own ticks (1 to
 * 10 ms), so that a single look may be off by one.
 */
final class KernelSender {

    private static final double WINDOW_SHARE = 0.75;
    private static final double PEER_WINDOW_SHARE = 0.9;
    private static final double FULL_SHARE = 2.0 / 3;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long MICROS_PER_MILLI = 1_000;
    private static final long SLACK_MICROS = 100_000;

    private final Predicate<SocketRecord> grows;
    private final boolean restarts;
    private final long[] total = new long[SenderState.values().length];
    private final long[] idle = new long[SenderState.values().length];
    private final long[] waiting = new long[2];
    private final ReaderBacklog reader = new ReaderBacklog();
    private KernelLook last;
    private long largestPeerWindow;
    private long lossesBefore;
    private long dropsBefore;
    private SenderState congestion = SenderState.SLOW_START;
    private boolean established;

    /**
     * A sender that cannot send before the handshake is over.
     *
     * @param opened a look without sockets
     * @param grows whether auto-tuning can still grow the send buffer of a socket
     * @param restarts whether the congestion window is closed in an idle time (RFC 2861, {@code tcp_slow_start_after_idle_check} of
     *     {@code include/net/tcp.h})
     */
    KernelSender(KernelLook opened, Predicate<SocketRecord> grows, boolean restarts) {
        this.grows = grows;
        this.restarts = restarts;
        last = opened;
        lossesBefore = opened.pathLosses();
        dropsBefore = opened.queueDrops();
    }

    /** Takes the next look. */
    void add(KernelLook look) {
        KernelLook before = last;
        last = look;
        if (look.nanos() <= before.nanos()) {
            return;
        }
        long elapsed = look.nanos() - before.nanos();
        double idleShare = 1 - (double) Math.min(elapsed, look.busyNanos() - before.busyNanos()) / elapsed;
        SocketRecord sender = look.sender();
        if (!established) {
            established = sender != null && hasConnected(sender.info());
            lossesBefore = look.pathLosses();
            dropsBefore = look.queueDrops();
            if (sender != null || !isElsewhere(look)) {
                enter(SenderState.HANDSHAKE, elapsed, idleShare);
            }
        } else if (sender != null && before.sender() != null) {
            judge(look, sender.info(), before.sender().info(), elapsed, idleShare);
        }
    }

    private static boolean hasConnected(TcpInfo info) {
        return info.state() == TcpInfo.ESTABLISHED || info.peerHasEnded() || info.bytesSent() > 0;
    }

    /** A peer that has been connected for long has a sender; one that is not seen is not on this host. */
    private static boolean isElsewhere(KernelLook look) {
        SocketRecord receiver = look.receiver();
        return receiver != null
                && hasConnected(receiver.info())
                && (receiver.info().bytesReceived() > 0
                        || receiver.info().sinceReceivedMillis() * MICROS_PER_MILLI
                                > 2 * receiver.info().rttMicros() + SLACK_MICROS);
    }

    private void judge(KernelLook look, TcpInfo now, TcpInfo earlier, long elapsed, double idleShare) {
        if (now.bytesSent() > earlier.bytesSent()) {
            if (restarts && waiting[0] > 0 && waiting[0] >= earlier.retransmissionTimeoutMicros() * NANOS_PER_MICRO) {
                congestion = SenderState.SLOW_START;
            }
            enter(SenderState.WAITING_FOR_DATA, waiting[0], waiting[0] == 0 ? 0 : (double) waiting[1] / waiting[0]);
            waiting[0] = 0;
            waiting[1] = 0;
        }
        noteReduction(look, now, earlier);
        noteReader(look, now, elapsed);
        long busy = within(elapsed, now.busyMicros() - earlier.busyMicros());
        long window = within(busy, now.receiveWindowLimitedMicros() - earlier.receiveWindowLimitedMicros());
        await(elapsed - busy, idleShare);
        SenderState receiver = reader.isBehind() ? SenderState.SLOW_READER : SenderState.RECEIVE_WINDOW;
        enter(receiver, window, idleShare);
        long rest = busy - window;
        SocketRecord sender = look.sender();
        if (fillsPeerWindow(now)) {
            enter(receiver, rest, idleShare);
        } else if (sender == null || !isStarved(now)) {
            boolean paced = reader.isBehind() && !fillsCongestionWindow(now);
            enter(paced ? SenderState.SLOW_READER : congestion, rest, idleShare);
        } else if (sender.sendMemory() > FULL_SHARE * sender.sendBuffer() && !grows.test(sender)) {
            enter(SenderState.SEND_BUFFER, rest, idleShare);
        } else {
            await(rest, idleShare);
        }
    }

    private static long within(long most, long micros) {
        return Math.max(0, Math.min(most, micros * NANOS_PER_MICRO));
    }

    private static boolean fillsPeerWindow(TcpInfo info) {
        return info.sendWindowBytes() > 0
                && info.notSentBytes() >= info.sendSegmentBytes()
                && !fillsCongestionWindow(info)
                && info.unacknowledgedSegments() * info.sendSegmentBytes() > PEER_WINDOW_SHARE * info.sendWindowBytes();
    }

    private static boolean isStarved(TcpInfo info) {
        double most = WINDOW_SHARE * info.congestionWindowSegments();
        return !fillsCongestionWindow(info)
                && (info.notSentBytes() < info.sendSegmentBytes()
                        || info.unacknowledgedSegments() + (double) info.notSentBytes() / info.sendSegmentBytes()
                                < most);
    }

    private static boolean fillsCongestionWindow(TcpInfo info) {
        return info.unacknowledgedSegments() >= WINDOW_SHARE * info.congestionWindowSegments();
    }

    private void noteReader(KernelLook look, TcpInfo now, long elapsed) {
        SocketRecord receiver = look.receiver();
        largestPeerWindow = Math.max(largestPeerWindow, now.sendWindowBytes());
        if (receiver != null) {
            long window = largestPeerWindow > 0 ? largestPeerWindow : receiver.receiveBuffer() / 2;
            reader.add(receiver.unreadBytes(), window, elapsed, now.rttMicros() * NANOS_PER_MICRO);
        }
    }

    /** What was sent again since the last time was lost by the path or found no room; what was more decides. */
    private void noteReduction(KernelLook look, TcpInfo now, TcpInfo earlier) {
        if (now.totalRetransmissions() <= earlier.totalRetransmissions()) {
            return;
        }
        long losses = look.pathLosses() - lossesBefore;
        long drops = look.queueDrops() - dropsBefore;
        if (losses > 0 || drops > 0) {
            congestion = drops > losses ? SenderState.AFTER_QUEUE_OVERFLOW : SenderState.AFTER_LOSS;
        } else if (congestion == SenderState.SLOW_START) {
            congestion = SenderState.AFTER_LOSS;
        }
        lossesBefore = look.pathLosses();
        dropsBefore = look.queueDrops();
    }

    /** A sender that has sent everything is not waiting but done, and nobody knows which it is until the next byte. */
    private void await(long nanos, double idleShare) {
        waiting[0] += nanos;
        waiting[1] += Math.round(nanos * idleShare);
    }

    private void enter(SenderState state, long nanos, double idleShare) {
        total[state.ordinal()] += nanos;
        idle[state.ordinal()] += Math.round(nanos * idleShare);
    }

    SenderTimes times() {
        return SenderTimes.ofNanos(total);
    }

    SenderTimes idleLineTimes() {
        return SenderTimes.ofNanos(idle);
    }

    Duration waiting() {
        return Duration.ofNanos(waiting[0]);
    }

    /** The part of {@link #waiting()} during which the line stood idle. */
    Duration waitingOnIdleLine() {
        return Duration.ofNanos(waiting[1]);
    }
}
