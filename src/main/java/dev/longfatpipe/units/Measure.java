/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text split into number and unit, with the words for what is wrong with it. */
record Measure(String subject, String text, BigDecimal number, String unit) {

    private static final Pattern FORM =
            Pattern.compile("(-?(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+))[\\s\\u00a0\\u202f]*(.*)", Pattern.DOTALL);

    /** More than any number and unit need, and few enough that no text takes long to read or to refuse. */
    private static final int MOST_CHARACTERS = 100;

    /** @param example what to write instead of a text that is no number with a unit, in quotation marks */
    static Measure split(String subject, String text, String example) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            throw refused(subject, text, "is empty: write " + example);
        }
        if (stripped.length() > MOST_CHARACTERS) {
            throw refused(subject, text, "is longer than " + MOST_CHARACTERS + " characters: write " + example);
        }
        Matcher matcher = FORM.matcher(stripped);
        if (!matcher.matches()) {
            throw refused(subject, text, "is not a number with a unit: write " + example);
        }
        if (matcher.group(2).startsWith(",")) {
            throw refused(subject, text, "has a comma: write numbers with a decimal point, like " + example);
        }
        return new Measure(subject, text, new BigDecimal(matcher.group(1)), matcher.group(2));
    }

    boolean hasNoUnit() {
        return unit.isEmpty();
    }

    /** The number in plain digits, to build the text to write instead. */
    String digits() {
        return number.abs().toPlainString();
    }

    IllegalArgumentException refused(String why) {
        return refused(subject, text, why);
    }

    /**
     * The canonical value.
     *
     * @param factor worth of the unit
     * @param what the canonical unit in the plural
     * @param max largest value accepted
     * @param format the exact text of a canonical value
     */
    long canonical(BigDecimal factor, String what, long max, LongFunction<String> format) {
        if (number.signum() < 0 || text.strip().startsWith("-")) {
            throw refused("is negative: write \"" + text.strip().substring(1) + "\"");
        }
        BigDecimal value = number.multiply(factor);
        if (value.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw refused("is too large: write at most \"" + format.apply(max) + "\"");
        }
        BigInteger nearest = value.setScale(0, RoundingMode.HALF_UP).toBigInteger();
        if (value.stripTrailingZeros().scale() > 0) {
            throw refused(
                    "is not a whole number of " + what + ": write \"" + format.apply(nearest.longValueExact()) + "\"");
        }
        return nearest.longValueExact();
    }

    static IllegalArgumentException refused(String subject, String text, String why) {
        return new IllegalArgumentException(subject + " [" + text + "] " + why);
    }
}
