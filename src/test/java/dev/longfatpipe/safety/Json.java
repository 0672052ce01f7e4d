/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes maps, collections, numbers and texts as JSON (RFC 8259); a text that looks like a number is written as one. */
final class Json {

    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]{0,17})(?:\\.[0-9]{1,9})?");

    private Json() {}

    static String of(Object value) {
        return of(value, "\n");
    }

    private static String of(Object value, String lineEnd) {
        String inner = lineEnd + "  ";
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> quoted(entry.getKey().toString()) + ": " + of(entry.getValue(), inner))
                    .collect(Collectors.joining("," + inner, "{" + inner, lineEnd + "}"));
        }
        if (value instanceof Collection<?> list) {
            return list.stream()
                    .map(item -> of(item, inner))
                    .collect(Collectors.joining("," + inner, "[" + inner, lineEnd + "]"));
        }
        String text = value.toString();
        return value instanceof Number || NUMBER.matcher(text).matches() ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                quoted.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
