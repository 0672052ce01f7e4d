/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import java.math.BigDecimal;
import java.util.function.LongFunction;

/** The grammar of shares: a number with a per cent sign. */
final class Percent {

    private Percent() {}

    /**
     * @param perPercent canonical units in one per cent
     * @param max largest value accepted, in canonical units
     * @param withPpm whether {@code ppm} is read too
     */
    static long parse(
            String subject,
            String text,
            long perPercent,
            long max,
            boolean withPpm,
            String what,
            LongFunction<String> format) {
        Measure measure = Measure.split(subject, text, withPpm ? "\"0.1%\"" : "\"80%\"");
        String digits = measure.digits();
        if (measure.hasNoUnit()) {
            BigDecimal hundredfold = measure.number().abs().scaleByPowerOfTen(2);
            throw measure.refused("has no unit: write \"" + digits + "%\" (or \""
                    + hundredfold.stripTrailingZeros().toPlainString() + "%\" if it is a fraction of 1)");
        }
        BigDecimal factor = BigDecimal.valueOf(perPercent);
        if (withPpm && measure.unit().equals("ppm")) {
            factor = factor.scaleByPowerOfTen(-4);
        } else if (!measure.unit().equals("%")) {
            throw measure.refused("has an unknown unit [" + measure.unit() + "]: write \"" + digits + "%\"");
        }
        return measure.canonical(factor, what, max, format);
    }

    static String text(long value, int digitsBelowPercent) {
        return BigDecimal.valueOf(value, digitsBelowPercent)
                .stripTrailingZeros()
                .toPlainString();
    }
}
