/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.units;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The grammar of sizes, and the answer to each way of writing one that two readers read differently. */
final class SizeText {

    private static final Map<String, Unit> DECIMAL = Map.of(
            "B", Unit.decimal("B", 0),
            "kB", Unit.decimal("kB", 3),
            "MB", Unit.decimal("MB", 6),
            "GB", Unit.decimal("GB", 9),
            "TB", Unit.decimal("TB", 12));
    private static final Map<String, Unit> BINARY = Map.of(
            "kib", Unit.binary("KiB", 10),
            "mib", Unit.binary("MiB", 20),
            "gib", Unit.binary("GiB", 30),
            "tib", Unit.binary("TiB", 40));
    private static final Pattern EITHER = Pattern.compile("([kmgt])b?", Pattern.CASE_INSENSITIVE);

    private SizeText() {}

    static long parse(String subject, String text) {
        Measure measure = Measure.split(subject, text, "\"64KiB\" (or \"1.25MB\")");
        String digits = measure.digits();
        if (measure.hasNoUnit()) {
            boolean whole = measure.number().stripTrailingZeros().scale() <= 0;
            throw measure.refused(
                    "has no unit: write \"" + digits + (whole ? "B\" or \"" : "MiB\" or \"") + digits + "KiB\"");
        }
        return measure.canonical(
                bytesPerUnit(measure, digits), "bytes", Long.MAX_VALUE, bytes -> new DataSize(bytes).toString());
    }

    private static BigDecimal bytesPerUnit(Measure measure, String digits) {
        String unit = measure.unit();
        Unit decimal = DECIMAL.get(unit);
        if (decimal != null) {
            return decimal.factor();
        }
        Unit binary = BINARY.get(unit.toLowerCase(Locale.ROOT));
        if (binary != null) {
            return binary.factor();
        }
        Matcher either = EITHER.matcher(unit);
        if (either.matches()) {
            String prefix = either.group(1).toUpperCase(Locale.ROOT);
            throw measure.refused(
                    "is ambiguous, for " + unit + " counts in 1000s to some and in 1024s to others: write \"" + digits
                            + prefix + "iB\" or \"" + digits + (prefix.equals("K") ? "k" : prefix) + "B\"");
        }
        throw measure.refused("has an unknown unit [" + unit
                + "]: write one of B, kB, MB, GB, TB, KiB, MiB, GiB, TiB, like \"" + digits + "KiB\"");
    }
}
