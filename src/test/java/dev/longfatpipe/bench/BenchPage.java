/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * The page of the documentation.
 *
 * @param report the figures
 * @param benchmarks what they were taken by
 */
record BenchPage(Report report, List<Benchmark> benchmarks) {

    private static final List<String> RUN_IT = List.of(
            "## Run it",
            "",
            "    mvn -q -Pbench verify                                   # instead of the tests",
            "    mvn -q -Pbench verify -Dlongfatpipe.bench.only=throughput,rtt -Dlongfatpipe.bench.seconds=1 -Dlongfatpipe.bench.repeats=1",
            "",
            "prints a line per figure and writes `target/bench/relay.json`. A missed target is printed and breaks nothing, unless it is",
            "required. Do it on a machine that has nothing else to do: *taken by others* is the share of all processors that other",
            "processes (and the kernel on their behalf) took meanwhile.",
            "",
            "| property | default | |",
            "|---|---|---|",
            "| `longfatpipe.bench.only` | | names of benchmarks, separated by commas; all without it |",
            "| `longfatpipe.bench.seconds` | 5 | for how long a rate is measured, after its warm-up |",
            "| `longfatpipe.bench.repeats` | 3 | how often each throughput and rate is measured |",
            "| `longfatpipe.bench.pings` | 200 | round trips on each path |",
            "| `longfatpipe.bench.opens` | 51 | pipes opened and closed on each path |",
            "| `longfatpipe.bench.connections` | 1,100,1000,5000 | connections at a time; 5,000 need 10,100 file descriptors in each of two processes |",
            "| `longfatpipe.bench.backends` | | backends beside which the relay's precision is taken, such as `toxiproxy` |",
            "| `longfatpipe.bench.docs` | false | write this page |",
            "| `longfatpipe.bench.require` | false | exit with an error when a target was missed |",
            "",
            "## relay.json",
            "",
            "    {\"schema\": 1, \"backend\": \"relay\", \"seconds\": how long it took,",
            "     \"machine\": {\"processors\": n, \"os\": name and release, \"java\": version},",
            "     \"figures\": [{\"benchmark\": name, \"set_up\": path and connections, \"metric\": what, \"unit\": of the values, \"\" for a ratio,",
            "                  \"value\": median of the runs, \"runs\": [each], null for one that could not be read,",
            "                  \"target\": {\"at_least\" | \"at_most\" | \"within\": limit}, \"met\": true | false}, …]}",
            "",
            "`target` and `met` are there where something is promised; `within` bounds the absolute value. A field may be added without a new",
            "`schema`; none changes its meaning.",
            "");

    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("# Benchmarks of the relay");
        lines.add("");
        lines.add("Written by `mvn -q -Pbench verify -Dlongfatpipe.bench.docs=true`, not by hand, on "
                + report.machine() + ": " + report.summary() + ".");
        lines.add("Where a figure was taken more than once it is the median.");
        lines.add("");
        for (Benchmark benchmark : benchmarks) {
            if (report.figures().stream().anyMatch(figure -> figure.benchmark().equals(benchmark.name()))) {
                lines.add("## " + benchmark.name());
                lines.add("");
                lines.add(benchmark.method());
                lines.add("");
                lines.addAll(report.table(benchmark.name()));
                lines.add("");
            }
        }
        lines.addAll(RUN_IT);
        return String.join("\n", lines);
    }
}
