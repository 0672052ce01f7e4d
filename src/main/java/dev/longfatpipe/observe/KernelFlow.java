/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.Sysctls;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection, put together from what the kernel says at its two ends. An end that is not on this host is
 * missing from it: then what the sender knows to be acknowledged counts as arrived, and what held an unseen sender back is not
 * told.
 */
final class KernelFlow implements LossBearer {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;
    /** What the kernel says of the least rtt when it has measured none. */
    private static final long UNKNOWN_RTT = 0xffff_ffffL;

    private final KernelEnd senderEnd;
    private final KernelBuffers senderBuffers;
    private final KernelBuffers receiverBuffers;
    private final int mss;
    private final KernelSender times;
    private KernelLook last;
    private @Nullable SocketRecord sender;
    private boolean peerEnded;
    private long sent;
    private long arrived;
    private long unread;
    private long receiveWindow;
    private long segments;
    /** At the look before the last. */
    private long segmentsBefore;

    private long retransmissions;
    private long pathLosses;
    private long queueDrops;
    private long firstDeliveryNanos;
    private long lastDeliveryNanos;

    /** A flow of which nothing has been seen; {@code opened} is a look without sockets. */
    KernelFlow(
            KernelEnd senderEnd,
            KernelBuffers senderBuffers,
            KernelBuffers receiverBuffers,
            int mss,
            KernelLook opened) {
        this.senderEnd = senderEnd;
        this.senderBuffers = senderBuffers;
        this.receiverBuffers = receiverBuffers;
        this.mss = mss;
        this.times = new KernelSender(
                opened,
                this::sendBufferGrows,
                restartsAfterIdle(senderEnd.kernel().sysctls()));
        this.last = opened;
    }

    /** BBR has a model of the path, which an idle time does not age. */
    private static boolean restartsAfterIdle(Sysctls sysctls) {
        return sysctls.slowStartAfterIdle() && !sysctls.congestionControl().equals("bbr");
    }

    private boolean sendBufferGrows(SocketRecord record) {
        BufferReading reading = senderBuffers.send();
        return reading.source() == BufferReading.Source.SOCK_DIAG
                && reading.setting().isAuto()
                && record.sendBuffer() < senderEnd.kernel().sysctls().tcpWmem().max();
    }

    /** Takes the next look. */
    void add(KernelLook look) {
        segmentsBefore = segments;
        if (look.sender() != null) {
            addSender(look.sender());
        }
        addArrivals(look);
        times.add(look);
        last = look;
    }

    private void addSender(SocketRecord now) {
        TcpInfo info = now.info();
        sender = now;
        sent = Math.max(sent, info.bytesSent() - info.bytesSentAgain());
        receiveWindow = Math.max(receiveWindow, info.sendWindowBytes());
        segments = Math.max(segments, info.dataSegmentsOut());
        retransmissions = Math.max(retransmissions, info.totalRetransmissions());
    }

    private void addArrivals(KernelLook look) {
        SocketRecord receiver = look.receiver();
        long before = arrived;
        long atNanos = look.nanos();
        if (receiver != null) {
            long received = receiver.info().bytesReceived();
            peerEnded |= receiver.info().peerHasEnded();
            // The end of the stream counts as a byte received, and as one in the queue until it is read. Of a sender
            // that is looked
            // at together with its receiver it is known what it has sent, and the end is no part of it.
            long payload = peerEnded || (look.sender() != null && received == sent + 1) ? received - 1 : received;
            arrived = Math.max(arrived, look.sender() == null ? payload : Math.min(payload, sent));
            unread = Math.min(arrived, Math.max(0, receiver.receiveQueue() - (received - payload)));
            atNanos -= receiver.info().sinceReceivedMillis() * NANOS_PER_MILLI;
        } else {
            unread = 0;
            if (look.sender() != null) {
                TcpInfo info = look.sender().info();
                arrived = Math.max(arrived, Math.min(sent, info.bytesAcknowledged() - 1));
                atNanos -= info.rttMicros() * NANOS_PER_MICRO / 2;
            }
        }
        if (arrived > before) {
            lastDeliveryNanos = Math.max(last.nanos(), Math.min(look.nanos(), atNanos));
            firstDeliveryNanos = firstDeliveryNanos == 0 ? lastDeliveryNanos : firstDeliveryNanos;
        }
    }

    @Override
    public void addLost(long byPath, long byQueue, long otherwise) {
        pathLosses += byPath;
        queueDrops += byQueue;
    }

    /** Returns the segments with data that may have been lost since the last look but one: those sent since, and those not acknowledged. */
    @Override
    public long segmentsAtRisk() {
        SocketRecord now = last.sender();
        return segments - segmentsBefore + (now == null ? 0 : now.info().unacknowledgedSegments());
    }

    long segments() {
        return segments;
    }

    /** Returns a number that changes whenever something moves. */
    long progress() {
        return segments + arrived - unread;
    }

    boolean hasUnread() {
        return unread > 0;
    }

    /** Returns whether nothing is under way, as far as the ends on this host tell. */
    boolean isQuiet() {
        SocketRecord now = last.sender();
        return unread == 0
                && (now == null
                        || (now.info().unacknowledgedSegments() == 0
                                && now.info().notSentBytes() == 0));
    }

    FlowSample sample() {
        TcpInfo info = sender == null ? TcpInfo.onlyState(0) : sender.info();
        return new FlowSample(
                sent,
                arrived - unread,
                unread,
                last.sender() == null ? 0 : info.unacknowledgedSegments() * info.sendSegmentBytes(),
                info.congestionWindowSegments() * info.sendSegmentBytes(),
                receiveWindow,
                sendCapacity(),
                micros(info.rttMicros()),
                micros(info.minimumRttMicros() == UNKNOWN_RTT ? 0 : info.minimumRttMicros()),
                segments,
                retransmissions,
                pathLosses,
                queueDrops,
                times.times(),
                times.idleLineTimes(),
                times.waiting(),
                times.waitingOnIdleLine(),
                senderBuffers.send(),
                receiverBuffers.receive(),
                firstDeliveryNanos,
                lastDeliveryNanos);
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * NANOS_PER_MICRO);
    }

    private long sendCapacity() {
        DataSize granted = senderBuffers.send().granted();
        BufferSetting setting = senderBuffers.send().setting().isAuto() || granted.isZero()
                ? senderBuffers.send().setting()
                : BufferSetting.explicit(granted);
        return senderEnd.kernel().sendCapacity(setting, mss).capacity().bytes();
    }
}
