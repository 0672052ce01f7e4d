/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * Durations as people write them: {@code 100ms}, {@code 1.5s}, {@code 250us}.
 *
 * <p>Stateless; {@link #parse(String)} and {@link #format(Duration)} round-trip exactly.
 *
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public final class DurationText {

    private static final long MAX_NANOS = 3_600_000_000_000L;
    private static final List<Unit> UNITS =
            List.of(Unit.decimal("s", 9), Unit.decimal("ms", 6), Unit.decimal("us", 3), Unit.decimal("ns", 0));
    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "\u00b5s", 1_000L,
            "\u03bcs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "min", 60_000_000_000L,
            "h", MAX_NANOS);

    private DurationText() {}

    /**
     * Reads a duration: a number and one of {@code ns us ms s min h}, in any case; the micro sign is read too.
     *
     * @return the duration, 0 to one hour
     * @throws IllegalArgumentException if the text is no such duration; the message says what to write instead
     */
    public static Duration parse(String text) {
        return parse("duration", text);
    }

    /**
     * Reads a duration as {@link #parse(String)} does.
     *
     * @param subject what lasts that long, for the error message
     */
    public static Duration parse(String subject, String text) {
        Measure measure = Measure.split(subject, text, "\"100ms\"");
        String digits = measure.digits();
        if (measure.hasNoUnit()) {
            throw measure.refused("has no unit: write \"" + digits + "ms\" (or \"" + digits + "s\")");
        }
        if (measure.unit().equals("m") || measure.unit().equals("M")) {
            throw measure.refused("is ambiguous, for " + measure.unit() + " may be milliseconds or minutes: write \""
                    + digits + "ms\" or \"" + digits + "min\"");
        }
        Long factor = NANOS.get(measure.unit().toLowerCase(Locale.ROOT));
        if (factor == null) {
            throw measure.refused("has an unknown unit [" + measure.unit()
                    + "]: write one of ns, us, ms, s, min, h, like \"" + digits + "ms\"");
        }
        return Duration.ofNanos(measure.canonical(
                BigDecimal.valueOf(factor), "nanoseconds", MAX_NANOS, nanos -> format(Duration.ofNanos(nanos))));
    }

    /** The shortest exact text: {@code 100ms}, {@code 1.5s}, {@code 0ms}; read back if it is 0 to one hour long. */
    public static String format(Duration duration) {
        return duration.isZero() ? "0ms" : Unit.shortest(nanos(duration), UNITS);
    }

    /** For people: {@code 100.4 ms}, {@code 1.48 s}, {@code 250 us}; one decimal, two for seconds below ten. */
    public static String describe(Duration duration) {
        if (duration.isZero()) {
            return "0 ms";
        }
        BigDecimal exact = nanos(duration);
        for (int i = UNITS.size() - 1; i > 0; i--) {
            BigDecimal rounded = UNITS.get(i).of(exact).setScale(1, RoundingMode.HALF_UP);
            if (rounded.abs().compareTo(BigDecimal.valueOf(1000)) < 0) {
                return rounded.stripTrailingZeros().toPlainString() + " "
                        + UNITS.get(i).symbol();
            }
        }
        BigDecimal seconds = UNITS.get(0).of(exact);
        int decimals = seconds.abs().compareTo(BigDecimal.TEN) < 0 ? 2 : 1;
        return seconds.setScale(decimals, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString() + " s";
    }

    static BigDecimal nanos(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds())
                .scaleByPowerOfTen(9)
                .add(BigDecimal.valueOf(duration.getNano()));
    }
}
