/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The grammar of queues: a size, a time, or a multiple of the bandwidth-delay product. */
final class QueueText {

    static final String BDP = "bdp";
    static final int MAX_BDP = 1000;
    static final int MAX_BDP_DECIMALS = 50;

    private static final Pattern FORM = Pattern.compile("(-?[0-9.]+)\\s*([^0-9.,\\s].*)?", Pattern.DOTALL);
    private static final Pattern MULTIPLE = Pattern.compile("-?(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)");
    private static final Pattern TIME = Pattern.compile("(?:[nu\u00b5\u03bcm]?s|min|h)", Pattern.CASE_INSENSITIVE);
    private static final Pattern SIZE = Pattern.compile("[kmgt]?i?b?", Pattern.CASE_INSENSITIVE);
    private static final String INSTEAD = "\"1bdp\", \"64KiB\" or \"50ms\"";

    private QueueText() {}

    static IllegalArgumentException zero(String subject, String text) {
        return Refusal.of(subject, text, "holds no frame: write " + INSTEAD);
    }

    static Queue parse(String subject, String text) {
        Matcher form = FORM.matcher(Refusal.stripped(subject, text, INSTEAD));
        if (!form.matches()) {
            throw Refusal.of(subject, text, "is not a number with a unit: write " + INSTEAD);
        }
        String unit = form.group(2) == null ? "" : form.group(2);
        if (unit.isEmpty()) {
            throw Refusal.of(subject, text, "has no unit: write " + INSTEAD);
        }
        if (unit.toLowerCase(Locale.ROOT).equals(BDP)) {
            return multiple(subject, text, form.group(1));
        }
        if (TIME.matcher(unit).matches() || unit.equals("m")) {
            Duration time = DurationText.parse(subject, text);
            if (time.isZero()) {
                throw zero(subject, text);
            }
            return Queue.ofTime(time);
        }
        if (!SIZE.matcher(unit).matches()) {
            throw Refusal.of(subject, text, "has an unknown unit [" + unit + "]: write " + INSTEAD);
        }
        DataSize size = DataSize.parse(subject, text);
        if (size.isZero()) {
            throw zero(subject, text);
        }
        return Queue.ofBytes(size);
    }

    static void requireFactor(String subject, String text, BigDecimal factor) {
        if (factor.compareTo(BigDecimal.valueOf(MAX_BDP)) > 0) {
            throw Refusal.of(subject, text, "is too large: write at most \"" + MAX_BDP + "bdp\"");
        }
        if (factor.stripTrailingZeros().scale() > MAX_BDP_DECIMALS) {
            throw Refusal.of(
                    subject, text, "has more than " + MAX_BDP_DECIMALS + " decimals: write fewer, e.g. \"0.25bdp\"");
        }
    }

    private static Queue multiple(String subject, String text, String number) {
        if (!MULTIPLE.matcher(number).matches()) {
            throw Refusal.of(subject, text, "is not a number with a unit: write " + INSTEAD);
        }
        BigDecimal factor = new BigDecimal(number);
        if (number.startsWith("-")) {
            throw Refusal.of(subject, text, "is negative: write more than 0, e.g. \"1bdp\"");
        }
        if (factor.signum() == 0) {
            throw zero(subject, text);
        }
        requireFactor(subject, text, factor);
        return Queue.ofBdp(factor);
    }
}
