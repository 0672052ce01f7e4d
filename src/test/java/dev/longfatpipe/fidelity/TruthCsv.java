/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Reads a truth file. Its columns are found by the names in its first line, in any order; those that are not known are left
 * alone, and so is a figure that is not a number.
 */
final class TruthCsv {

    private static final List<String> NEEDED = List.of("scenario", "parameters", "goodput_mbit");

    private final Map<String, Integer> columns = new HashMap<>();

    private TruthCsv(List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            columns.putIfAbsent(names.get(i).strip(), i);
        }
        for (String needed : NEEDED) {
            if (!columns.containsKey(needed)) {
                throw new IllegalArgumentException("truth file has no column [" + needed
                        + "]: its first line must name at least " + String.join(", ", NEEDED));
            }
        }
    }

    /**
     * Reads a whole file.
     *
     * @throws IllegalArgumentException if it is no truth file: empty, without the needed columns, without a row, or cut short
     */
    static List<TruthRow> parse(String text) {
        List<CsvText.Row> rows = CsvText.parse(text);
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("truth file is empty: its first line must name its columns");
        }
        TruthCsv csv = new TruthCsv(rows.get(0).fields());
        List<TruthRow> truth = new ArrayList<>();
        for (CsvText.Row row : rows.subList(1, rows.size())) {
            truth.add(csv.row(row));
        }
        if (truth.isEmpty()) {
            throw new IllegalArgumentException("truth file has no row: nothing to compare with");
        }
        return truth;
    }

    private TruthRow row(CsvText.Row row) {
        return new TruthRow(
                row.line(),
                text(row, "scenario"),
                text(row, "parameters"),
                number(row, "goodput_mbit"),
                number(row, "goodput_min"),
                number(row, "goodput_max"),
                number(row, "srtt_loaded_ms"),
                number(row, "ms_incl_handshake"),
                number(row, "ms_excl_handshake"),
                number(row, "cpu_busy"),
                runLengths(text(row, "run_length")),
                text(row, "cause"));
    }

    private String text(CsvText.Row row, String name) {
        int column = columns.getOrDefault(name, Integer.MAX_VALUE);
        return column < row.fields().size() ? row.fields().get(column).strip() : "";
    }

    private OptionalDouble number(CsvText.Row row, String name) {
        try {
            double number = Double.parseDouble(text(row, name));
            return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** Reads {@code 10s/6s}; what is not a length above zero is left out. */
    private static List<Duration> runLengths(String text) {
        List<Duration> lengths = new ArrayList<>();
        for (String length : text.split("/", -1)) {
            try {
                Duration duration = DurationText.parse("run_length", length);
                if (!duration.isZero()) {
                    lengths.add(duration);
                }
            } catch (IllegalArgumentException e) {
                // A run of unknown length is run for the usual time.
            }
        }
        return lengths;
    }
}
