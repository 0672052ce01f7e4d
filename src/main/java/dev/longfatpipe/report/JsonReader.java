/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON (RFC 8259): an object becomes a {@code Map} in the order of its members, of which a null is left out, an array a
 * {@code List}, a number a {@code BigDecimal}.
 */
final class JsonReader {

    private static final int DEEPEST = 64;

    private final String text;
    private int at;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    /**
     * Reads an object.
     *
     * @throws IllegalArgumentException where the text is none; the message says where
     */
    static Map<String, Object> object(String text) {
        JsonReader reader = new JsonReader(text);
        Map<String, Object> object = new LinkedHashMap<>();
        reader.blank();
        reader.require('{');
        reader.members(object);
        reader.blank();
        if (reader.at < text.length()) {
            throw reader.refused("the end");
        }
        return object;
    }

    private @Nullable Object value() {
        blank();
        char c = peek();
        if (c == '{') {
            at++;
            Map<String, Object> object = new LinkedHashMap<>();
            members(object);
            return object;
        }
        if (c == '[') {
            at++;
            return array();
        }
        if (c == '"') {
            return string();
        }
        if (c == '-' || (c >= '0' && c <= '9')) {
            return number();
        }
        if (word("true")) {
            return true;
        }
        if (word("false")) {
            return false;
        }
        if (word("null")) {
            return null;
        }
        throw refused("a value");
    }

    private void members(Map<String, Object> object) {
        enter();
        blank();
        if (peek() == '}') {
            at++;
            depth--;
            return;
        }
        do {
            blank();
            String name = string();
            blank();
            require(':');
            Object value = value();
            if (value != null) {
                object.put(name, value);
            }
            blank();
        } while (more('}'));
        depth--;
    }

    private List<@Nullable Object> array() {
        enter();
        List<@Nullable Object> list = new ArrayList<>();
        blank();
        if (peek() == ']') {
            at++;
            depth--;
            return list;
        }
        do {
            list.add(value());
            blank();
        } while (more(']'));
        depth--;
        return list;
    }

    private void enter() {
        if (++depth > DEEPEST) {
            throw refused("at most " + DEEPEST + " levels");
        }
    }

    private boolean more(char end) {
        char c = peek();
        if (c == ',' || c == end) {
            at++;
            return c == ',';
        }
        throw refused("\",\" or \"" + end + "\"");
    }

    private String string() {
        require('"');
        StringBuilder string = new StringBuilder();
        while (true) {
            char c = peek();
            at++;
            if (c == '"') {
                return string.toString();
            }
            if (c < ' ') {
                at--;
                throw refused("an escape for a control character");
            }
            string.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hex();
            default -> {
                at--;
                throw refused("an escape");
            }
        };
    }

    private char hex() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(peek(), 16);
            if (digit < 0) {
                throw refused("a hexadecimal digit");
            }
            value = value * 16 + digit;
            at++;
        }
        return (char) value;
    }

    private BigDecimal number() {
        int begin = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return new BigDecimal(text.substring(begin, at));
        } catch (NumberFormatException e) {
            at = begin;
            throw refused("a number");
        }
    }

    private boolean word(String word) {
        boolean found = text.startsWith(word, at);
        at += found ? word.length() : 0;
        return found;
    }

    private void blank() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void require(char c) {
        if (peek() != c) {
            throw refused("\"" + c + "\"");
        }
        at++;
    }

    private char peek() {
        if (at >= text.length()) {
            throw refused("more");
        }
        return text.charAt(at);
    }

    private IllegalArgumentException refused(String expected) {
        String rest = text.substring(Math.min(at, text.length()), Math.min(text.length(), at + 20));
        return new IllegalArgumentException(
                "JSON at character " + at + " has [" + rest + "] where " + expected + " must be");
    }
}
