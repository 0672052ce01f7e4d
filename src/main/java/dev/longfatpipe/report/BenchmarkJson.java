/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The goodputs in the form that github-action-benchmark takes as {@code customBiggerIsBetter}; not those that nothing can be said of. */
final class BenchmarkJson {

    private static final int MEGA_DIGITS = 6;
    private static final int DIGITS = 3;

    private BenchmarkJson() {}

    static String of(List<EntrySummary> entries) {
        List<Map<String, Object>> figures = new ArrayList<>();
        for (EntrySummary entry : entries) {
            if (entry.goodputBitsPerSecond().isPresent() && !entry.verdict().equals("INCONCLUSIVE")) {
                figures.add(new Members()
                        .put("name", entry.title())
                        .put("unit", "Mbit/s")
                        .put(
                                "value",
                                BigDecimal.valueOf(entry.goodputBitsPerSecond().get(), MEGA_DIGITS)
                                        .setScale(DIGITS, RoundingMode.HALF_UP))
                        .put(
                                "extra",
                                entry.utilisation() + " of " + entry.expected() + ", "
                                        + entry.factor().orElse("limit unknown") + "\n" + entry.path())
                        .map());
            }
        }
        return JsonText.of(figures) + "\n";
    }
}
