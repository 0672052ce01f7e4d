/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.fidelity.ResultFile.Result;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.units.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What two runs of the same rows made of them, under one window law: a kernel's own TCP, and the model of it.
 *
 * @param kernel results of the backend with the kernel's own TCP, by the rows' set-ups
 * @param model results of the relay, by the rows' set-ups
 */
record SideBySide(Map<String, Result> kernel, Map<String, Result> model) {

    /** How far the model may be from the kernel. */
    private static final double TOLERANCE = 0.08;

    private static final int FEWEST_POINTS = 3;

    static SideBySide of(String kernelCsv, String modelCsv) {
        return new SideBySide(ResultFile.parse(kernelCsv), ResultFile.parse(modelCsv));
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
                table.add("| " + entry.getKey() + " | " + Outcome.number(own.truthMbit(), 2) + " | "
                        + pair(own.mbit(), other.mbit(), 2) + " | "
                        + String.format(Locale.ROOT, "%.3f", ratio) + " | "
                        + pair(own.rttMillis(), other.rttMillis(), 1) + " | "
                        + Outcome.number(own.connectMillis(), 1) + " | "
                        + pair(own.millis(), other.millis(), 0) + " | " + own.diagnosed() + ", " + other.diagnosed()
                        + " |");
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add("Kernel and model: " + within + " of " + rows
                + " rows within 8 %, by goodput, or by time for a finite transfer; the same factor named in " + alike
                + " of " + rows + ".");
        lines.add("");
        lines.add("| set-up | truth | goodput | model / kernel | rtt | connect() | time | diagnosed |");
        lines.add("|---|---|---|---|---|---|---|---|");
        lines.addAll(table);
        return lines;
    }

    /** Goodput against SO_RCVBUF; empty when fewer than three buffers were run on both. */
    Optional<ReceiveBufferChart> chart(String title, String kernelName, KernelProfile profile) {
        List<ReceiveBufferChart.Point> points = kernel.values().stream()
                .filter(SideBySide::isOfSweep)
                .flatMap(row ->
                        Optional.ofNullable(model.get(row.key())).stream().map(other -> point(row, other, profile)))
                .sorted(Comparator.comparingLong(ReceiveBufferChart.Point::bytes))
                .toList();
        double ceiling = points.stream()
                .mapToDouble(ReceiveBufferChart.Point::theory)
                .max()
                .orElse(0);
        return points.size() < FEWEST_POINTS
                ? Optional.empty()
                : Optional.of(new ReceiveBufferChart(title, kernelName, points, ceiling));
    }

    private static boolean isOfSweep(Result row) {
        Scenario scenario = row.scenario();
        return row.key().startsWith("a_rcvbuf ")
                && ReceiveBufferSweep.isPlain(scenario)
                && !scenario.superPackets()
                && scenario.overrides().isEmpty();
    }

    private static ReceiveBufferChart.Point point(Result row, Result other, KernelProfile profile) {
        Scenario scenario = row.scenario();
        return new ReceiveBufferChart.Point(
                scenario.receive().requested().map(DataSize::bytes).orElse(0L),
                ReceiveBufferSweep.theoryMbit(scenario, profile),
                row.mbit().orElse(0),
                other.mbit().orElse(0),
                Double.NaN);
    }

    private static double ratio(Result kernel, Result model) {
        return kernel.millis().isPresent() && model.millis().isPresent()
                ? model.millis().getAsDouble() / kernel.millis().getAsDouble()
                : model.mbit().orElse(Double.NaN) / kernel.mbit().orElse(Double.NaN);
    }

    private static String pair(OptionalDouble kernel, OptionalDouble model, int decimals) {
        return kernel.isEmpty() ? "" : Outcome.number(kernel, decimals) + ", " + Outcome.number(model, decimals);
    }
}
