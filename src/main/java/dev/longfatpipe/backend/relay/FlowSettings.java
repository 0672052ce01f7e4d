/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.Lane;
import dev.longfatpipe.path.Path;

/**
 * What one flow needs to know of the path.
 *
 * @param segmentBytes payload of a full segment
 * @param headerBytes bytes on the line beside the payload of a segment
 * @param trainBytes the most payload that is handed to the lane at once
 * @param probe whether this is the pipe's own probe: no windows, no loss
 * @param establishedNanos when the handshake lets the sender begin
 * @param restartAfterIdle whether slow start begins again after an idle time (tcp_slow_start_after_idle)
 */
record FlowSettings(
        int segmentBytes,
        int headerBytes,
        int trainBytes,
        boolean probe,
        long establishedNanos,
        boolean restartAfterIdle) {

    private static final long LARGEST_TRAIN_BYTES = 65_536;
    /** A train takes the line for at most this long, so that other connections are served in between. */
    private static final long TRAIN_NANOS = 50_000;
    /** A train fills at most this part of the queue, so that dropping whole trains is close to dropping packets. */
    private static final long TRAINS_PER_QUEUE = 16;

    static FlowSettings of(Path path, Lane lane, boolean probe, long establishedNanos, boolean restartAfterIdle) {
        int segment = path.mss();
        return new FlowSettings(
                segment, path.frameBytes() - segment, train(lane, segment), probe, establishedNanos, restartAfterIdle);
    }

    /** Returns the same for another path of the same MTU. */
    FlowSettings on(Path path, Lane lane) {
        return of(path, lane, probe, establishedNanos, restartAfterIdle);
    }

    private static int train(Lane lane, int segment) {
        if (lane.sendsSinglePackets()) {
            return segment;
        }
        long most = LARGEST_TRAIN_BYTES;
        if (lane.bitsPerSecond() > 0) {
            most = Math.min(most, (long) (lane.bitsPerSecond() / 8e9 * TRAIN_NANOS));
            most = Math.min(most, lane.bottleneck().queueBytes() / TRAINS_PER_QUEUE);
        }
        return (int) Math.max(segment, most / segment * segment);
    }

    /** Returns how many segments carry {@code bytes} of payload. */
    long segments(long bytes) {
        return (bytes + segmentBytes - 1) / segmentBytes;
    }

    /** Returns the bytes on the line of {@code bytes} of payload. */
    long wireBytes(long bytes) {
        return bytes + segments(bytes) * headerBytes;
    }
}
