/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import dev.longfatpipe.units.Loss;
import java.time.Duration;
import java.util.Optional;

/**
 * The time of a transfer that ends: what comes before the data, slow start, and the steady state after it.
 *
 * @param duration of all of it
 * @param because the arithmetic in words
 */
record FiniteTransfer(Duration duration, String because) {

    static FiniteTransfer of(ExpectationBuilder asked, DataSize bytes, Optional<DataRate> steadyRate) {
        SlowStart slowStart = SlowStart.on(asked.path, asked.direction);
        long limit = asked.totalWindow().map(DataSize::bytes).orElse(Long.MAX_VALUE);
        SlowStart.Course course = slowStart.course(bytes.bytes(), asked.connections, asked.initialWindowBytes, limit);
        DataSize afterLoss = DataSize.ZERO;
        Duration data = course.duration();
        if (windowCourseMatters(asked)) {
            Duration byRounds = WindowCourse.duration(asked, bytes);
            data = byRounds.compareTo(data) > 0 ? byRounds : data;
        }
        if (lossBinds(asked) && steadyRate.isPresent()) {
            long before = beforeFirstLoss(asked, bytes);
            DataSize rest = DataSize.ofBytes(bytes.bytes() - before);
            SlowStart.Course interrupted = slowStart.course(before, asked.connections, asked.initialWindowBytes, limit);
            Duration withLoss = interrupted
                    .duration()
                    .plus(LossyTransfer.afterFirstLoss(asked, DataSize.ofBytes(before), rest, steadyRate.get()));
            // Loss never makes a transfer faster, though what follows it may exceed a slow start cut short.
            if (withLoss.compareTo(data) > 0) {
                data = withLoss;
                course = interrupted;
                afterLoss = rest;
            }
        }
        Duration duration = data.plus(asked.newConnection ? asked.path.rtt() : Duration.ZERO)
                .plus(asked.afterRequest ? request(asked) : Duration.ZERO);
        return new FiniteTransfer(duration, because(asked, bytes, duration, course.rounds(), afterLoss));
    }

    private static String because(
            ExpectationBuilder asked, DataSize bytes, Duration duration, long rounds, DataSize afterLoss) {
        return bytes.describe() + " in " + DurationText.describe(duration) + ": "
                + (asked.newConnection ? "handshake, " : "")
                + (asked.afterRequest ? "request, " : "")
                + rounds + (rounds == 1 ? " round" : " rounds") + " from "
                + asked.initialWindowBytes / asked.path.mss() * asked.connections + " segments on"
                + (afterLoss.isZero() ? "" : ", then " + afterLoss.describe() + " at the pace that loss allows");
    }

    private static Duration request(ExpectationBuilder asked) {
        if (asked.requestBytes <= asked.path.mss()) {
            return asked.path.link(asked.direction.opposite()).delay();
        }
        return SlowStart.on(asked.path, asked.direction.opposite())
                .course(asked.requestBytes, asked.connections, Long.MAX_VALUE)
                .duration();
    }

    /** BBR paces, and a path with loss leaves slow start by that. */
    private static boolean windowCourseMatters(ExpectationBuilder asked) {
        if (!asked.path.link(asked.direction).loss().meanLoss().isZero()) {
            return false;
        }
        String control = asked.congestionControl;
        return control.equals(CongestionControl.CUBIC.toString()) || control.equals(CongestionControl.RENO.toString());
    }

    private static boolean lossBinds(ExpectationBuilder asked) {
        Loss loss = asked.path.link(asked.direction).loss().meanLoss();
        return !loss.isZero()
                && CongestionControl.named(asked.congestionControl)
                        .lossCeiling(asked.path.mss(), asked.path.rtt(), loss)
                        .isPresent();
    }

    /**
     * The bytes, of all connections, that leave before the first loss ends slow start, on average: {@code (1 - (1-p)^d)(1-p)/p + 1} segments of d
     * (Cardwell, Savage and Anderson, "Modeling TCP latency", INFOCOM 2000, section 3).
     */
    private static long beforeFirstLoss(ExpectationBuilder asked, DataSize bytes) {
        double p = asked.path.link(asked.direction).loss().meanLoss().probability();
        double segments = Math.ceil((double) bytes.bytes() / asked.connections / asked.path.mss());
        double sent = (1 - Math.pow(1 - p, segments)) * (1 - p) / p + 1;
        return Math.min(Math.round(sent * asked.path.mss() * asked.connections), bytes.bytes());
    }
}
