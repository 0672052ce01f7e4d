/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One figure of a published experiment.
 *
 * @param experiment {@code E1} to {@code E7}
 * @param scenario the set-up
 * @param published the figure as it was published, with its unit; empty when it was not
 * @param publishedMbit the same in mbit
 * @param publishedRttMillis smoothed rtt that was published with it
 * @param kernelMbit what Linux 6.1 over netem gave
 * @param kernelRttMillis its smoothed rtt
 * @param what the set-up in words
 */
record PublishedCell(
        String experiment,
        Scenario scenario,
        String published,
        OptionalDouble publishedMbit,
        OptionalDouble publishedRttMillis,
        OptionalDouble kernelMbit,
        OptionalDouble kernelRttMillis,
        String what) {

    private static final List<String> COLUMNS = List.of(
            "experiment",
            "parameters",
            "published",
            "unit",
            "published_rtt_ms",
            "kernel_mbit",
            "kernel_rtt_ms",
            "what");

    /** Reads the file of published figures. */
    static List<PublishedCell> parse(String text) {
        List<CsvText.Row> rows = CsvText.parse(text);
        List<PublishedCell> cells = new ArrayList<>();
        for (CsvText.Row row : rows.subList(1, rows.size())) {
            Map<String, String> fields = new HashMap<>();
            for (int i = 0; i < COLUMNS.size(); i++) {
                fields.put(COLUMNS.get(i), row.fields().get(i));
            }
            cells.add(of(fields));
        }
        return cells;
    }

    private static PublishedCell of(Map<String, String> fields) {
        OptionalDouble figure = number(fields, "published");
        String unit = fields.getOrDefault("unit", "");
        double mbit = figure.orElse(0) * (unit.equals("MB/s") ? 8 : 1);
        return new PublishedCell(
                fields.getOrDefault("experiment", ""),
                ScenarioText.parse(fields.getOrDefault("parameters", "")),
                figure.isEmpty() ? "" : fields.get("published") + " " + unit,
                figure.isEmpty() ? figure : OptionalDouble.of(mbit),
                number(fields, "published_rtt_ms"),
                number(fields, "kernel_mbit"),
                number(fields, "kernel_rtt_ms"),
                fields.getOrDefault("what", ""));
    }

    private static OptionalDouble number(Map<String, String> fields, String column) {
        String text = fields.getOrDefault(column, "");
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }
}
