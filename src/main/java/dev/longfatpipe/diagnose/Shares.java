/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;

/** Shares as people read them. */
final class Shares {

    private Shares() {}

    /**
     * Writes a share of 0 to 1 as {@code 94.3 %}, rounded down; below one per cent with two digits, {@code 0.093 %}.
     */
    static String text(double share) {
        if (share > 0 && share < 0.01) {
            BigDecimal percent = BigDecimal.valueOf(share * 100).round(new MathContext(2, RoundingMode.HALF_UP));
            return percent.stripTrailingZeros().toPlainString() + " %";
        }
        return new Utilisation(Math.max(0, (long) (share * 1_000_000))).describe();
    }

    static double of(Duration part, Duration whole) {
        return whole.isZero() ? 0 : (double) part.toNanos() / whole.toNanos();
    }

    static double of(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** Returns a share of a rate, rounded down, and the highest rate where it would be more. */
    static DataRate of(Utilisation share, DataRate whole) {
        BigInteger bits = BigInteger.valueOf(whole.bitsPerSecond())
                .multiply(BigInteger.valueOf(share.partsPerMillion()))
                .divide(BigInteger.valueOf(1_000_000));
        return DataRate.ofBitsPerSecond(
                bits.min(BigInteger.valueOf(DataRate.MAX.bitsPerSecond())).longValueExact());
    }
}
