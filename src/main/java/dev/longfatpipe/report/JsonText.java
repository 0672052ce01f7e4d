/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps, iterables, texts, numbers and truth values as JSON (RFC 8259) on one line. A member without a value is left out: it
 * is not known. A {@code <} is written as an escape, so that the text may stand inside a script element of HTML.
 */
final class JsonText {

    private static final String HEX = "0123456789abcdef";

    private final StringBuilder text = new StringBuilder();

    private JsonText() {}

    /**
     * Writes a value.
     *
     * @throws IllegalArgumentException for a number that is none, or a type that JSON does not have
     */
    static String of(Object value) {
        JsonText json = new JsonText();
        json.value(value);
        return json.text.toString();
    }

    private void value(@Nullable Object value) {
        if (value == null) {
            text.append("null");
        } else if (value instanceof Map<?, ?> map) {
            object(map);
        } else if (value instanceof Iterable<?> list) {
            array(list);
        } else if (value instanceof Long || value instanceof Integer || value instanceof Boolean) {
            text.append(value);
        } else if (value instanceof BigDecimal decimal) {
            text.append(decimal.toPlainString());
        } else if (value instanceof Double number) {
            decimal(number);
        } else if (value instanceof String string) {
            quoted(string);
        } else {
            throw new IllegalArgumentException("[" + value.getClass().getName()
                    + "] has no form in JSON: give a map, a list, a text, a number or a truth value");
        }
    }

    private void decimal(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("[" + number + "] is no number of JSON: leave it out");
        }
        text.append(
                number == 0
                        ? "0"
                        : BigDecimal.valueOf(number).stripTrailingZeros().toPlainString());
    }

    private void object(Map<?, ?> map) {
        text.append('{');
        boolean more = false;
        for (Map.Entry<?, ?> member : map.entrySet()) {
            if (member.getValue() != null) {
                if (more) {
                    text.append(',');
                }
                more = true;
                quoted(String.valueOf(member.getKey()));
                text.append(':');
                value(member.getValue());
            }
        }
        text.append('}');
    }

    private void array(Iterable<?> list) {
        text.append('[');
        boolean more = false;
        for (Object item : list) {
            if (more) {
                text.append(',');
            }
            more = true;
            value(item);
        }
        text.append(']');
    }

    private void quoted(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> character(string, i, c);
            }
        }
        text.append('"');
    }

    private void character(String string, int i, char c) {
        boolean first = Character.isHighSurrogate(c)
                && i + 1 < string.length()
                && Character.isLowSurrogate(string.charAt(i + 1));
        boolean second = Character.isLowSurrogate(c) && i > 0 && Character.isHighSurrogate(string.charAt(i - 1));
        boolean pair = first || second;
        boolean plain = c >= ' ' && c != '<' && c != '\u007f' && c != '\u2028' && c != '\u2029';
        if (plain && (pair || !Character.isSurrogate(c))) {
            text.append(c);
        } else {
            text.append("\\u")
                    .append(HEX.charAt(c >> 12))
                    .append(HEX.charAt((c >> 8) & 15))
                    .append(HEX.charAt((c >> 4) & 15))
                    .append(HEX.charAt(c & 15));
        }
    }
}
