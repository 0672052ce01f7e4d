/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.Optional;

/** Rates that are so many bytes per round trip. A rate beyond {@link DataRate#MAX} is no ceiling. */
final class RoundTrip {

    private RoundTrip() {}

    static Duration require(Duration rtt) {
        if (rtt.isNegative()) {
            throw new IllegalArgumentException(
                    "rtt [" + DurationText.format(rtt) + "] is negative: write 0 or more, e.g. \"100ms\"");
        }
        return rtt;
    }

    static Optional<DataRate> rate(DataSize bytes, Duration rtt) {
        return rtt.isZero()
                ? Optional.empty()
                : Optional.of(DataRate.of(bytes, rtt)).filter(RoundTrip::bounds);
    }

    static Optional<DataRate> rate(double bitsPerSecond) {
        long bits = Math.min(Math.round(bitsPerSecond), DataRate.MAX.bitsPerSecond());
        return Optional.of(DataRate.ofBitsPerSecond(bits)).filter(RoundTrip::bounds);
    }

    private static boolean bounds(DataRate rate) {
        return rate.compareTo(DataRate.MAX) < 0;
    }
}
