/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * All figures of a run, as JSON and as tables. The schema of the JSON is in {@code docs/benchmarks.md}.
 *
 * @param figures in the order in which they were taken
 * @param seconds for how long it ran
 */
record Report(List<Figure> figures, double seconds) {

    private static final int SCHEMA = 1;

    String json() {
        StringJoiner all = new StringJoiner(",\n    ", "  \"figures\": [\n    ", "\n  ]");
        figures.forEach(figure -> all.add(json(figure)));
        return "{\n  \"schema\": " + SCHEMA + ",\n  \"backend\": \"relay\",\n  \"seconds\": "
                + Math.round(seconds) + ",\n  \"machine\": {\"processors\": " + Load.processors()
                + ", \"os\": " + quoted(os()) + ", \"java\": " + quoted(java()) + "},\n" + all + "\n}\n";
    }

    private static String os() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version");
    }

    private static String java() {
        return System.getProperty("java.version");
    }

    private static String json(Figure figure) {
        StringJoiner runs = new StringJoiner(", ", "[", "]");
        figure.runs().forEach(run -> runs.add(number(run)));
        Target target = figure.target();
        return "{\"benchmark\": " + quoted(figure.benchmark()) + ", \"set_up\": " + quoted(figure.setUp())
                + ", \"metric\": " + quoted(figure.metric()) + ", \"unit\": " + quoted(figure.unit()) + ", \"value\": "
                + number(figure.value()) + ", \"runs\": " + runs
                + (target == null
                        ? ""
                        : ", \"target\": {" + quoted(target.key()) + ": " + number(target.limit()) + "}, \"met\": "
                                + figure.isMet())
                + "}";
    }

    /** JSON has no infinity and no NaN. */
    private static String number(double value) {
        return Double.isFinite(value) ? Figure.plain(value) : "null";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** One line for a person. */
    static String line(Figure figure) {
        return String.format(
                Locale.ROOT,
                "%-11s %-24s %-26s %10s %-7s %s",
                figure.benchmark(),
                figure.setUp(),
                figure.metric(),
                Figure.text(figure.value()),
                figure.unit(),
                verdict(figure));
    }

    private static String verdict(Figure figure) {
        if (figure.target() == null) {
            return "";
        }
        return figure.target() + (figure.isMet() ? "" : "  MISSED");
    }

    /** Returns how many targets there are and how many were missed. */
    String summary() {
        long targets =
                figures.stream().filter(figure -> figure.target() != null).count();
        return targets - missed().size() + " of " + targets + " targets met";
    }

    List<Figure> missed() {
        return figures.stream().filter(figure -> !figure.isMet()).toList();
    }

    /** Returns the figures of one benchmark as a Markdown table. */
    List<String> table(String benchmark) {
        List<String> lines =
                new ArrayList<>(List.of("| | | median | least to most | target |", "|---|---|---|---|---|"));
        figures.stream()
                .filter(figure -> figure.benchmark().equals(benchmark))
                .forEach(figure -> lines.add(row(figure)));
        return lines;
    }

    private static String row(Figure figure) {
        String unit = figure.unit().isEmpty() ? "" : " " + figure.unit();
        String spread = figure.runs().size() == 1
                ? ""
                : Figure.text(Figure.quantile(figure.runs(), 0)) + " to "
                        + Figure.text(Figure.quantile(figure.runs(), 1));
        String target = figure.target() == null ? "" : figure.target() + (figure.isMet() ? "" : ": **missed**");
        return "| " + figure.setUp() + " | " + figure.metric() + " | **" + Figure.text(figure.value()) + "**" + unit
                + " | " + spread + " | " + target + " |";
    }

    /** Returns what the figures were taken on. */
    String machine() {
        return Load.processors() + " processors, " + os() + ", Java " + java();
    }
}
