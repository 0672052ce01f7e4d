/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DurationText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;

/** Writes a measured value so that it does not read the same as the one that it was compared with. */
final class Apart {

    private Apart() {}

    private static final Map<String, Integer> EXPONENTS = Map.of("bit", 0, "kbit", 3, "mbit", 6, "gbit", 9, "tbit", 12);

    /**
     * For people, {@code 76.5 mbit}; with three decimals, or all, where the other one would read the same though it is
     * not.
     */
    static String text(DataRate rate, DataRate other) {
        if (!rate.describe().equals(other.describe()) || rate.equals(other)) {
            return rate.describe();
        }
        return threeDecimals(rate).equals(threeDecimals(other)) ? rate.toString() : threeDecimals(rate);
    }

    private static String threeDecimals(DataRate rate) {
        String unit = rate.describe().substring(rate.describe().indexOf(' ') + 1);
        return BigDecimal.valueOf(rate.bitsPerSecond(), EXPONENTS.getOrDefault(unit, 0))
                        .setScale(3, RoundingMode.HALF_UP)
                        .toPlainString()
                + " " + unit;
    }

    /** For people, {@code 1.48 s}; exact where the other one would read the same though it is not. */
    static String text(Duration time, Duration other) {
        boolean sameWords = DurationText.describe(time).equals(DurationText.describe(other)) && !time.equals(other);
        return sameWords ? DurationText.format(time) : DurationText.describe(time);
    }
}
