/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.emulate.OutageClock;
import dev.longfatpipe.emulate.PunctualityMeter;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the engine knows of one pipe: its two directions and what crosses them. Belongs to the engine's thread. */
final class Line {

    /** Work is done as of the time at which it was due; that much lateness harms no one. */
    private static final long LEAST_TOLERANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int TOLERANCE_PER_RTT = 20;

    private final int lastByte;
    private final PacketLane upstream;
    private final PacketLane downstream;
    private final Conversations conversations;
    private final PunctualityMeter punctuality;
    private final @Nullable PacketCapture capture;
    private final OutageClock outages = new OutageClock();
    private long rttNanos;

    Line(
            int lastByte,
            Path path,
            long seed,
            Conversations conversations,
            @Nullable PacketCapture capture,
            PacketStore.Chunks chunks,
            long nowNanos) {
        this.lastByte = lastByte;
        this.upstream = new PacketLane(path, Direction.UPSTREAM, seed, chunks);
        this.downstream = new PacketLane(path, Direction.DOWNSTREAM, seed, chunks);
        this.conversations = conversations;
        this.capture = capture;
        this.rttNanos = path.rtt().toNanos();
        this.punctuality = new PunctualityMeter(
                Math.max(LEAST_TOLERANCE_NANOS, path.rtt().toNanos() / TOLERANCE_PER_RTT), nowNanos);
    }

    /** Returns the last byte of the pipe's addresses. */
    int lastByte() {
        return lastByte;
    }

    PacketLane lane(Direction direction) {
        return direction == Direction.UPSTREAM ? upstream : downstream;
    }

    Conversations conversations() {
        return conversations;
    }

    PunctualityMeter punctuality() {
        return punctuality;
    }

    /** Returns when the next packet is to arrive; {@link Long#MAX_VALUE} when none is under way. */
    long nextNanos() {
        return Math.min(upstream.underWay().nextNanos(), downstream.underWay().nextNanos());
    }

    long rttNanos() {
        return rttNanos;
    }

    /** Notes a packet that arrives. */
    void capture(Direction direction, IpPacket packet, long nowNanos) throws IOException {
        if (capture != null) {
            capture.write(direction, packet.bytes(), packet.at(), packet.length(), nowNanos);
        }
    }

    /** Becomes another path; what is under way stays as it is. */
    void change(Path path, long nowNanos) {
        rttNanos = path.rtt().toNanos();
        upstream.change(path, nowNanos);
        downstream.change(path, nowNanos);
    }

    void cut(long nowNanos) {
        outages.cut(nowNanos);
        upstream.cut(nowNanos);
        downstream.cut(nowNanos);
    }

    void restore(long nowNanos) {
        outages.restore(nowNanos);
        upstream.restore();
        downstream.restore();
    }

    /** For how long it has been cut, all times together. */
    Duration cutTime(long nowNanos) {
        return outages.total(nowNanos);
    }

    void close() {
        upstream.underWay().clear();
        downstream.underWay().clear();
        if (capture != null) {
            capture.close();
        }
    }
}
