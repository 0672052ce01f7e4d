/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.math.BigDecimal;
import org.apiguardian.api.API;

/**
 * The share of packets that is lost, or another probability of a path, exact to one part in 10<sup>9</sup>.
 *
 * <p>Immutable; {@link #parse(String)} and {@link #toString()} round-trip exactly.
 *
 * @param partsPerBillion lost packets in 10<sup>9</sup>, 0 to 10<sup>9</sup>
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record Loss(long partsPerBillion) implements Comparable<Loss> {

    private static final long ALL_PARTS = 1_000_000_000L;
    private static final long PARTS_PER_PERCENT = 10_000_000L;

    /** Nothing is lost. */
    public static final Loss NONE = new Loss(0);

    /** Everything is lost. */
    public static final Loss ALL = new Loss(ALL_PARTS);

    /** @throws IllegalArgumentException if the share is below 0 or above 100 % */
    public Loss {
        if (partsPerBillion < 0 || partsPerBillion > ALL_PARTS) {
            throw Measure.refused(
                    "loss", Percent.text(partsPerBillion, 7) + "%", "is no share: write \"0%\" to \"100%\"");
        }
    }

    /** A share in whole per cent. */
    public static Loss ofPercent(long percent) {
        return ofPercent(BigDecimal.valueOf(percent));
    }

    /**
     * A share in per cent.
     *
     * @throws IllegalArgumentException if it is below 0, above 100, or not a whole number of parts per billion
     */
    public static Loss ofPercent(BigDecimal percent) {
        return parse(percent.toPlainString() + "%");
    }

    /** A share in per cent, as a number without the sign: {@code ofPercent("0.1")}. */
    public static Loss ofPercent(String percent) {
        return parse(percent + "%");
    }

    /**
     * Reads a share: {@code 0.1%}, {@code 1 %}, {@code 50ppm}.
     *
     * @throws IllegalArgumentException if the text is none of these, or above 100 %; the message says what to write instead
     */
    public static Loss parse(String text) {
        return parse("loss", text);
    }

    /**
     * Reads a share as {@link #parse(String)} does.
     *
     * @param subject what the share is of, for the error message
     */
    public static Loss parse(String subject, String text) {
        return new Loss(Percent.parse(
                subject,
                text,
                PARTS_PER_PERCENT,
                ALL_PARTS,
                true,
                "parts per billion",
                value -> Percent.text(value, 7) + "%"));
    }

    /** Whether nothing is lost. */
    public boolean isZero() {
        return partsPerBillion == 0;
    }

    /** The share as a number from 0 to 1. */
    public double probability() {
        return partsPerBillion / 1e9;
    }

    @Override
    public int compareTo(Loss other) {
        return Long.compare(partsPerBillion, other.partsPerBillion);
    }

    /** The exact text in per cent that {@link #parse(String)} reads back: {@code 0.1%}. */
    @Override
    public String toString() {
        return Percent.text(partsPerBillion, 7) + "%";
    }
}
