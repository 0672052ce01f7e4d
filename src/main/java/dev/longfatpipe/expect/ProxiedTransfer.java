/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What can be expected of a path that a proxy splits ({@link SplitTcp}). */
final class ProxiedTransfer {

    private final ExpectationBuilder asked;
    private final SplitTcp split;

    ProxiedTransfer(ExpectationBuilder asked, SplitTcp split) {
        this.asked = asked;
        this.split = split;
    }

    /** In the order of {@link Term}. */
    List<Ceiling> ceilings() {
        List<Ceiling> ceilings = new ArrayList<>();
        link().ifPresent(ceilings::add);
        loss().ifPresent(ceilings::add);
        delayBuffer().ifPresent(ceilings::add);
        return ceilings;
    }

    private Optional<Ceiling> link() {
        String payload = asked.path.mss() + " of " + asked.path.frameBytes() + " bytes of each frame carry payload";
        return asked.path
                .goodputCeiling(asked.direction)
                .flatMap(rate -> together(rate, lines()))
                .map(rate -> new Ceiling(
                        Term.LINK, rate, payload + (lines() == 1 ? "" : ", on a line for each of " + lines())));
    }

    private int lines() {
        return split.perConnectionRate() ? asked.connections : 1;
    }

    private Optional<Ceiling> loss() {
        Path path = asked.path;
        return split.lossIsRate()
                ? CongestionControl.RENO
                        .lossCeiling(
                                path.mss(),
                                path.rtt(),
                                path.link(asked.direction).loss().meanLoss())
                        .flatMap(rate -> together(rate, lines()))
                        .map(rate -> new Ceiling(
                                Term.LOSS,
                                rate,
                                "no packet is lost: lossAs = MATHIS_RATE_CAP has made loss "
                                        + path.link(asked.direction).loss() + " a cap on the rate, "
                                        + CongestionControl.RENO.law(
                                                path.rtt(),
                                                path.link(asked.direction)
                                                        .loss()
                                                        .meanLoss())))
                : Optional.empty();
    }

    private Optional<Ceiling> delayBuffer() {
        Duration delay = delay(asked.direction);
        return RoundTrip.rate(split.delayBuffer(), delay)
                .flatMap(rate -> together(rate, asked.connections))
                .map(rate -> new Ceiling(
                        Term.DELAY_BUFFER,
                        rate,
                        split.proxy() + " delays at most "
                                + split.delayBuffer().bytes() / split.piece().bytes()
                                + " pieces of " + split.piece() + " at a time, for "
                                + DurationText.describe(delay)
                                + (asked.connections == 1
                                        ? ""
                                        : ", of each of " + asked.connections + " connections")));
    }

    private static Optional<DataRate> together(DataRate each, int count) {
        return RoundTrip.rate((double) each.bitsPerSecond() * count);
    }

    private Duration delay(Direction direction) {
        return asked.path.link(direction).delay();
    }

    /** The request's trip, the bytes at the steady rate, and what is left of the delay behind the last piece. */
    Duration completion(DataSize bytes, Optional<DataRate> steady) {
        Duration request = asked.afterRequest ? delay(asked.direction.opposite()) : Duration.ZERO;
        Duration line = steady.map(rate -> rate.timeFor(bytes)).orElse(Duration.ZERO);
        return request.plus(line).plus(delayAfterTheLine(bytes));
    }

    /** The delay counts from when a piece was read: while the last one waits for the line, some of its delay has gone by. */
    private Duration delayAfterTheLine(DataSize bytes) {
        long each = Math.min(split.piece().bytes(), bytes.bytes() / asked.connections);
        Duration piece = asked.path
                .goodputCeiling(asked.direction)
                .map(rate -> rate.timeFor(DataSize.ofBytes(each)))
                .orElse(Duration.ZERO);
        Duration left = delay(asked.direction).minus(piece);
        return left.isNegative() ? Duration.ZERO : left;
    }

    String because(DataSize bytes, Duration completion) {
        return bytes.describe() + " in " + DurationText.describe(completion) + ": "
                + (asked.afterRequest ? "request, " : "") + "the bytes on the line, one trip; " + split.proxy()
                + " splits TCP, so that there is neither handshake nor slow start";
    }
}
