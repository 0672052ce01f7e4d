/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The grammar of rates, and the answer to each way of writing one that two readers read differently. */
final class RateText {

    private static final Pattern BITS = Pattern.compile("([kmgt]?)bit(/s)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern BYTES = Pattern.compile("([kMGT]?|[kKMGT]i)B");
    private static final Pattern EITHER = Pattern.compile("([kmgt]?)b(ps|/s)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern EITHER_BINARY = Pattern.compile("([kmgt])ib(ps|/s)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern PREFIX = Pattern.compile("[kmgt]", Pattern.CASE_INSENSITIVE);
    private static final Map<String, String> WORDS = Map.of("", "", "k", "kilo", "m", "mega", "g", "giga", "t", "tera");

    private RateText() {}

    static long parse(String subject, String text, long max) {
        Measure measure = Measure.split(subject, text, bothUnits(BigDecimal.valueOf(100)));
        if (measure.hasNoUnit()) {
            throw measure.refused(
                    "has no unit: write " + bothUnits(measure.number().abs()));
        }
        return measure.canonical(bitsPerUnit(measure), "bits per second", max, bits -> new DataRate(bits).toString());
    }

    /** The same rate in bits and in bytes: a number alone may have been meant as either. */
    private static String bothUnits(BigDecimal number) {
        BigDecimal megabits = number.signum() == 0 ? BigDecimal.valueOf(100) : number;
        BigDecimal megabytes = megabits.divide(BigDecimal.valueOf(8)).stripTrailingZeros();
        return "\"" + megabits.toPlainString() + "mbit\" (or \"" + megabytes.toPlainString() + "MB/s\")";
    }

    private static BigDecimal bitsPerUnit(Measure measure) {
        String unit = measure.unit();
        Matcher bits = BITS.matcher(unit);
        if (bits.matches()) {
            return BigDecimal.ONE.scaleByPowerOfTen(exponent(bits.group(1)));
        }
        if (unit.endsWith("/s")) {
            Matcher bytes = BYTES.matcher(unit.substring(0, unit.length() - 2));
            if (bytes.matches()) {
                String prefix = bytes.group(1);
                BigDecimal factor = prefix.endsWith("i")
                        ? BigDecimal.valueOf(1L << (exponent(prefix.substring(0, 1)) / 3 * 10))
                        : BigDecimal.ONE.scaleByPowerOfTen(exponent(prefix));
                return factor.multiply(BigDecimal.valueOf(8));
            }
        }
        throw unreadable(measure);
    }

    private static IllegalArgumentException unreadable(Measure measure) {
        String unit = measure.unit();
        String digits = measure.digits();
        if (BYTES.matcher(unit).matches()) {
            return measure.refused("is a size, not a rate: write \"" + digits + unit + "/s\"");
        }
        if (unit.equals("KB/s")) {
            return measure.refused("is ambiguous, for KB is 1000 bytes to some and 1024 to others: write \"" + digits
                    + "kB/s\" or \"" + digits + "KiB/s\"");
        }
        Matcher either = EITHER.matcher(unit);
        if (either.matches()) {
            String prefix = lower(either.group(1));
            String word = WORDS.getOrDefault(prefix, "");
            String why = lower(unit).endsWith("bps")
                    ? "for tc reads " + lower(unit) + " as " + word + "bytes per second, most people as " + word
                            + "bits"
                    : "for " + unit + " may be bits or bytes";
            return measure.refused("is ambiguous, " + why + ": write \"" + digits + prefix + "bit\" or \"" + digits
                    + bytePrefix(prefix) + "B/s\"");
        }
        Matcher binary = EITHER_BINARY.matcher(unit);
        if (binary.matches()) {
            return measure.refused("has an unknown unit [" + unit + "]: write \"" + digits
                    + binary.group(1).toUpperCase(Locale.ROOT) + "iB/s\" for bytes per second");
        }
        if (PREFIX.matcher(unit).matches()) {
            return measure.refused("has an incomplete unit [" + unit + "]: write \"" + digits + lower(unit)
                    + "bit\" or \"" + digits + bytePrefix(lower(unit)) + "B/s\"");
        }
        return measure.refused("has an unknown unit [" + unit + "]: write one of bit, kbit, mbit, gbit, tbit,"
                + " or B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s, TiB/s, like \"" + digits + "mbit\"");
    }

    private static String bytePrefix(String lowerPrefix) {
        return lowerPrefix.equals("k") ? "k" : lowerPrefix.toUpperCase(Locale.ROOT);
    }

    private static int exponent(String prefix) {
        return prefix.isEmpty() ? 0 : 3 * ("kmgt".indexOf(lower(prefix)) + 1);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
