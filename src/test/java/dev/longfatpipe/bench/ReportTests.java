/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTests {

    private static final Figure PROMISED =
            new Figure("rate", "1 \"gbit\"", "error", "%", List.of(-0.7, -0.6)).mustBe(Target.within(0.5));

    private static final Figure UNREADABLE = new Figure("rtt", "machine", "taken by others", "%", Double.NaN);

    private final Report report = new Report(List.of(PROMISED, UNREADABLE), 12.4);

    @Test
    void json_has_every_figure_with_its_runs_and_its_target() {
        String machine = report.json().lines().toList().get(4);
        assertThat(machine).startsWith("  \"machine\": {\"processors\": ").endsWith("\"},");
        assertThat(report.json().replace(machine, "  MACHINE")).isEqualTo("""
                        {
                          "schema": 1,
                          "backend": "relay",
                          "seconds": 12,
                          MACHINE
                          "figures": [
                            {"benchmark": "rate", "set_up": "1 \\"gbit\\"", "metric": "error", "unit": "%", "value": -0.65, "runs": [-0.7, -0.6], "target": {"within": 0.5}, "met": false},
                            {"benchmark": "rtt", "set_up": "machine", "metric": "taken by others", "unit": "%", "value": null, "runs": [null]}
                          ]
                        }
                        """);
    }

    @Test
    void a_missed_target_is_named_in_its_line_and_counted() {
        assertThat(Report.line(PROMISED)).contains("error", "-0.65", "within 0.5  MISSED");
        assertThat(report.summary()).isEqualTo("0 of 1 targets met");
        assertThat(report.missed()).containsExactly(PROMISED);
    }

    @Test
    void a_table_has_one_row_for_each_figure_of_a_benchmark() {
        assertThat(report.table("rate"))
                .containsExactly(
                        "| | | median | least to most | target |",
                        "|---|---|---|---|---|",
                        "| 1 \"gbit\" | error | **-0.65** % | -0.7 to -0.6 | within 0.5: **missed** |");
    }
}
