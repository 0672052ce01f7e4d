/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.Bottleneck;
import dev.longfatpipe.emulate.Lane;
import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
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
    private static final int LARGEST_READ_BYTES = 1 << 18;

    private FlowSettings settings;
    private final Lane forward;
    private final Lane backward;
    private final Source source;
    private final Windows windows;
    private final UnreadWatch reader;
    private final SenderAccount account;
    private final FlowCounters counters = new FlowCounters();
    private final RttEstimator rtt = new RttEstimator();
    private final Recovery recovery;

    private final SegmentLog segments = new SegmentLog();
    private final DelayedAcknowledgement delayed;
    private final DeliveryReports reports = new DeliveryReports();
    /** Of packets that arrive while one before them is missing: these are reported at once. */
    private final DeliveryReports selectiveReports = new DeliveryReports();

    private final PriorityQueue<ResentReport> resentReports = new PriorityQueue<>();
    private final Acknowledgements acknowledgements = new Acknowledgements();
    /** Where what the application wrote ended for the moment. */
    private final LongRing pushes = new LongRing();

    private long sent;
    private long arrived;
    private long taken;
    /** End of what the receiver's auto-tuning has counted as taken by its application. */
    private long copied;

    private long acknowledged;
    private long onTheWay;
    private long socketUnread;
    private long takenWhenLastSeen;
    /** Whether the receiver's socket did not take all it was offered last; true until it was offered anything. */
    private boolean refused = true;

    /** Packets that were lost and have not been sent again with success. */
    private long missing;
    /** When the first packet after a missing one arrives. */
    private long gapSeenNanos = NEVER;

    private boolean windowLimited;
    private boolean drained = true;
    private boolean ended;
    private long finNanos = NEVER;
    private long lastArrivalNanos;
    private long lastSentNanos;

    private final Outage outage = new Outage();
    /** When an acknowledgement came last. */
    private long heardNanos;
    /** When the sender tries again after the line was cut. */
    private long resumeNanos = NEVER;

    private long finSentNanos;
    private boolean finLost;

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
        ProportionalRateReduction reduction = new ProportionalRateReduction(congestion, settings.segmentBytes());
        this.windows = new Windows(reduction, receiver, sendBuffer, settings.probe());
        this.reader = new UnreadWatch(nowNanos);
        this.account = new SenderAccount(forward.bottleneck(), reader, nowNanos);
        this.recovery =
                new Recovery(new LossDetection(settings.segmentBytes(), rtt), reduction, settings.segmentBytes());
        this.lastSentNanos = settings.establishedNanos();
        this.heardNanos = settings.establishedNanos();
        long baseNanos = forward.delayNanos() + backward.delayNanos();
        this.delayed = new DelayedAcknowledgement(
                settings.segmentBytes(), baseNanos + RttEstimator.MINIMUM_VARIANCE_TERM_NANOS);
        rtt.add(baseNanos); // the handshake is the first sample
    }

    /** The receiver's socket was read. Before it has taken any byte, its window is that of the handshake. */
    void onReceiverRead(KernelProfile kernel, BufferSetting setting) {
        if (taken == 0) {
            windows.onHandshakeRead(kernel, setting, sent);
        } else {
            windows.receiver().apply(kernel, setting);
        }
    }

    /** The source has bytes again, or has ended. */
    void onReadable(long nowNanos) throws IOException {
        if (drained && !ended && nowNanos >= settings.establishedNanos()) {
            catchUp(nowNanos);
            drained = false;
            restartAfterIdle(nowNanos);
            send(nowNanos);
        }
    }

    /** What was due before the source had bytes must not send any of them. */
    private void catchUp(long nowNanos) throws IOException {
        while (nextNanos() < nowNanos) {
            advance(nowNanos);
        }
    }

    private void restartAfterIdle(long nowNanos) {
        if (settings.restartAfterIdle() && inFlight() == 0 && nowNanos - lastSentNanos > rtt.timeoutNanos()) {
            windows.congestion().onIdle();
            recovery.onIdle();
        }
    }

    /**
     * Does the first thing that is due.
     *
     * @return whether anything was
     */
    boolean advance(long nowNanos) throws IOException {
        long arrival = nextArrivalNanos();
        long ack = acknowledgements.nextNanos();
        long report = reports.nextNanos();
        long selective = selectiveReports.nextNanos();
        long resent = nextResentNanos();
        long delayedAck = nextDelayedNanos();
        long first = nextNanos();
        if (first > nowNanos) {
            return false;
        }
        if (first == arrival) {
            onArrival(first);
        } else if (first == ack) { // of one and the same packet, what it acknowledges counts before what it reports
            onAcknowledgement(first);
        } else if (first == report) {
            onReport(reports, first);
        } else if (first == selective) {
            onReport(selectiveReports, first);
        } else if (first == resent) {
            onResentReport(resentReports.remove(), first);
        } else if (first == delayedAck) {
            acknowledge(first);
        } else if (first == resumeNanos) {
            onResume(first);
        } else {
            onTheWay -= recovery.onDue(sent, first);
            recovery.onReport(0, onTheWay);
            send(first);
        }
        return true;
    }

    /** Returns when {@link #advance} has something to do next; {@link Long#MAX_VALUE} when it never will. */
    long nextNanos() {
        long next = Math.min(nextArrivalNanos(), acknowledgements.nextNanos());
        next = Math.min(next, Math.min(reports.nextNanos(), selectiveReports.nextNanos()));
        next = Math.min(next, Math.min(nextResentNanos(), nextDelayedNanos()));
        next = Math.min(next, resumeNanos);
        return Math.min(next, recovery.nextDueNanos());
    }

    /** Returns whether a byte is still to be moved by the path; what tells a sender whether its receiver's window is open is not. */
    boolean isAtWork() {
        return nextNanos() != NEVER && (inFlight() > 0 || acknowledgements.nextNanos() != nextNanos());
    }

    private long nextResentNanos() {
        return resentReports.isEmpty() ? NEVER : resentReports.peek().nanos();
    }

    private long nextDelayedNanos() {
        return delayed.bytes() == 0 ? NEVER : Math.min(delayed.dueNanos(), Math.max(gapSeenNanos, lastArrivalNanos));
    }

    private long nextArrivalNanos() {
        if (segments.isEmpty()) {
            return NEVER;
        }
        long arrival = segments.arrivalNanos(segments.firstPosition());
        return arrival == SegmentLog.MISSING ? NEVER : Math.max(arrival, lastArrivalNanos);
    }

    private void onArrival(long nowNanos) {
        long position = segments.firstPosition();
        arrived = segments.end(position);
        lastArrivalNanos = nowNanos;
        boolean atOnce = segments.isReported(position)
                || delayed.onArrival(
                        segments.length(position),
                        segments.sentNanos(position),
                        windows.receiver().window(),
                        isPushed(),
                        nowNanos);
        segments.removeFirst();
        if (atOnce) {
            acknowledge(nowNanos);
        }
        noteUnread(nowNanos);
        if (unread() == 0 && !refused) { // a reader who keeps up takes it now, whenever its socket is given it
            copied(arrived, nowNanos);
        }
    }

    private void copied(long end, long nowNanos) {
        if (end > copied) {
            windows.receiver().onCopied(end - copied, nowNanos, forward.delayNanos() + backward.delayNanos());
            copied = end;
        }
    }

    private boolean isPushed() {
        boolean pushed = false;
        while (!pushes.isEmpty() && pushes.first() <= arrived) {
            pushed = pushes.removeFirst() == arrived;
        }
        return pushed;
    }

    private void acknowledge(long nowNanos) {
        if (backward.isCut()) {
            onTheWay -= delayed.bytes();
            delayed.onSent();
            return;
        }
        long arrival = backward.acknowledgementArrival(nowNanos);
        if (delayed.bytes() > 0) {
            reports.add(arrival, delayed.bytes(), delayed.firstSentNanos(), delayed.lastSentNanos(), arrived);
        }
        delayed.onSent();
        acknowledgements.add(arrival, arrived);
    }

    /** The round-trip time is smoothed by the first packet that an acknowledgement reports, and measured by the last. */
    private void onReport(DeliveryReports from, long nowNanos) throws IOException {
        long bytes = from.firstBytes();
        long sentNanos = from.firstLastSentNanos();
        long end = from.firstEnd();
        rtt.add(nowNanos - from.firstFirstSentNanos());
        from.removeFirst();
        onTheWay -= bytes;
        windows.congestion()
                .onRoundTrip(
                        new RoundTripSample(nowNanos - sentNanos, rtt.smoothedNanos(), acknowledged, sent, nowNanos));
        onTheWay -= recovery.onDelivered(sentNanos, end, bytes, sent, acknowledged, nowNanos);
        recovery.onReport(bytes, onTheWay);
        grow(bytes, nowNanos);
        send(nowNanos);
    }

    private void onResentReport(ResentReport report, long nowNanos) throws IOException {
        onTheWay -= report.bytes();
        recovery.onReport(report.bytes(), onTheWay);
        grow(report.bytes(), nowNanos);
        send(nowNanos);
    }

    private void grow(long bytes, long nowNanos) {
        windows.congestion().onDelivered(bytes, nowNanos, rtt.smoothedNanos(), windowLimited);
        if (windowLimited && recovery.letsWindowGrow(acknowledged)) {
            windows.congestion().onAcknowledged(bytes, nowNanos, rtt.smoothedNanos());
        }
    }

    private void onAcknowledgement(long nowNanos) throws IOException {
        acknowledged = Math.max(acknowledged, acknowledgements.removeFirst());
        heardNanos = nowNanos;
        outage.onHeard(nowNanos);
        recovery.onAcknowledged(acknowledged);
        windows.onAcknowledged(acknowledged, unread());
        send(nowNanos);
    }

    private void send(long nowNanos) throws IOException {
        if (nowNanos < settings.establishedNanos()) {
            return;
        }
        retransmit(nowNanos);
        while (!drained && !ended) {
            long room = windows.room(sent, inFlight(), onTheWay);
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
                finSentNanos = nowNanos;
                finLost = forward.isCut();
                finNanos = Math.max(
                        nowNanos + forward.bottleneck().backlogNanos(nowNanos) + forward.delayNanos(),
                        lastArrivalNanos);
                break;
            }
            drained = bytes < most;
            if (bytes > 0) {
                account.dataCame(nowNanos);
            }
            transmit(bytes, nowNanos);
            if (drained && bytes > 0) {
                pushes.add(sent);
            }
        }
        SenderState state = state(nowNanos);
        windowLimited = state == SenderState.SLOW_START
                || state == SenderState.AFTER_LOSS
                || state == SenderState.AFTER_QUEUE_OVERFLOW
                || (windows.congestion().inSlowStart()
                        && onTheWay * 2 > windows.congestion().window());
        account.enter(state, nowNanos);
    }

    private void retransmit(long nowNanos) {
        for (LostPacket packet = recovery.pollResend(onTheWay);
                packet != null;
                packet = recovery.pollResend(onTheWay)) {
            counters.retransmissions += settings.segments(packet.length);
            boolean others = onTheWay > 0 || recovery.hasResend();
            packet.sentNanos = nowNanos;
            long arrival = put(packet.length, nowNanos);
            if (arrival == Lane.CUT) {
                outage.begin(nowNanos);
                outage.add(packet);
            } else if (!Lane.arrives(arrival)) {
                recovery.onLost(packet, others, false);
            } else {
                segments.arrivesAt(packet.position, arrival);
                missing--;
                gapSeenNanos = missing == 0 ? NEVER : gapSeenNanos;
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
            boolean lost = !Lane.arrives(arrival);
            long position = segments.add(sent, length, nowNanos, lost ? SegmentLog.MISSING : arrival);
            if (lost) {
                segments.report(position);
                missing++;
                LostPacket packet = new LostPacket(position, sent, length, arrival == Bottleneck.DROPPED, nowNanos);
                if (arrival == Lane.CUT) {
                    outage.begin(nowNanos);
                    outage.add(packet);
                } else {
                    recovery.onLost(packet, others || left > 0, true);
                }
            } else if (missing > 0) {
                segments.report(position);
                gapSeenNanos = Math.min(gapSeenNanos, arrival);
                selectiveReports.add(backward.acknowledgementArrival(arrival), length, nowNanos, nowNanos, sent);
            }
        }
    }

    private long put(long bytes, long nowNanos) {
        counters.segments += settings.segments(bytes);
        onTheWay += bytes;
        recovery.onSent(bytes);
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

    private @Nullable SenderState state(long nowNanos) {
        if (outage.isLasting() && inFlight() > 0) {
            return SenderState.AFTER_LOSS;
        }
        if (ended) {
            return null;
        }
        if (nowNanos < settings.establishedNanos()) {
            return SenderState.HANDSHAKE;
        }
        if (drained) {
            return SenderState.WAITING_FOR_DATA;
        }
        return windows.narrowest(sent, inFlight(), onTheWay, congested());
    }

    private SenderState congested() {
        LostPacket cause = recovery.cause();
        if (cause == null) {
            return SenderState.SLOW_START;
        }
        return cause.queueOverflow ? SenderState.AFTER_QUEUE_OVERFLOW : SenderState.AFTER_LOSS;
    }

    /** The path is another one from now on. */
    void onPathChange(FlowSettings now, long bandwidthDelayProduct) {
        settings = now;
        windows.congestion().onPathChange(bandwidthDelayProduct);
    }

    /**
     * The line was cut: what has not arrived by now never does, and no acknowledgement that was on its way either. Everything that
     * was due by now has been done.
     */
    void onCut(long nowNanos) {
        if (inFlight() > 0) {
            outage.begin(Math.max(
                    heardNanos, segments.isEmpty() ? heardNanos : segments.sentNanos(segments.firstPosition())));
        }
        long lost = 0;
        for (long position = segments.firstPosition(); position < segments.endPosition(); position++) {
            long arrival = segments.arrivalNanos(position);
            if (arrival != SegmentLog.MISSING && arrival > nowNanos) {
                long length = segments.length(position);
                segments.arrivesAt(position, SegmentLog.MISSING);
                segments.report(position);
                missing++;
                lost += length;
                outage.add(
                        new LostPacket(position, segments.end(position), length, false, segments.sentNanos(position)));
            }
        }
        reports.clear();
        selectiveReports.clear();
        resentReports.clear();
        acknowledgements.clear();
        delayed.onSent();
        gapSeenNanos = NEVER;
        lastArrivalNanos = Math.min(lastArrivalNanos, nowNanos);
        onTheWay = lost + recovery.undetectedBytes();
        resumeNanos = NEVER;
        finLost |= ended && finNanos > nowNanos;
        account.enter(state(nowNanos), nowNanos);
    }

    /** The line was restored: the sender finds out when its retransmission timer expires next, which it may have done several times. */
    void onRestored(long nowNanos) {
        long timeout = rtt.timeoutNanos();
        recovery.onCutOff(outage.takeGone());
        if (inFlight() > 0) {
            resumeNanos = outage.onRestored(timeout, nowNanos);
        } else if (sent > 0 && windows.holdsBack(sent, settings.segmentBytes())) {
            acknowledge(nowNanos); // the answer to a probe of the window
        }
        if (finLost) {
            finLost = false;
            long again = inFlight() > 0 ? resumeNanos : Outage.attempt(finSentNanos, timeout, nowNanos);
            finNanos = again + forward.delayNanos();
        }
    }

    private void onResume(long nowNanos) throws IOException {
        resumeNanos = NEVER;
        if (!outage.isLasting()) {
            if (recovery.hasUndetected()) { // the timer began anew with the acknowledgement that came since
                resumeNanos = heardNanos + rtt.timeoutNanos();
                if (resumeNanos > nowNanos) {
                    return;
                }
                resumeNanos = NEVER;
            } else {
                return;
            }
        }
        onTheWay -= recovery.onTimeout(sent, nowNanos);
        if (!recovery.hasResend() && inFlight() > 0) { // all of it had arrived, and only its acknowledgement was lost
            counters.retransmissions++;
            counters.segments++;
            acknowledgements.add(backward.acknowledgementArrival(nowNanos + forward.delayNanos()), arrived);
        }
        send(nowNanos);
    }

    /** Returns when the sender tries again after a cut; {@link Long#MAX_VALUE} when it has nothing to repeat, or the line is down. */
    long resumeNanos() {
        return resumeNanos;
    }

    /** Returns how many arrived bytes the receiving application's socket has not been given yet. */
    long deliverable() {
        return arrived - taken;
    }

    /** The receiving application's socket was given what is {@link #deliverable} and took so many bytes of it. */
    void onTaken(long bytes, long nowNanos) {
        boolean blocked = windows.isShutBy(unread()) || waitsForWindow();
        taken += bytes;
        refused = taken < arrived;
        noteUnread(nowNanos);
        if (bytes == 0) {
            return;
        }
        copied(taken, nowNanos);
        if (blocked) {
            acknowledge(nowNanos);
        }
    }

    /**
     * The receiving application's socket was seen to hold bytes. Those that it was given since it was last looked at do not
     * count: a reader who is not slow has not had the time to take them.
     */
    void onSocketHolds(long bytes, long nowNanos) {
        long unread = Math.max(0, bytes - (taken - takenWhenLastSeen));
        takenWhenLastSeen = taken;
        boolean read = unread < socketUnread;
        socketUnread = unread;
        noteUnread(nowNanos);
        if (read || waitsForWindow()) {
            acknowledge(nowNanos);
        }
    }

    private void noteUnread(long nowNanos) {
        reader.note(unread(), windows.receiver().window(), rtt.smoothedNanos(), nowNanos);
    }

    /**
     * Everything that was sent has been acknowledged, and the window is shut all the same: no acknowledgement will come by itself that
     * opens it, also when it is no longer the reader, or has never been, who shuts it.
     */
    private boolean waitsForWindow() {
        return sent > 0
                && inFlight() == 0
                && acknowledgements.nextNanos() == NEVER
                && windows.holdsBack(sent, settings.segmentBytes());
    }

    /**
     * Returns the bytes that arrived and that the application has not read. What its socket has not been offered yet, because the
     * engine is late, is not the reader's fault and does not count.
     */
    long unread() {
        return (refused ? arrived - taken : 0) + socketUnread;
    }

    /** Returns when the receiver may see the end of the stream; {@link Long#MAX_VALUE} before the sender ended it. */
    long finNanos() {
        return ended && taken == sent && !finLost ? finNanos : NEVER;
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

    Windows windows() {
        return windows;
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
