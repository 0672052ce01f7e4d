/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import dev.longfatpipe.units.DataSize;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The grammar of buffer sizes: auto, a size, or a multiple of the bandwidth-delay product. */
final class BufferSizeText {

    static final String AUTO = "auto";
    static final String BDP = "bdp";

    /** More than any size needs, and few enough that no text takes long to read or to refuse. */
    private static final int MOST_CHARACTERS = 100;

    private static final int MAX_DECIMALS = 50;
    private static final BigDecimal MAX_FACTOR = BigDecimal.valueOf(1000);
    private static final Pattern MULTIPLE =
            Pattern.compile("(-?(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+))\\s*bdp", Pattern.CASE_INSENSITIVE);
    private static final String INSTEAD = "\"auto\", \"64KiB\" or \"2bdp\"";

    private BufferSizeText() {}

    static BufferSize parse(String subject, String text) {
        String stripped = text.strip();
        if (stripped.length() > MOST_CHARACTERS) {
            throw refused(subject, text, "is longer than " + MOST_CHARACTERS + " characters: write " + INSTEAD);
        }
        if (stripped.toLowerCase(Locale.ROOT).equals(AUTO)) {
            return BufferSize.auto();
        }
        Matcher multiple = MULTIPLE.matcher(stripped);
        if (multiple.matches()) {
            BigDecimal factor = new BigDecimal(multiple.group(1));
            requireFactor(subject, text, factor);
            return BufferSize.ofBdp(factor);
        }
        if (stripped.isEmpty() || "-.0123456789".indexOf(stripped.charAt(0)) < 0) {
            throw refused(subject, text, "is no buffer size: write " + INSTEAD);
        }
        DataSize size = DataSize.parse(subject, text);
        requireFits(subject, text, size);
        return BufferSize.of(size);
    }

    static void requireFactor(String subject, String text, BigDecimal factor) {
        if (factor.signum() <= 0) {
            throw refused(subject, text, "is empty: write more than 0, such as \"2bdp\", or \"auto\"");
        }
        if (factor.compareTo(MAX_FACTOR) > 0) {
            throw refused(subject, text, "is too large: write at most \"1000bdp\"");
        }
        if (factor.stripTrailingZeros().scale() > MAX_DECIMALS) {
            throw refused(
                    subject, text, "has more than " + MAX_DECIMALS + " decimals: write fewer, such as \"0.25bdp\"");
        }
    }

    static void requireFits(String subject, String text, DataSize size) {
        if (size.isZero()) {
            throw refused(subject, text, "is empty: write more than 0, such as \"64KiB\", or \"auto\"");
        }
        if (size.compareTo(BufferSize.MAX) > 0) {
            throw refused(
                    subject,
                    text,
                    "is more than a socket option can ask for: write at most \"" + BufferSize.MAX + "\"");
        }
    }

    static IllegalArgumentException refused(String subject, String text, String why) {
        return new IllegalArgumentException(subject + " [" + text + "] " + why);
    }
}
