/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.Loss;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;

/**
 * What a path carries of datagrams.
 *
 * @param payload of any number of them
 * @param frames what the same take of the line
 */
record Datagrams(Path path, Direction direction, DataSize payload, DataSize frames) {

    private static final BigInteger BILLION = BigInteger.valueOf(1_000_000_000);

    /** The line rate, less what headers take of it and what the path loses behind it. */
    Optional<Ceiling> ceiling() {
        return path.link(direction).lineRate().map(rate -> new Ceiling(Term.LINK, carried(rate), because()));
    }

    private DataRate carried(DataRate rate) {
        BigInteger kept = BILLION.subtract(BigInteger.valueOf(loss().partsPerBillion()));
        return new DataRate(BigInteger.valueOf(rate.bitsPerSecond())
                .multiply(BigInteger.valueOf(payload.bytes()))
                .multiply(kept)
                .divide(BigInteger.valueOf(frames.bytes()).multiply(BILLION))
                .longValueExact());
    }

    private Loss loss() {
        return path.link(direction).loss().meanLoss();
    }

    private String because() {
        return payload.bytes() + " of " + frames.bytes() + " bytes on the line were payload"
                + (loss().isZero() ? "" : ", and " + loss() + " of them are lost behind it");
    }

    /** The way of the request if there is one, the way of the data, and the time that the line takes for it. */
    Duration completion(DataSize bytes, boolean afterRequest) {
        Duration way = path.link(direction).delay();
        Duration request = afterRequest ? path.link(direction.opposite()).delay() : Duration.ZERO;
        Duration line = ceiling()
                .map(Ceiling::rate)
                .filter(rate -> !rate.isZero())
                .map(rate -> rate.timeFor(bytes))
                .orElse(Duration.ZERO);
        return way.plus(request).plus(line);
    }
}
