/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Reads a result file of this runner again: the rows that were run and could be measured, by their set-ups. */
final class ResultFile {

    /**
     * One row that was run.
     *
     * @param key scenario and parameters, as the truth has them
     * @param scenario the set-up
     * @param cause the true limit, in the words of the truth
     * @param truthMbit goodput of the truth
     * @param mbit goodput that was measured
     * @param rttMillis smoothed rtt while the flow ran
     * @param truthMillis time of a finite transfer in the truth, without the handshake
     * @param millis the time that was measured
     * @param connectMillis how long connect() took, the median of some calls; empty when that was not measured
     * @param diagnosed the limiting factor that the library named
     */
    record Result(
            String key,
            Scenario scenario,
            String cause,
            OptionalDouble truthMbit,
            OptionalDouble mbit,
            OptionalDouble rttMillis,
            OptionalDouble truthMillis,
            OptionalDouble millis,
            OptionalDouble connectMillis,
            String diagnosed) {}

    private final Map<String, Integer> columns = new HashMap<>();

    private ResultFile(CsvText.Row header) {
        for (int i = 0; i < header.fields().size(); i++) {
            columns.put(header.fields().get(i), i);
        }
    }

    /**
     * Reads a whole file, in its order.
     *
     * @throws IllegalArgumentException if it is no result file
     */
    static Map<String, Result> parse(String csv) {
        List<CsvText.Row> rows = CsvText.parse(csv);
        ResultFile file = new ResultFile(rows.get(0));
        Map<String, Result> results = new LinkedHashMap<>();
        for (CsvText.Row row : rows.subList(1, rows.size())) {
            if (file.text(row, "status").equals(Outcome.OK)) {
                Result result = file.result(row);
                results.put(result.key(), result);
            }
        }
        return results;
    }

    private Result result(CsvText.Row row) {
        String parameters = text(row, "parameters");
        return new Result(
                text(row, "scenario") + " " + parameters,
                ScenarioText.parse(parameters),
                text(row, "cause"),
                number(row, "truth_goodput_mbit"),
                number(row, "measured_goodput_mbit"),
                number(row, "measured_rtt_ms"),
                number(row, "truth_ms"),
                number(row, "measured_ms"),
                number(row, "connect_ms"),
                text(row, "diagnosed"));
    }

    private String text(CsvText.Row row, String name) {
        Integer column = columns.get(name);
        if (column == null) {
            throw new IllegalArgumentException("no column [" + name + "]: this is no result file");
        }
        return row.fields().get(column);
    }

    private OptionalDouble number(CsvText.Row row, String name) {
        String text = text(row, name);
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }
}
