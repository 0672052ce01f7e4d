/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Link;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.util.SplittableRandom;
import org.apiguardian.api.API;

/**
 * One direction of a pipe: bottleneck, loss, delay and jitter, shared by all connections. Packets leave it in the order in
 * which they entered. Not thread-safe.
 */
@API(status = API.Status.INTERNAL)
public final class Lane {

    /** Answer of {@link #send} for a packet that the loss model dropped. */
    public static final long LOST = Long.MIN_VALUE + 1;

    private final Bottleneck bottleneck;
    private final PacketLoss loss;
    private final SplittableRandom jitter;
    private final long jitterNanos;
    private final long delayNanos;
    private final long bitsPerSecond;
    private long lastArrivalNanos = Long.MIN_VALUE;

    public Lane(Path path, Direction direction, long seed) {
        Link link = path.link(direction);
        this.bitsPerSecond = link.lineRate().map(DataRate::bitsPerSecond).orElse(0L);
        long queue = path.queueSize(direction).map(DataSize::bytes).orElse(0L);
        this.bottleneck = new Bottleneck(bitsPerSecond, Math.max(queue, path.frameBytes()));
        SplittableRandom seeds = new SplittableRandom(direction == Direction.UPSTREAM ? seed : ~seed);
        this.loss = PacketLoss.of(link.loss(), seeds.nextLong());
        this.jitter = new SplittableRandom(seeds.nextLong());
        this.jitterNanos = link.jitter().toNanos();
        this.delayNanos = link.delay().toNanos();
    }

    /**
     * Sends one packet, or a train of them where nothing can be lost.
     *
     * @param nowNanos when it leaves the sender
     * @param wireBytes its length on the line, headers included
     * @return when it arrives, {@link #LOST}, or {@link Bottleneck#DROPPED}
     */
    public long send(long nowNanos, long wireBytes) {
        long departure = bottleneck.admit(nowNanos, wireBytes);
        if (departure == Bottleneck.DROPPED) {
            return Bottleneck.DROPPED;
        }
        if (loss.isPossible() && loss.nextIsLost()) {
            return LOST;
        }
        return arrival(departure);
    }

    /** Sends a packet of the pipe's own probe: never lost, never dropped, and without touching the seeded draws. */
    public long sendProbe(long nowNanos, long wireBytes) {
        return bottleneck.serve(nowNanos, wireBytes) + delayNanos;
    }

    private long arrival(long departureNanos) {
        long arrival = departureNanos + delayNanos;
        if (jitterNanos > 0) {
            arrival += jitter.nextLong(jitterNanos + 1);
        }
        lastArrivalNanos = Math.max(lastArrivalNanos, arrival);
        return lastArrivalNanos;
    }

    /** Returns when an acknowledgement arrives that is sent through this lane; its 66 bytes are not charged to the line. */
    public long acknowledgementArrival(long nowNanos) {
        return nowNanos + delayNanos;
    }

    /** Returns whether every packet must be sent on its own, because each may be lost or delayed for itself. */
    public boolean sendsSinglePackets() {
        return loss.isPossible() || jitterNanos > 0;
    }

    public long delayNanos() {
        return delayNanos;
    }

    public long bitsPerSecond() {
        return bitsPerSecond;
    }

    public Bottleneck bottleneck() {
        return bottleneck;
    }
}
