/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;

/**
 * What follows the first loss of a transfer. Its slow start has opened the window far beyond what loss lets it keep, and each
 * further loss takes a part of that back: the average of the steady state is reached only after many of them.
 *
 * <p>Every {@code 1 / p}-th packet is lost, the assumption by which the steady state's formulas are derived as well. After
 * {@value #MOST_LOSSES} losses the rest goes at the steady rate.
 */
final class LossyTransfer {

    private static final int MOST_LOSSES = 40;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ExpectationBuilder asked;
    private final double packetsPerLoss;
    private final double rttSeconds;
    private final double frameSeconds;
    private final double capacity;

    private LossyTransfer(ExpectationBuilder asked) {
        this.asked = asked;
        this.packetsPerLoss =
                1 / asked.path.link(asked.direction).loss().meanLoss().probability();
        this.rttSeconds = asked.path.rtt().toNanos() / NANOS_PER_SECOND;
        this.frameSeconds = asked.path
                .goodputCeiling(asked.direction)
                .map(rate -> asked.path.mss() * (double) Byte.SIZE / rate.bitsPerSecond() * asked.connections)
                .orElse(0.0);
        double bytes = asked.path
                        .bandwidthDelayProduct(asked.direction)
                        .map(DataSize::bytes)
                        .orElse(Long.MAX_VALUE / 2)
                + asked.path.queueSize(asked.direction).map(DataSize::bytes).orElse(0L);
        this.capacity = bytes / asked.path.frameBytes() / asked.connections;
    }

    /**
     * The time from the first loss to the last byte received, less the half round trip that slow start has counted.
     *
     * @param before bytes of all connections that slow start had sent when the first was lost
     * @param rest bytes of all connections that are left
     */
    static Duration afterFirstLoss(ExpectationBuilder asked, DataSize before, DataSize rest, DataRate steady) {
        return new LossyTransfer(asked).run(segments(asked, before), segments(asked, rest), steady);
    }

    private static double segments(ExpectationBuilder asked, DataSize ofAll) {
        return (double) ofAll.bytes() / asked.path.mss() / asked.connections;
    }

    private Duration run(double before, double rest, DataRate steady) {
        double initial = (double) asked.initialWindowBytes / asked.path.mss();
        WindowAfterLoss window = WindowAfterLoss.of(
                CongestionControl.named(asked.congestionControl) == CongestionControl.CUBIC,
                Math.max(initial, Math.min(initial + before, capacity)));
        double left = rest;
        double sinceLoss = 0;
        double seconds = 0;
        for (int losses = 0; left > 0 && losses < MOST_LOSSES; ) {
            double segments = Math.min(window.segments(), left);
            double round = Math.max(rttSeconds, segments * frameSeconds);
            seconds += round * segments / window.segments();
            left -= segments;
            sinceLoss += segments;
            if (sinceLoss >= packetsPerLoss || window.segments() > capacity) {
                sinceLoss %= packetsPerLoss;
                losses++;
                window.onLoss();
            } else {
                window.onRound(round);
            }
        }
        double restBytes = left * asked.path.mss() * asked.connections;
        seconds += restBytes * Byte.SIZE / steady.bitsPerSecond();
        return Duration.ofNanos((long) (seconds * NANOS_PER_SECOND));
    }
}
