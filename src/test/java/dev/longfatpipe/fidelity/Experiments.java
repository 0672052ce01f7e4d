/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.path.Direction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Runs the published experiments through the relay and writes the page that shows all three side by side. */
final class Experiments {

    private static final Duration LENGTH = Duration.ofSeconds(8);
    private static final Duration LOSS_LENGTH = Duration.ofSeconds(14);
    private static final int SEEDS = 8;

    private static final Map<String, String> TITLES = new LinkedHashMap<>();

    static {
        TITLES.put("E1", "Two containers, 500 mbit, 50 ms");
        TITLES.put("E2", "Loopback with 100 ms, a window of 64 KiB, one stream and eight");
        TITLES.put("E4", "Window scaling");
        TITLES.put("E5", "A backup over 2 gbit and 40 ms");
        TITLES.put("E6", "Receive buffers on 100 mbit and 100 ms");
        TITLES.put("E7", "Send buffers on the same path");
    }

    private final Rig rig;
    private final Map<PublishedCell, Measurement> measured = new LinkedHashMap<>();

    private Experiments(Rig rig) {
        this.rig = rig;
    }

    /** Runs everything and returns the page. */
    static String page(Rig rig, Path base) throws IOException, InterruptedException {
        Path folder = base.resolve("src/test/resources/truth");
        List<PublishedCell> cells = PublishedCell.parse(Files.readString(folder.resolve("published.csv")));
        List<TruthRow> truth = TruthCsv.parse(Files.readString(folder.resolve("linux-6.1-netem.csv")));
        Experiments experiments = new Experiments(rig);
        for (PublishedCell cell : cells) {
            experiments.run(cell);
        }
        return experiments.markdown(truth);
    }

    private void run(PublishedCell cell) throws IOException, InterruptedException {
        Measurement run = cell.scenario().isLossy()
                ? new SeededRuns(rig, SEEDS, SEEDS).mean(cell.scenario(), List.of(LOSS_LENGTH))
                : rig.run(cell.scenario(), LENGTH, 1);
        measured.put(cell, run);
        System.out.printf(
                Locale.ROOT,
                "%s %s: %.2f mbit, rtt %.1f ms, %s (published %s, kernel %s mbit)%n",
                cell.experiment(),
                cell.scenario().isLossy()
                        ? cell.scenario().rtt().toMillis() + " ms "
                                + cell.scenario().loss()
                        : cell.what(),
                run.goodputMbit(),
                run.rttMillis(),
                run.diagnosed(),
                cell.published(),
                Outcome.number(cell.kernelMbit(), 2));
    }

    private String markdown(List<TruthRow> truth) {
        List<String> lines = new ArrayList<>();
        lines.add("# Published experiments: published, kernel, relay");
        lines.add("");
        lines.add(
                "Written by `mvn -q -Pfidelity verify -Dlongfatpipe.experiments=true`, not by hand. *Published*: what people who do this work");
        lines.add(
                "have measured and written about, on their kernels, converted to mbit of goodput. *Kernel*: repeated for this project on Linux 6.1");
        lines.add("over netem. *Relay*: this library, kernel profile `"
                + rig.ends().kernel().name() + "`, ordinary JDK sockets, from 40 % to 100 % of a run of "
                + LENGTH.toSeconds()
                + " s.");
        lines.add("");
        TITLES.forEach((experiment, title) -> table(lines, experiment, title));
        loss(lines, truth);
        lines.add("## What they arrive at");
        lines.add("");
        lines.add(
                "Compute the BDP first. Read the sender's limits during a real transfer, and change nothing that was not proved to bind.");
        lines.add(
                "Auto-tuning's maximum is the knob for applications that set nothing, the application's own setting for those that do. More");
        lines.add(
                "connections multiply a per-connection window. Beyond the BDP a larger window only stands in the queue.");
        lines.add("");
        return String.join("\n", lines);
    }

