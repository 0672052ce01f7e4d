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

    /** Answer of {@link #send} for a packet that met a line that is cut. */
    public static final long CUT = Long.MIN_VALUE + 2;

    private final Direction direction;
    private final Bottleneck bottleneck;
    private final SplittableRandom seeds;
    private final SplittableRandom jitter;
    private Link link;
    private PacketLoss loss;
    private long jitterNanos;
    private long delayNanos;
    private long bitsPerSecond;
    private boolean cut;
    private long lastArrivalNanos = Long.MIN_VALUE;

    public Lane(Path path, Direction direction, long seed) {
        this.direction = direction;
        this.link = path.link(direction);
        this.bitsPerSecond = bitsPerSecond(link);
        this.bottleneck = new Bottleneck(bitsPerSecond, queueBytes(path, direction));
        this.seeds = new SplittableRandom(direction == Direction.UPSTREAM ? seed : ~seed);
        this.loss = PacketLoss.of(link.loss(), seeds.nextLong());
        this.jitter = new SplittableRandom(seeds.nextLong());
        this.jitterNanos = link.jitter().toNanos();
        this.delayNanos = link.delay().toNanos();
    }

    private static long bitsPerSecond(Link link) {
        return link.lineRate().map(DataRate::bitsPerSecond).orElse(0L);
    }

    private static long queueBytes(Path path, Direction direction) {
        return Math.max(path.queueSize(direction).map(DataSize::bytes).orElse(0L), path.frameBytes());
    }

    /**
     * Lets the lane be that of another path from now on. What has been sent arrives as if nothing had changed, and what is sent
     * from now on does not overtake it. A loss model that stays the same goes on with its draws.
     */
    public void change(Path path, long nowNanos) {
        Link before = link;
        link = path.link(direction);
        bitsPerSecond = bitsPerSecond(link);
        bottleneck.change(nowNanos, bitsPerSecond, queueBytes(path, direction));
        if (!link.loss().equals(before.loss())) {
            loss = PacketLoss.of(link.loss(), seeds.nextLong());
        }
        jitterNanos = link.jitter().toNanos();
        delayNanos = link.delay().toNanos();
    }

    /**
     * Takes the line down: what is sent from now on is {@link #CUT}, and the line is idle. Who sent what has not arrived by now
     * must take it for lost: its arrival had been told already.
     */
    public void cut(long nowNanos) {
        cut = true;
        bottleneck.clear(nowNanos);
        lastArrivalNanos = Math.min(lastArrivalNanos, nowNanos);
    }

    /** Takes the line up again. */
    public void restore() {
        cut = false;
    }

    public boolean isCut() {
        return cut;
    }

    /** Returns whether an answer of {@link #send} is the time of an arrival: the packet was neither lost, dropped nor cut. */
    public static boolean arrives(long answer) {
        return answer > CUT;
    }

    /**
     * Sends one packet, or a train of them where nothing can be lost.
     *
     * @param nowNanos when it leaves the sender
     * @param wireBytes its length on the line, headers included
     * @return when it arrives, {@link #LOST}, {@link Bottleneck#DROPPED}, or {@link #CUT}
     */
    public long send(long nowNanos, long wireBytes) {
        if (cut) {
            return CUT;
        }
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
