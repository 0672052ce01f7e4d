/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import java.util.ArrayList;
import java.util.List;

/** Labels in a column, text beside it, long lines broken. */
final class Layout {

    private static final int WIDTH = 120;
    private static final String MARGIN = "  ";
    private static final int LABEL_WIDTH = 10;

    private final StringBuilder text;

    Layout(String firstLine) {
        this.text = new StringBuilder(firstLine);
    }

    /** Adds a labelled paragraph of one or more lines; nothing when there is no line. */
    Layout add(String label, List<String> lines) {
        String column = label + " ".repeat(LABEL_WIDTH - label.length());
        for (String line : lines) {
            for (String piece : broken(line)) {
                text.append('\n').append(MARGIN).append(column).append(piece);
                column = " ".repeat(LABEL_WIDTH);
            }
        }
        return this;
    }

    private static List<String> broken(String line) {
        int width = WIDTH - MARGIN.length() - LABEL_WIDTH;
        List<String> pieces = new ArrayList<>();
        String rest = line;
        while (rest.length() > width && rest.lastIndexOf(' ', width) > 0) {
            int at = rest.lastIndexOf(' ', width);
            pieces.add(rest.substring(0, at));
            rest = rest.substring(at + 1);
        }
        pieces.add(rest);
        return pieces;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
