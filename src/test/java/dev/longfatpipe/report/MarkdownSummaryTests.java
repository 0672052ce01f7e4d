/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MarkdownSummaryTests {

    private static EntrySummary entry(String title, String verdict, String reason) {
        return new EntrySummary(
                title,
                title,
                title,
                verdict,
                Optional.of(reason).filter(text -> !text.isEmpty()),
                "rtt 100 ms, rate 100 mbit",
                Optional.of(5_100_000L),
                Optional.of(95_600_000L),
                Optional.of(53_347L),
                Optional.of("RECEIVE_WINDOW"));
    }

    private static String summary(List<EntrySummary> entries) {
        return MarkdownSummary.of(new Session(Map.of(), List.of(), List.of(), entries));
    }

    @Test
    void what_needs_attention_comes_first() {
        assertThat(summary(List.of(
                        entry("fast", "PASSED", ""),
                        entry("late", "INCONCLUSIVE", "INCONCLUSIVE: busy"),
                        entry("slow", "FAILED", "Expected goodput >= 76.5 mbit\n\n  Path  a < b"))))
                .isEqualTo("""
                        ## LongFatPipe: 1 FAILED, 1 INCONCLUSIVE, 1 PASSED

                        | verdict | test | path | goodput | expected | utilisation | limit |
                        |---|---|---|--:|--:|--:|---|
                        | FAILED | slow | rtt 100 ms, rate 100 mbit | 5.1 mbit | 95.6 mbit | 5.3 % | RECEIVE_WINDOW |
                        | INCONCLUSIVE | late | rtt 100 ms, rate 100 mbit | 5.1 mbit | 95.6 mbit | 5.3 % | RECEIVE_WINDOW |
                        | PASSED | fast | rtt 100 ms, rate 100 mbit | 5.1 mbit | 95.6 mbit | 5.3 % | RECEIVE_WINDOW |

                        <details><summary>FAILED slow</summary>

                        <pre>
                        Expected goodput &gt;= 76.5 mbit
                          Path  a &lt; b
                        </pre>
                        </details>

                        <details><summary>INCONCLUSIVE late</summary>

                        <pre>
                        INCONCLUSIVE: busy
                        </pre>
                        </details>
                        """);
    }

    @Test
    void no_name_breaks_the_table() {
        assertThat(summary(List.of(entry("a|b <script> `c` [d](e)\n*f*", "PASSED", ""))))
                .contains("| PASSED | a\\|b &lt;script&gt; \\`c\\` \\[d\\](e) \\*f\\* | rtt");
    }

    @Test
    void is_bounded_however_many_tests_there_are() {
        List<EntrySummary> entries = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            entries.add(entry("test " + i, i == 4_999 ? "FAILED" : "PASSED", "x".repeat(i == 4_999 ? 100_000 : 0)));
        }
        String summary = summary(entries);

        assertThat(summary.length()).isLessThan(60_000);
        assertThat(summary).contains("| FAILED | test 4999 |", " more are in `report.html`.");
    }
}
