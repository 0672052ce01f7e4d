/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.Optional;

/**
 * The time of a transfer that ends: what comes before the data, slow start, and the steady state after it.
 *
 * @param duration of all of it
 * @param because the arithmetic in words
 */
record FiniteTransfer(Duration duration, String because) {

    static FiniteTransfer of(ExpectationBuilder of, DataSize bytes, Optional<DataRate> steadyRate) {
        Path path = of.path;
        boolean lossBinds = lossBinds(of);
        long slow = lossBinds ? Math.min(bytes.bytes(), beforeFirstLoss(of, bytes)) : bytes.bytes();
        long limit = of.totalWindow().map(DataSize::bytes).orElse(Long.MAX_VALUE);
        SlowStart.Course course = SlowStart.on(path, of.direction).course(slow, of.connections, limit);
        DataSize rest = DataSize.ofBytes(bytes.bytes() - slow);
        Duration duration = course.duration()
                .plus(steadyRate.map(rate -> rate.timeFor(rest)).orElse(Duration.ZERO))
                .plus(of.newConnection ? path.rtt() : Duration.ZERO)
                .plus(of.afterRequest ? path.link(of.direction.opposite()).delay() : Duration.ZERO);
        String because = bytes.describe() + " take " + DurationText.describe(duration) + ": " + course.rounds()
                + " round" + (course.rounds() == 1 ? "" : "s") + " from "
                + SlowStart.INITIAL_WINDOW_SEGMENTS * of.connections + " segments"
                + (rest.isZero() ? "" : ", then " + rest.describe() + " at the pace that loss allows")
                + (of.newConnection ? ", handshake" : "") + (of.afterRequest ? ", request" : "");
        return new FiniteTransfer(duration, because);
    }

    private static boolean lossBinds(ExpectationBuilder of) {
        var loss = of.path.link(of.direction).loss().meanLoss();
        return !loss.isZero()
                && CongestionControl.named(of.congestionControl)
                        .lossCeiling(of.path.mss(), of.path.rtt(), loss)
                        .isPresent();
    }

    /**
     * The bytes that leave before the first loss ends slow start, on average: {@code (1 - (1-p)^d)(1-p)/p + 1} segments of d
     * (Cardwell, Savage and Anderson, "Modeling TCP latency", INFOCOM 2000, equation 5), for each connection.
     */
    private static long beforeFirstLoss(ExpectationBuilder of, DataSize bytes) {
        double p = of.path.link(of.direction).loss().meanLoss().probability();
        double segments = Math.ceil((double) bytes.bytes() / of.connections / of.path.mss());
        double sent = (1 - Math.pow(1 - p, segments)) * (1 - p) / p + 1;
        return Math.round(Math.min(sent, segments) * of.path.mss() * of.connections);
    }
}
