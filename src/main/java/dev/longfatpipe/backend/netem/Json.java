/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON (RFC 8259) as iproute2 writes it: objects as maps, arrays as lists, numbers as doubles. */
final class Json {

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException when the text is no JSON; the message says where
     */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipSpace();
        if (json.at < text.length()) {
            throw json.wrong();
        }
        return value;
    }

    private Object value() {
        skipSpace();
        char first = at < text.length() ? text.charAt(at) : 0;
        return switch (first) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", "");
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        while (!ends('}')) {
            skipSpace();
            String name = string();
            skipSpace();
            expect(':');
            members.put(name, value());
        }
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        at++;
        while (!ends(']')) {
            elements.add(value());
        }
        return elements;
    }

    /** Passes the end, or the comma before the next element. */
    private boolean ends(char end) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == end) {
            at++;
            return true;
        }
        if (at < text.length() && text.charAt(at) == ',') {
            at++;
        }
        return false;
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                at++;
            }
            if (at < text.length()) {
                string.append(text.charAt(at++));
            }
        }
        expect('"');
        return string.toString();
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong();
        }
        at += word.length();
        return value;
    }

    private Double number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Double.valueOf(text.substring(from, at));
        } catch (NumberFormatException e) {
            at = from;
            throw wrong();
        }
    }

    private void expect(char wanted) {
        if (at >= text.length() || text.charAt(at) != wanted) {
            throw wrong();
        }
        at++;
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at character " + at + " of [" + text + "]");
    }
}
