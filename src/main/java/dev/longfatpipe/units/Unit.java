/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import java.math.BigDecimal;
import java.util.List;

/** A unit's symbol and how many of the canonical unit it is worth. */
record Unit(String symbol, BigDecimal factor) {

    static Unit decimal(String symbol, int exponent) {
        return new Unit(symbol, BigDecimal.ONE.scaleByPowerOfTen(exponent));
    }

    static Unit binary(String symbol, int exponent) {
        return new Unit(symbol, BigDecimal.valueOf(1L << exponent));
    }

    /** The value in this unit, exactly; factors are products of 2 and 5, so that the division always ends. */
    BigDecimal of(BigDecimal canonical) {
        return canonical.divide(factor).stripTrailingZeros();
    }

    /**
     * The shortest exact text among the units in which the value is at least 1; the larger unit of two that are equally
     * short. A value below 1 in all of them is written in the last one.
     */
    static String shortest(BigDecimal canonical, List<Unit> largestFirst) {
        Unit smallest = largestFirst.get(largestFirst.size() - 1);
        String best = smallest.of(canonical).toPlainString() + smallest.symbol();
        for (int i = largestFirst.size() - 2; i >= 0; i--) {
            Unit unit = largestFirst.get(i);
            String candidate = unit.of(canonical).toPlainString() + unit.symbol();
            if (canonical.abs().compareTo(unit.factor()) >= 0 && candidate.length() <= best.length()) {
                best = candidate;
            }
        }
        return best;
    }
}
