/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import dev.longfatpipe.safety.Fuzz.Outcome;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What is asked of every parser of texts: a value whose text is that value again, or the one exception with the remedy. */
public final class Parsers {

    private static final Pattern REMEDY = Pattern.compile(": (?:write|omit|use|raise) ");
    private static final Pattern RECEIVED = Pattern.compile("\\[.*\\]", Pattern.DOTALL);

    private Parsers() {}

    /** Reads values whose {@code toString} is read as the same value; a refusal has the whole text in brackets. */
    public static <T> Function<String, Outcome> exact(Function<String, T> parser) {
        return exact(parser, Object::toString);
    }

    /**
     * As {@link #exact(Function)}.
     *
     * @param text writes what the parser reads as the same value
     */
    public static <T> Function<String, Outcome> exact(Function<String, T> parser, Function<T, String> text) {
        return input -> {
            Outcome outcome = exactInParts(parser, text).apply(input);
            if (!outcome.accepted() && !String.valueOf(outcome.what()).contains("[" + input + "]")) {
                throw new AssertionError("is refused without the text in brackets: " + outcome.what());
            }
            return outcome;
        };
    }

    /** As {@link #exact(Function)}, but a refusal may have in brackets only the part that is wrong. */
    public static <T> Function<String, Outcome> exactInParts(Function<String, T> parser, Function<T, String> text) {
        return input -> {
            T value;
            try {
                value = parser.apply(input);
            } catch (IllegalArgumentException e) {
                return refused(e);
            }
            String written = text.apply(value);
            T again;
            try {
                again = parser.apply(written);
            } catch (IllegalArgumentException e) {
                throw new AssertionError("was read, but its own text [" + written + "] is refused", e);
            }
            if (!value.equals(again)) {
                throw new AssertionError("is [" + value + "], but its text [" + written + "] is [" + again + "]");
            }
            return new Outcome(true, value);
        };
    }

    /** A refusal as it is documented: the plain exception, what was received in brackets, and a remedy. */
    public static Outcome refused(IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage());
        if (e.getClass() != IllegalArgumentException.class) {
            throw new AssertionError("is refused by " + e, e);
        }
        if (!RECEIVED.matcher(message).find()) {
            throw new AssertionError("is refused without what was received in brackets", e);
        }
        if (!REMEDY.matcher(message).find()) {
            throw new AssertionError("is refused without a remedy", e);
        }
        return new Outcome(false, message);
    }

    /** A refusal by a parser of the tests' own: the plain exception, with words. */
    public static Outcome refusedWithWords(IllegalArgumentException e) {
        String message = e.getMessage();
        if (e.getClass() != IllegalArgumentException.class || message == null || message.isBlank()) {
            throw new AssertionError("is refused by " + e, e);
        }
        return new Outcome(false, message);
    }
}
