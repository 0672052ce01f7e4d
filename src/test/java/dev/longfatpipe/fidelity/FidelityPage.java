/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.fidelity.Limits.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The page that shows the model beside the kernel.
 *
 * @param summary all rows
 * @param truth name of the truth file
 * @param backend name of the backend
 * @param kernel name of the kernel profile
 * @param seeds over how many seeds a row with loss was averaged
 * @param chart whether there is a chart beside the page
 * @param notes what a person has to say about rows that differ; Markdown
 */
record FidelityPage(
        Summary summary, String truth, String backend, String kernel, int seeds, boolean chart, String notes) {

    private static final List<String> RUN_IT = List.of(
            "The same rows side by side with kernels on this library's own paths: [netem on Linux 6.1](fidelity-netem.md) and the relay with `linux-6.1`,",
            "by `src/test/fidelity/beside-netem`; [a TUN device on this host](fidelity-tun.md) and the relay with the host's profile, by `src/test/fidelity/beside-tun`.",
            "",
            "## Run it",
            "",
            "    mvn -q -Pfidelity verify                                # ten minutes; instead of the tests",
            "    mvn -q -Pfidelity verify -Dlongfatpipe.truth=FILE.csv -Dlongfatpipe.kernel=linux-6.18",
            "",
            "takes any file of [this form](../src/test/resources/truth/README.md), prints a line per row and a summary, and writes",
            "`target/fidelity/relay.csv`. A row that cannot be honoured is `skipped`, with the reason; one that is off on a machine that",
            "could not hold the path up is tried again, and `inconclusive` if that does not help. The exit is not 0 when the file could",
            "not be read, when nothing could be run, or when a row broke; a row that is off its limit does not break anything.",
            "",
            "| property | default | |",
            "|---|---|---|",
            "| `longfatpipe.truth` | `src/test/resources/truth/linux-6.1-netem.csv` | the truth |",
            "| `longfatpipe.backend` | `relay` | the backend |",
            "| `longfatpipe.kernel` | `linux-6.1` | kernel profile of both ends, before a row's own sysctls; of the relay only |",
            "| `longfatpipe.fidelity.rows` | all | a regular expression; only rows in which it is found are run |",
            "| `longfatpipe.fidelity.name` | the backend | name of the result file |",
            "| `longfatpipe.fidelity.scale` | 1 | run lengths are multiplied by this |",
            "| `longfatpipe.fidelity.seeds` | 16 | rows with loss are means over so many |",
            "| `longfatpipe.fidelity.repeats` | 1 | rows without loss are means over so many runs; a finite transfer is made three times |",
            "| `longfatpipe.fidelity.docs` | false | write this page and its chart |",
            "| `longfatpipe.fidelity.beside` | | two result files, to be written side by side into a page: `tun,relay-host`, `netem,relay` |",
            "| `longfatpipe.experiments` | false | write [the published experiments](experiments.md) instead |",
            "");

    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("# Fidelity: backend `" + backend + "` beside the kernel");
        lines.add("");
        lines.add("Written by `mvn -q -Pfidelity verify -Dlongfatpipe.fidelity.docs=true`, not by hand. Each row of");
        lines.add(
                "[" + truth
                        + "](../src/test/resources/truth/README.md), a measurement of a real kernel on a real path, was run again with");
        lines.add("ordinary JDK sockets through a pipe with kernel profile `" + kernel
                + "`. Goodput is what the receiving application read from 40 % to");
        lines.add("100 % of a run; rows with loss are means over " + seeds
                + " seeds, finite transfers the median of three.");
        lines.add("");
        if (chart) {
            lines.add(
                    "![Goodput against SO_RCVBUF: theory, kernel, relay, and a proxy that only delays](fidelity.svg)");
            lines.add("");
        }
        lines.add("## In short");
        lines.add("");
        lines.add("| rows | limit | within | measured / truth |");
        lines.add("|---|---|---|---|");
        for (Group group : Group.values()) {
            List<Outcome> rows = summary.of(group);
            if (!rows.isEmpty()) {
                long within =
                        rows.stream().filter(each -> each.complaint().isEmpty()).count();
                lines.add("| " + group.title() + " | " + group.limit() + " | " + within + " of " + rows.size() + " | "
                        + Summary.spread(group, rows).replace("measured / truth ", "") + " |");
            }
        }
        lines.add("| loaded rtt where a queue stands | within 10 % | " + rttWithin() + " of "
                + summary.queueRows().size() + " | " + rttSpread() + " |");
        lines.add("| limiting factor named | 95 % of the rows | " + summary.diagnosedRight() + " of "
                + summary.judged().size() + " | |");
        lines.add("");
        if (!notes.isBlank()) {
            lines.add(notes.strip());
            lines.add("");
        }
        lines.addAll(RUN_IT);
        lines.add("## Every row");
        lines.add("");
        lines.add(
                "Goodput in mbit, rtt (smoothed, loaded) in ms, in each case truth and measured; time of finite transfers in ms.");
        lines.add("");
        lines.add("| set-up | goodput | ratio | rtt | time | cause | diagnosed | |");
        lines.add("|---|---|---|---|---|---|---|---|");
        summary.outcomes().forEach(outcome -> lines.add(row(outcome)));
        lines.add("");
        return String.join("\n", lines);
    }

    private long rttWithin() {
        return summary.queueRows().stream()
                .filter(each ->
                        each.complaint().filter(text -> text.contains("rtt")).isEmpty())
                .count();
    }

    private String rttSpread() {
        double[] ratios = summary.queueRows().stream()
                .mapToDouble(each -> each.measurement().orElseThrow().rttMillis()
                        / each.row().loadedRttMillis().orElse(Double.NaN))
                .sorted()
                .toArray();
        return ratios.length == 0
                ? ""
                : String.format(Locale.ROOT, "%.3f to %.3f", ratios[0], ratios[ratios.length - 1]);
    }

    private static String row(Outcome outcome) {
        String setUp = outcome.row()
                .parameters()
                .replace(" loss=0%", "")
                .replace(" rcvbuf=auto", "")
                .replace(" sndbuf=auto", "")
                .replace(" streams=1", "")
                .replace("|", "/");
        if (outcome.measured() == null) {
            return "| " + setUp + " | " + Outcome.number(outcome.row().goodputMbit(), 3) + " | | | | "
                    + outcome.row().cause() + " | | " + outcome.status().replace("|", "/") + " |";
        }
        Measurement measured = outcome.measured();
        boolean finite = measured.millis().isPresent();
        return "| " + setUp + " | "
                + pair(outcome.row().goodputMbit(), measured.goodputMbit(), 2) + " | "
                + Outcome.number(outcome.ratio(), 3) + " | "
                + (finite ? "" : pair(outcome.row().loadedRttMillis(), measured.rttMillis(), 1)) + " | "
                + (finite ? pair(outcome.truthMillis(), measured.millis().getAsDouble(), 0) : "") + " | "
                + outcome.row().cause() + " | "
                + measured.diagnosed() + " | "
                + remarks(outcome) + " |";
    }

    private static String remarks(Outcome outcome) {
        List<String> remarks = new ArrayList<>();
        outcome.complaint().ifPresent(remarks::add);
        if (outcome.status().startsWith("inconclusive")) {
            remarks.add("inconclusive");
        }
        if (outcome.row().cpuBusy().orElse(0) > 0.8) {
            remarks.add("the truth's machine was "
                    + Math.round(100 * outcome.row().cpuBusy().orElse(0)) + " % busy");
        }
        return String.join("; ", remarks);
    }

    private static String pair(OptionalDouble truth, double measured, int decimals) {
        String left = truth.isEmpty() ? "?" : Outcome.number(truth, decimals);
        return left + ", " + String.format(Locale.ROOT, "%." + decimals + "f", measured);
    }
}
