/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated values (RFC 4180): a field with a comma, a quote or a line end in it stands in quotes. */
final class CsvText {

    /**
     * One record of a file.
     *
     * @param line the line on which it begins, from 1
     * @param fields its fields, without quotes
     */
    record Row(int line, List<String> fields) {}

    private final String text;
    private final List<Row> rows = new ArrayList<>();
    private List<String> fields = new ArrayList<>();
    private int position;
    private int line = 1;
    private int firstLine = 1;

    private CsvText(String text) {
        this.text = text;
    }

    /**
     * Reads a whole file. Blank lines are left out, and so is a byte order mark; lines may end in any way.
     *
     * @throws IllegalArgumentException if a quote is opened and never closed
     */
    static List<Row> parse(String text) {
        CsvText csv = new CsvText(text.startsWith("\uFEFF") ? text.substring(1) : text);
        csv.read();
        return csv.rows;
    }

    /** Writes one record, without a line end. */
    static String line(List<String> fields) {
        return fields.stream().map(CsvText::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String field) {
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }

    private void read() {
        while (position < text.length()) {
            boolean quoted = text.charAt(position) == '"';
            fields.add(quoted ? quotedField() : plainField());
            if (position >= text.length()) {
                break;
            }
            char end = text.charAt(position++);
            if (end == ',') {
                if (position == text.length()) {
                    fields.add("");
                }
                continue;
            }
            if (end == '\r' && position < text.length() && text.charAt(position) == '\n') {
                position++;
            }
            line++;
            endRow();
        }
        endRow();
    }

    private void endRow() {
        boolean blank = fields.isEmpty() || (fields.size() == 1 && fields.get(0).isBlank());
        if (!blank) {
            rows.add(new Row(firstLine, List.copyOf(fields)));
        }
        fields = new ArrayList<>();
        firstLine = line;
    }

    private String plainField() {
        int from = position;
        while (position < text.length() && ",\r\n".indexOf(text.charAt(position)) < 0) {
            position++;
        }
        return text.substring(from, position);
    }

    private String quotedField() {
        StringBuilder field = new StringBuilder();
        position++;
        while (position < text.length()) {
            char next = text.charAt(position++);
            if (next == '\n') {
                line++;
            }
            if (next != '"') {
                field.append(next);
            } else if (position < text.length() && text.charAt(position) == '"') {
                field.append('"');
                position++;
            } else {
                return field.append(plainField()).toString();
            }
        }
        throw new IllegalArgumentException("quote in line [" + firstLine + "] is never closed: write a second \"");
    }
}
