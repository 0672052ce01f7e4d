/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.Bottleneck;
import dev.longfatpipe.emulate.Lane;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.SenderTimes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a datagram session: each datagram takes the line packet by packet, behind and in front of what TCP sends,
 * and arrives when its last packet does. One lost packet loses it all; the others have taken their time of the line.
 *
 * <p>Knows nothing of sockets. Not thread-safe.
 */
final class DatagramFlow {

    private final Lane lane;
    private final Fragments fragments;
    private final PacketTally tally;
    private final Deque<Underway> underway = new ArrayDeque<>();

    private long sentBytes;
    private long underwayBytes;
    private long deliveredBytes;
    private long packets;
    private long pathLosses;
    private long queueDrops;
    private long firstDeliveryNanos;
    private long lastDeliveryNanos;

    /** A datagram that has not arrived yet. */
    private static final class Underway {
        private final long arrivalNanos;
        private final byte[] payload;

        Underway(long arrivalNanos, byte[] payload) {
            this.arrivalNanos = arrivalNanos;
            this.payload = payload;
        }
    }

    DatagramFlow(Lane lane, Fragments fragments, PacketTally tally) {
        this.lane = lane;
        this.fragments = fragments;
        this.tally = tally;
    }

    /** The sender sends a datagram; what becomes of it is decided now. */
    void send(byte[] payload, long nowNanos) {
        sentBytes += payload.length;
        long arrival = Long.MIN_VALUE;
        boolean lost = false;
        int count = fragments.count(payload.length);
        packets += count;
        for (int i = 0; i < count; i++) {
            int bytes = fragments.ipBytes(payload.length, i);
            long answer = lane.send(nowNanos, Fragments.wireBytes(bytes));
            lost |= !Lane.arrives(answer);
            arrival = answer;
            count(answer, bytes);
        }
        if (!lost) {
            underway.addLast(new Underway(arrival, payload));
            underwayBytes += payload.length;
        }
    }

    private void count(long answer, int ipBytes) {
        if (answer == Lane.LOST) {
            pathLosses++;
            tally.pathLoss();
        } else if (answer == Bottleneck.DROPPED) {
            queueDrops++;
            tally.queueDrop();
        } else if (answer == Lane.CUT) {
            tally.cutDrop();
        } else {
            tally.delivered(ipBytes);
        }
    }

    /** Returns when the next datagram arrives; {@link Long#MAX_VALUE} when none is under way. */
    long nextNanos() {
        return underway.isEmpty() ? Long.MAX_VALUE : underway.getFirst().arrivalNanos;
    }

    /** Returns the next datagram that has arrived by now, and leaves it there; null when none has. */
    byte @Nullable [] arrived(long nowNanos) {
        return nextNanos() <= nowNanos ? underway.getFirst().payload : null;
    }

    /**
     * The first that has arrived was handed over.
     *
     * @param nowNanos when, by the machine's clock
     */
    void onDelivered(long nowNanos) {
        int bytes = remove();
        deliveredBytes += bytes;
        firstDeliveryNanos = firstDeliveryNanos == 0 ? nowNanos : firstDeliveryNanos;
        lastDeliveryNanos = nowNanos;
    }

    /** The first that has arrived could not be handed over, and never will be. */
    void onRefused() {
        remove();
    }

    /** It turned out that nobody was there to receive the latest one that was handed over. */
    void onUndeliverable(int bytes) {
        deliveredBytes -= bytes;
        if (deliveredBytes == 0) {
            firstDeliveryNanos = 0;
            lastDeliveryNanos = 0;
        }
    }

    private int remove() {
        int bytes = underway.removeFirst().payload.length;
        underwayBytes -= bytes;
        return bytes;
    }

    /** The line was cut: what has not arrived by now never does. */
    void onCut(long nowNanos) {
        while (!underway.isEmpty() && underway.getLast().arrivalNanos > nowNanos) {
            int bytes = underway.removeLast().payload.length;
            underwayBytes -= bytes;
            int count = fragments.count(bytes);
            long ipBytes = 0;
            for (int i = 0; i < count; i++) {
                ipBytes += fragments.ipBytes(bytes, i);
            }
            tally.cutOff(count, ipBytes);
        }
    }

    boolean isQuiet() {
        return underway.isEmpty();
    }

    /** Returns a number that changes whenever a datagram moves. */
    long progress() {
        return sentBytes + packets + deliveredBytes - underwayBytes;
    }

    void discard() {
        underway.clear();
        underwayBytes = 0;
    }

    /** What TCP alone has, windows and times by what held the sender back, stays at nothing: nothing holds a datagram back. */
    FlowSample sample() {
        return new FlowSample(
                sentBytes,
                deliveredBytes,
                0,
                underwayBytes,
                0,
                0,
                0,
                Duration.ZERO,
                Duration.ZERO,
                packets,
                0,
                pathLosses,
                queueDrops,
                SenderTimes.NONE,
                SenderTimes.NONE,
                Duration.ZERO,
                BufferReading.ASSUMED_AUTO,
                BufferReading.ASSUMED_AUTO,
                firstDeliveryNanos,
                lastDeliveryNanos);
    }
}
