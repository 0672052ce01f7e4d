/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apiguardian.api.API;

/**
 * How much of what was possible was used, exact to one part in 10<sup>6</sup>; may be above 100 %.
 *
 * <p>Immutable; {@link #parse(String)} and {@link #toString()} round-trip exactly.
 *
 * @param partsPerMillion used parts of a million, 0 or more
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record Utilisation(long partsPerMillion) implements Comparable<Utilisation> {

    private static final long PARTS_PER_PERCENT = 10_000L;

    /** @throws IllegalArgumentException if the share is negative */
    public Utilisation {
        if (partsPerMillion < 0) {
            throw Measure.refused(
                    "utilisation", Percent.text(partsPerMillion, 4) + "%", "is negative: write 0 or more");
        }
    }

    /** A share in whole per cent. */
    public static Utilisation ofPercent(long percent) {
        return ofPercent(Long.toString(percent));
    }

    /** A share in per cent, as a number without the sign: {@code ofPercent("79.5")}. */
    public static Utilisation ofPercent(String percent) {
        return parse(percent + "%");
    }

    /**
     * The share that one rate is of another, rounded down: what is reported as 80 % was 80 %.
     *
     * @throws IllegalArgumentException if the whole is 0
     */
    public static Utilisation of(DataRate part, DataRate whole) {
        if (whole.isZero()) {
            throw Measure.refused("whole", whole.toString(), "has no share: it must be above 0");
        }
        BigInteger parts = BigInteger.valueOf(part.bitsPerSecond())
                .multiply(BigInteger.valueOf(1_000_000))
                .divide(BigInteger.valueOf(whole.bitsPerSecond()));
        return new Utilisation(parts.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact());
    }

    /**
     * Reads a share: {@code 80%}, {@code 79.5 %}, {@code 120%}.
     *
     * @throws IllegalArgumentException if the text is none of these; the message says what to write instead
     */
    public static Utilisation parse(String text) {
        return parse("utilisation", text);
    }

    /**
     * Reads a share as {@link #parse(String)} does.
     *
     * @param subject what the share is of, for the error message
     */
    public static Utilisation parse(String subject, String text) {
        return new Utilisation(Percent.parse(
                subject,
                text,
                PARTS_PER_PERCENT,
                Long.MAX_VALUE,
                false,
                "parts per million",
                value -> Percent.text(value, 4) + "%"));
    }

    /** The share as a number, 1 for 100 %. */
    public double ratio() {
        return partsPerMillion / 1e6;
    }

    /** For people, rounded down to one decimal, so that a missed mark never reads as a reached one: {@code 5.3 %}. */
    public String describe() {
        BigDecimal percent = BigDecimal.valueOf(partsPerMillion, 4).setScale(1, RoundingMode.FLOOR);
        return percent.stripTrailingZeros().toPlainString() + " %";
    }

    @Override
    public int compareTo(Utilisation other) {
        return Long.compare(partsPerMillion, other.partsPerMillion);
    }

    /** The exact text in per cent that {@link #parse(String)} reads back: {@code 80%}. */
    @Override
    public String toString() {
        return Percent.text(partsPerMillion, 4) + "%";
    }
}
