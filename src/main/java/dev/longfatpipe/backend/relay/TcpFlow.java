/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.SenderState;
import java.io.IOException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The model of TCP in one direction of one connection: how far the sender may go, when its bytes arrive, and when it hears of
 * it. Knows nothing of sockets: bytes are taken from a {@link Source} as the windows open, and {@link #deliverable()} says how
 * many of them the receiver may have.
 *
 * <p>It is driven by {@link #advance}, one event at a time in order of their times, so that work which is done late still
 * happens at the time at which it was due: lateness never adds to the round-trip time. Not thread-safe.
 */
final class TcpFlow {

    /** Where the bytes come from. */
    interface Source {
        /** Takes up to {@code most} bytes; fewer when no more are there now; -1 after the last one. */
        int read(int most) throws IOException;
    }

    private static final long NEVER = Long.MAX_VALUE;
    /** The window field of a SYN is never scaled (RFC 7323 section 2.2). */
    private static final long LARGEST_UNSCALED_WINDOW = 65_535;

    private static final int LARGEST_READ_BYTES = 1 << 18;

    private final FlowSettings settings;
    private final Lane forward;
    private final Lane backward;
    private final Source source;
    private final CongestionControl congestion;
    private final ReceiverModel receiver;
    private final SendBufferModel sendBuffer;
    private final SenderAccount account;
    private final FlowCounters counters = new FlowCounters();
    private final RttEstimator rtt = new RttEstimator();
    private final LossDetection losses;

    private final SegmentLog segments = new SegmentLog();
    private final DeliveryReports reports = new DeliveryReports();
    private final PriorityQueue<ResentReport> resentReports = new PriorityQueue<>();
    private final LongRing ackTimes = new LongRing();
    private final LongRing ackSequences = new LongRing();

    private long sent;
    private long arrived;
    private long taken;
    private long acknowledged;
    private long rightEdge;
    private long onTheWay;
    private long socketUnread;
    private long recoveryEnd = -1;
    private boolean reducedByQueue;
    private boolean reduced;
    private boolean windowLimited;
    private boolean drained = true;
    private boolean ended;
    private long finNanos = NEVER;
    private long lastArrivalNanos;
    private long lastSentNanos;

    TcpFlow(
            FlowSettings settings,
            Lane forward,
            Lane backward,
            Source source,
            CongestionControl congestion,
            ReceiverModel receiver,
            SendBufferModel sendBuffer,
            long nowNanos) {
        this.settings = settings;
        this.forward = forward;
        this.backward = backward;
        this.source = source;
        this.congestion = congestion;
        this.receiver = receiver;
        this.sendBuffer = sendBuffer;
        this.account = new SenderAccount(forward.bottleneck(), nowNanos);
        this.losses = new LossDetection(settings.segmentBytes(), rtt);
        this.rightEdge = settings.probe() ? NEVER : Math.min(receiver.window(), LARGEST_UNSCALED_WINDOW);
        this.lastSentNanos = settings.establishedNanos();
    }

    /** The source has bytes again, or has ended. */
    void onReadable(long nowNanos) throws IOException {
        if (drained && !ended && nowNanos >= settings.establishedNanos()) {
            drained = false;
            restartAfterIdle(nowNanos);
            send(nowNanos);
        }
    }

    private void restartAfterIdle(long nowNanos) {
        if (settings.restartAfterIdle() && inFlight() == 0 && nowNanos - lastSentNanos > rtt.timeoutNanos()) {
            congestion.onIdle();
        }
    }

    /**
     * Does the first thing that is due.
     *
     * @return whether anything was
     */
    boolean advance(long nowNanos) throws IOException {
        long arrival = nextArrivalNanos();
        long report = reports.nextNanos();
        long resent = resentReports.isEmpty() ? NEVER : resentReports.peek().nanos();
        long ack = ackTimes.isEmpty() ? NEVER : ackTimes.first();
        long due = losses.nextDueNanos();
        long first = Math.min(Math.min(Math.min(arrival, report), Math.min(resent, ack)), due);
        if (first > nowNanos) {
            return false;
        }
        if (first == arrival) {
            onArrival(arrival);
        } else if (first == report) {
            onReport(report);
        } else if (first == resent) {
            onTheWay -= resentReports.remove().bytes();
            send(resent);
        } else if (first == ack) {
            onAcknowledgement(ack);
        } else {
            onDue(due);
        }
        return true;
    }

    /** Returns when {@link #advance} has something to do next; {@link Long#MAX_VALUE} when it never will. */
    long nextNanos() {
        long next = Math.min(nextArrivalNanos(), reports.nextNanos());
        next = Math.min(
                next, resentReports.isEmpty() ? NEVER : resentReports.peek().nanos());
        next = Math.min(next, ackTimes.isEmpty() ? NEVER : ackTimes.first());
        return Math.min(next, losses.nextDueNanos());
    }

    private long nextArrivalNanos() {
        if (segments.isEmpty()) {
            return NEVER;
        }
        long arrival = segments.arrivalNanos(segments.firstPosition());
        return arrival == SegmentLog.MISSING ? NEVER : Math.max(arrival, lastArrivalNanos);
    }

    private void onArrival(long nowNanos) {
        arrived = segments.end(segments.firstPosition());
        segments.removeFirst();
        lastArrivalNanos = nowNanos;
        acknowledge(nowNanos);
    }

    private void acknowledge(long nowNanos) {
        ackTimes.add(backward.acknowledgementArrival(nowNanos));
        ackSequences.add(arrived);
    }

    private void onReport(long nowNanos) throws IOException {
        long bytes = reports.firstBytes();
        long sentNanos = reports.firstSentNanos();
        reports.removeFirst();
        onTheWay -= bytes;
        rtt.add(nowNanos - sentNanos);
        for (LostPacket packet : losses.onDelivered(sentNanos, bytes, nowNanos)) {
            onDetected(packet, nowNanos);
        }
        boolean inRecovery = acknowledged < recoveryEnd;
        if (windowLimited && (!inRecovery || congestion.inSlowStart())) {
            congestion.onAcknowledged(bytes, nowNanos, rtt.smoothedNanos());
        }
        send(nowNanos);
    }

    private void onAcknowledgement(long nowNanos) throws IOException {
        ackTimes.removeFirst();
        acknowledged = Math.max(acknowledged, ackSequences.removeFirst());
        rightEdge = Math.max(rightEdge, acknowledged + Math.max(0, receiver.window() - unread()));
        send(nowNanos);
    }

    private void onDue(long nowNanos) throws IOException {
        LostPacket packet = losses.pollDue(nowNanos);
        if (packet == null) {
            return;
        }
        if (packet.due == LostPacket.Due.TIMEOUT) {
            packet.timeouts++;
            congestion.onTimeout(nowNanos);
            remember(packet);
            recoveryEnd = sent;
            resend(packet);
            losses.pollAll().forEach(this::resend);
        } else {
            onDetected(packet, nowNanos);
        }
        send(nowNanos);
    }

    private void onDetected(LostPacket packet, long nowNanos) {
        if (packet.end > recoveryEnd) {
            congestion.onLoss(nowNanos);
            remember(packet);
            recoveryEnd = sent;
        }
        resend(packet);
    }

    private void remember(LostPacket cause) {
        reduced = true;
        reducedByQueue = cause.queueOverflow;
    }

    private void resend(LostPacket packet) {
        onTheWay -= packet.length;
        losses.toResend().add(packet);
    }

    private void send(long nowNanos) throws IOException {
        if (nowNanos < settings.establishedNanos()) {
            return;
        }
        retransmit(nowNanos);
        while (!drained && !ended) {
            long room = room();
            if (room < settings.segmentBytes() && (room <= 0 || inFlight() > 0)) {
                break;
            }
            int most = (int) Math.min(room, LARGEST_READ_BYTES);
            if (most > settings.segmentBytes()) {
                most -= most % settings.segmentBytes();
            }
            int bytes = source.read(most);
            if (bytes < 0) {
                ended = true;
                finNanos = Math.max(
                        nowNanos + forward.bottleneck().backlogNanos(nowNanos) + forward.delayNanos(),
                        lastArrivalNanos);
                break;
            }
            drained = bytes < most;
            transmit(bytes, nowNanos);
        }
        SenderState state = state(nowNanos);
        windowLimited = state == SenderState.SLOW_START
                || state == SenderState.AFTER_LOSS
                || state == SenderState.AFTER_QUEUE_OVERFLOW
                || (congestion.inSlowStart() && onTheWay * 2 > congestion.window());
        account.enter(state, nowNanos);
    }

    private void retransmit(long nowNanos) {
        while (!losses.toResend().isEmpty()
                && (onTheWay == 0 || onTheWay + losses.toResend().getFirst().length <= congestion.window())) {
            LostPacket packet = losses.toResend().removeFirst();
            counters.retransmissions += settings.segments(packet.length);
            boolean others = onTheWay > 0 || !losses.toResend().isEmpty();
            packet.sentNanos = nowNanos;
            long arrival = put(packet.length, nowNanos);
            if (arrival == Lane.LOST || arrival == Bottleneck.DROPPED) {
                losses.onLost(packet, others, false);
            } else {
                segments.arrivesAt(packet.position, arrival);
                resentReports.add(new ResentReport(backward.acknowledgementArrival(arrival), packet.length));
            }
        }
    }

    private void transmit(int bytes, long nowNanos) {
        for (int left = bytes; left > 0; ) {
            int length = Math.min(left, settings.trainBytes());
            left -= length;
            boolean others = onTheWay > 0;
            sent += length;
            long arrival = put(length, nowNanos);
            boolean lost = arrival == Lane.LOST || arrival == Bottleneck.DROPPED;
            long position = segments.add(sent, length, nowNanos, lost ? SegmentLog.MISSING : arrival);
            if (lost) {
                LostPacket packet = new LostPacket(position, sent, length, arrival == Bottleneck.DROPPED, nowNanos);
                losses.onLost(packet, others || left > 0, true);
            } else {
                reports.add(backward.acknowledgementArrival(arrival), length, nowNanos);
            }
        }
    }

    private long put(long bytes, long nowNanos) {
        counters.segments += settings.segments(bytes);
        onTheWay += bytes;
        lastSentNanos = nowNanos;
        long arrival = settings.probe()
                ? forward.sendProbe(nowNanos, settings.wireBytes(bytes))
                : forward.send(nowNanos, settings.wireBytes(bytes));
        if (arrival == Lane.LOST) {
            counters.pathLosses += settings.segments(bytes);
        } else if (arrival == Bottleneck.DROPPED) {
            counters.queueDrops += settings.segments(bytes);
        }
        return arrival;
    }

    private long room() {
        return Math.min(congestionRoom(), Math.min(rightEdge - sent, sendBuffer.room(inFlight())));
    }

    private long congestionRoom() {
        return congestion.window() - onTheWay;
    }

    private @Nullable SenderState state(long nowNanos) {
        if (ended) {
            return null;
        }
        if (nowNanos < settings.establishedNanos()) {
            return SenderState.HANDSHAKE;
        }
        if (drained) {
            return SenderState.WAITING_FOR_DATA;
        }
        long receiveRoom = rightEdge - sent;
        long bufferRoom = sendBuffer.room(inFlight());
        if (bufferRoom <= receiveRoom && bufferRoom <= congestionRoom()) {
            sendBuffer.filled();
            return SenderState.SEND_BUFFER;
        }
        if (receiveRoom <= congestionRoom()) {
            return unread() * 10 > receiver.window() * 3 ? SenderState.SLOW_READER : SenderState.RECEIVE_WINDOW;
        }
        if (!reduced) {
            return SenderState.SLOW_START;
        }
        return reducedByQueue ? SenderState.AFTER_QUEUE_OVERFLOW : SenderState.AFTER_LOSS;
    }

    /** Returns how many arrived bytes the receiving application's socket has not been given yet. */
    long deliverable() {
        return arrived - taken;
    }

    /** The receiving application's socket took bytes. */
    void onTaken(long bytes, long nowNanos) {
        boolean blocked = unread() * 10 > receiver.window() * 3;
        taken += bytes;
        counters.taken(bytes, nowNanos);
        receiver.onCopied(bytes, nowNanos, forward.delayNanos() + backward.delayNanos());
        if (blocked) {
            acknowledge(nowNanos);
        }
    }

    /** The receiving application's socket was seen to hold bytes that the application had not read. */
    void onUnread(long bytes, long nowNanos) {
        boolean read = bytes < socketUnread;
        socketUnread = bytes;
        if (read) {
            acknowledge(nowNanos);
        }
    }

    /** Returns the bytes that arrived and that the application has not read. */
    long unread() {
        return arrived - taken + socketUnread;
    }

    /** Returns when the receiver may see the end of the stream; {@link Long#MAX_VALUE} before the sender ended it. */
    long finNanos() {
        return ended && taken == sent ? finNanos : NEVER;
    }

    /** Returns whether the source should be watched for bytes. */
    boolean wantsSource() {
        return drained && !ended;
    }

    /** Returns whether the sender has ended the stream. */
    boolean hasEnded() {
        return ended;
    }

    /** Returns whether everything that left the sender has been taken, and the sender offers nothing more now. */
    boolean isQuiet() {
        return (drained || ended) && taken == sent && socketUnread == 0;
    }

    long inFlight() {
        return sent - acknowledged;
    }

    long sent() {
        return sent;
    }

    long taken() {
        return taken;
    }

    long socketUnread() {
        return socketUnread;
    }

    long congestionWindow() {
        return congestion.window();
    }

    ReceiverModel receiver() {
        return receiver;
    }

    SendBufferModel sendBuffer() {
        return sendBuffer;
    }

    SenderAccount account() {
        return account;
    }

    FlowCounters counters() {
        return counters;
    }

    RttEstimator rtt() {
        return rtt;
    }
}
