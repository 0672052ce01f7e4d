/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What two runs of the same rows made of them, under one window law: a kernel's own TCP, and the model of it.
 *
 * @param kernel result file of the backend with the kernel's own TCP, by the rows' set-ups
 * @param model result file of the relay, by the rows' set-ups
 */
record SideBySide(Map<String, Result> kernel, Map<String, Result> model) {

    /** How far the model may be from the kernel. */
    private static final double TOLERANCE = 0.08;

    /** One row of a result file. */
    record Result(OptionalDouble goodputMbit, OptionalDouble rttMillis, OptionalDouble millis, String diagnosed) {}

    static SideBySide of(String kernelCsv, String modelCsv) {
        return new SideBySide(results(kernelCsv), results(modelCsv));
    }

    private static Map<String, Result> results(String csv) {
        List<CsvText.Row> rows = CsvText.parse(csv);
        Map<String, Integer> columns = new HashMap<>();
        List<String> header = rows.get(0).fields();
        for (int i = 0; i < header.size(); i++) {
            columns.put(header.get(i), i);
        }
        Map<String, Result> results = new LinkedHashMap<>();
        for (CsvText.Row row : rows.subList(1, rows.size())) {
            String status = text(row, columns, "status");
            if (status.equals(Outcome.OK)) {
                results.put(
                        text(row, columns, "scenario") + " " + text(row, columns, "parameters"),
                        new Result(
                                number(row, columns, "measured_goodput_mbit"),
                                number(row, columns, "measured_rtt_ms"),
                                number(row, columns, "measured_ms"),
                                text(row, columns, "diagnosed")));
            }
        }
        return results;
    }

    private static String text(CsvText.Row row, Map<String, Integer> columns, String name) {
        Integer column = columns.get(name);
        if (column == null) {
            throw new IllegalArgumentException("no column [" + name + "]: this is no result file");
        }
        return row.fields().get(column);
    }

    private static OptionalDouble number(CsvText.Row row, Map<String, Integer> columns, String name) {
        String text = text(row, columns, name);
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }

    /** The rows that both have run, as a table of Markdown, with a line that sums them up before it. */
    List<String> markdown() {
        List<String> table = new ArrayList<>();
        int rows = 0;
        int within = 0;
        int alike = 0;
        for (Map.Entry<String, Result> entry : kernel.entrySet()) {
            Result other = model.get(entry.getKey());
            if (other != null) {
                Result own = entry.getValue();
                double ratio = ratio(own, other);
                rows++;
                within += Math.abs(ratio - 1) <= TOLERANCE ? 1 : 0;
                alike += own.diagnosed().equals(other.diagnosed()) ? 1 : 0;
                table.add("| " + entry.getKey() + " | " + pair(own.goodputMbit(), other.goodputMbit(), 2) + " | "
                        + String.format(Locale.ROOT, "%.3f", ratio) + " | "
                        + pair(own.rttMillis(), other.rttMillis(), 1) + " | "
                        + pair(own.millis(), other.millis(), 0) + " | " + own.diagnosed() + ", " + other.diagnosed()
                        + " |");
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(within + " of " + rows
                + " rows within 8 %, by goodput, or by time for a finite transfer; the same factor named in " + alike
                + " of " + rows + ".");
        lines.add("");
        lines.add("| set-up | goodput | model / kernel | rtt | time | diagnosed |");
        lines.add("|---|---|---|---|---|---|");
        lines.addAll(table);
        return lines;
    }

    private static double ratio(Result kernel, Result model) {
        return kernel.millis().isPresent() && model.millis().isPresent()
                ? model.millis().getAsDouble() / kernel.millis().getAsDouble()
                : model.goodputMbit().orElse(Double.NaN) / kernel.goodputMbit().orElse(Double.NaN);
    }

    private static String pair(OptionalDouble kernel, OptionalDouble model, int decimals) {
        return kernel.isEmpty() ? "" : Outcome.number(kernel, decimals) + ", " + Outcome.number(model, decimals);
    }
}
