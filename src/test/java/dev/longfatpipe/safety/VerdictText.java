/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import dev.longfatpipe.diagnose.LimitingFactor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A verdict line, as {@code longfatpipe.verdicts=console} prints it, read again.
 *
 * @param verdict PASSED, FAILED or INCONCLUSIVE
 * @param test the test, and the pipe if it has a name
 * @param factor what the transfer was limited by, if the line says so
 * @param line all of it
 */
record VerdictText(String verdict, String test, Optional<LimitingFactor> factor, String line) {

    static final String FAILED = "FAILED";
    static final String INCONCLUSIVE = "INCONCLUSIVE";

    private static final Pattern LINE = Pattern.compile("(PASSED|FAILED|INCONCLUSIVE) +(\\S.*?) {2}(.*)");
    /** Maven sets colours before the first line, also where it is told not to. */
    private static final Pattern COLOUR = Pattern.compile("\u001B\\[[0-9;]*m");

    private static final Pattern BAR = Pattern.compile(" \\| ");

    static Optional<VerdictText> parse(String printed) {
        String line = COLOUR.matcher(printed).replaceAll("");
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        List<String> fields = List.of(BAR.split(matcher.group(3), -1));
        Optional<LimitingFactor> factor = Arrays.stream(LimitingFactor.values())
                .filter(any -> fields.contains(any.name()))
                .findFirst();
        return Optional.of(new VerdictText(matcher.group(1), matcher.group(2), factor, line));
    }

    boolean isInconclusive() {
        return verdict.equals(INCONCLUSIVE);
    }
}
