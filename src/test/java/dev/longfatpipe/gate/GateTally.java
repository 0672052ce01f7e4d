/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of the runs of one kind. Thread-safe. */
final class GateTally {

    private int passed;
    private int failed;
    private int inconclusive;
    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> drops = new ArrayList<>();

    /** A run that ended. */
    synchronized void add(String verdict, double dropPercent, double took) {
        switch (verdict) {
            case "PASSED" -> passed++;
            case "FAILED" -> failed++;
            case "INCONCLUSIVE" -> inconclusive++;
            default -> throw new IllegalArgumentException(verdict);
        }
        seconds.add(took);
        drops.add(dropPercent);
    }

    synchronized int runs() {
        return passed + failed + inconclusive;
    }

    synchronized int failed() {
        return failed;
    }

    synchronized int inconclusive() {
        return inconclusive;
    }

    synchronized double medianSeconds() {
        return median(seconds);
    }

    synchronized double medianDropPercent() {
        return median(drops);
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? 0 : Math.round(1000 * sorted[sorted.length / 2]) / 1000.0;
    }

    /** As an object of the report. */
    synchronized Map<String, Object> report() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("drop_percent", medianDropPercent());
        report.put("runs", runs());
        report.put("failed", failed);
        report.put("inconclusive", inconclusive);
        report.put("passed", passed);
        report.put("median_seconds", medianSeconds());
        report.put(
                "drop_percent_least", drops.stream().mapToDouble(d -> d).min().orElse(0));
        report.put("drop_percent_most", drops.stream().mapToDouble(d -> d).max().orElse(0));
        return report;
    }

    @Override
    public synchronized String toString() {
        return runs() + " runs: " + passed + " passed, " + failed + " failed, " + inconclusive + " inconclusive; drop "
                + medianDropPercent() + " %, " + medianSeconds() + " s (medians)";
    }
}
