/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One measured figure.
 *
 * @param benchmark what was run
 * @param setUp the path and the connections it was run with
 * @param metric what was measured
 * @param unit of the values
 * @param runs what each repetition gave, in order; at least one
 * @param target what it has to be; null when nothing is promised
 */
record Figure(
        String benchmark,
        String setUp,
        String metric,
        String unit,
        List<Double> runs,
        @Nullable Target target) {

    Figure {
        runs = List.copyOf(runs);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException(benchmark + ", " + setUp + ": " + metric + " was never measured");
        }
    }

    Figure(String benchmark, String setUp, String metric, String unit, double value) {
        this(benchmark, setUp, metric, unit, List.of(value), null);
    }

    Figure(String benchmark, String setUp, String metric, String unit, List<Double> runs) {
        this(benchmark, setUp, metric, unit, runs, null);
    }

    Figure mustBe(Target promised) {
        return new Figure(benchmark, setUp, metric, unit, runs, promised);
    }

    /** The median of the repetitions. */
    double value() {
        return median(runs);
    }

    boolean isMet() {
        return target == null || target.isMetBy(value());
    }

    static double median(List<Double> values) {
        return quantile(values, 0.5);
    }

    /** The value below which a share of all values lie; between two values, between them. */
    static double quantile(List<Double> values, double share) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        double place = share * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = (int) Math.ceil(place);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /** Writes a number with six significant digits and no exponent. */
    static String plain(double value) {
        return value == 0
                ? "0"
                : new BigDecimal(value)
                        .round(new MathContext(6))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    /** Writes a number with as many digits as say something. */
    static String text(double value) {
        double size = Math.abs(value);
        int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