    private void table(List<String> lines, String experiment, String title) {
        boolean rtt = measured.keySet().stream()
                .anyMatch(cell -> cell.experiment().equals(experiment)
                        && cell.publishedRttMillis().isPresent());
        lines.add("## " + experiment + ": " + title);
        lines.add("");
        lines.add("| set-up | published | kernel | relay |" + (rtt ? " rtt published | kernel | relay |" : "")
                + " limited by |");
        lines.add("|---|---|---|---|" + (rtt ? "---|---|---|" : "") + "---|");
        measured.forEach((cell, run) -> {
            if (cell.experiment().equals(experiment)) {
                String converted = cell.published().endsWith("MB/s") ? " (" + cell.published() + ")" : "";
                lines.add("| " + cell.what() + " | " + figure(cell.publishedMbit()) + converted + " | "
                        + figure(cell.kernelMbit()) + " | **" + figure(OptionalDouble.of(run.goodputMbit())) + "** | "
                        + (rtt
                                ? figure(cell.publishedRttMillis()) + " | " + figure(cell.kernelRttMillis()) + " | **"
                                        + figure(OptionalDouble.of(run.rttMillis())) + "** | "
                                : "")
                        + run.diagnosed() + " |");
            }
        });
        lines.add("");
    }

    private void loss(List<String> lines, List<TruthRow> truth) {
        lines.add("## E3: Loss without a rate limit");
        lines.add("");
        lines.add(
                "Published with segments of 16332 bytes, on macOS; the relay with the same segments, Reno, as means over "
                        + SEEDS + " seeds. Goodput");
        lines.add(
                "as a share of Mathis' formula, 1.22 MSS / (rtt sqrt p), makes them comparable with the kernel's runs at 1448 bytes. Where");
        lines.add("the kernel has none the cell is empty.");
        lines.add("");
        lines.add(
                "| rtt | loss | published | relay | published / Mathis | kernel, Reno | kernel, CUBIC | relay / Mathis | relay: sent again |");
        lines.add("|---|---|---|---|---|---|---|---|---|");
        measured.forEach((cell, run) -> {
            if (cell.experiment().equals("E3")) {
                Scenario set = cell.scenario();
                double mathis = mathisMbit(set);
                lines.add("| " + set.rtt().toMillis() + " ms | " + set.loss() + " | "
                        + cell.published() + " | **"
                        + String.format(Locale.ROOT, "%.1f MB/s", run.goodputMbit() / 8) + "** | "
                        + ratio(cell.publishedMbit().orElse(Double.NaN) / mathis) + " | "
                        + ratio(kernel(truth, set, "reno")) + " | " + ratio(kernel(truth, set, "cubic")) + " | **"
                        + ratio(run.goodputMbit() / mathis) + "** | "
                        + String.format(Locale.ROOT, "%.2f %%", 100 * run.resent()) + " |");
            }
        });
        lines.add("");
    }

    private static double mathisMbit(Scenario scenario) {
        double loss = scenario.path().link(Direction.UPSTREAM).loss().meanLoss().probability();
        return 1.22 * scenario.path().mss() * 8e3 / (scenario.rtt().toNanos() * Math.sqrt(loss));
    }

    private static double kernel(List<TruthRow> truth, Scenario set, String congestionControl) {
        for (TruthRow row : truth) {
            Scenario scenario = ScenarioText.parse(row.parameters());
            if (scenario.loss().equals(set.loss())
                    && scenario.rtt().equals(set.rtt())
                    && scenario.congestionControl().equals(congestionControl)) {
                return row.goodputMbit().orElse(Double.NaN) / mathisMbit(scenario);
            }
        }
        return Double.NaN;
    }

    private static String ratio(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String figure(OptionalDouble value) {
        if (value.isEmpty() || Double.isNaN(value.getAsDouble())) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                value.getAsDouble() < 20 ? "%.2f" : value.getAsDouble() < 200 ? "%.1f" : "%.0f",
                value.getAsDouble());
    }
}
