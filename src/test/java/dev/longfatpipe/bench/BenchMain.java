/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Measures the relay: {@code mvn -q -Pbench verify}. Told how much by system properties, see {@code docs/benchmarks.md}.
 */
final class BenchMain {

    private static final List<Benchmark> BENCHMARKS = List.of(
            new OpenCloseBenchmark(),
            new ThroughputBenchmark(),
            new RateBenchmark(),
            new RttBenchmark(),
            new ConnectionsBenchmark(),
            new BackendsBenchmark());

    private BenchMain() {}

    /** Exits with 0 when everything was run, 1 when a target was missed that is required, 2 when something could not be run. */
    public static void main(String[] arguments) throws InterruptedException {
        try {
            Sizes sizes = Sizes.fromProperties();
            requireKnown(sizes.only());
            Report report = run(sizes);
            write(sizes, report);
            System.exit(sizes.require() && !report.missed().isEmpty() ? 1 : 0);
        } catch (IllegalArgumentException | IOException e) {
            System.err.println("the benchmarks could not run: " + e.getMessage());
            System.exit(2);
        }
    }

    private static void requireKnown(Set<String> only) {
        List<String> names = BENCHMARKS.stream().map(Benchmark::name).toList();
        for (String name : only) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("longfatpipe.bench.only [" + name + "] is none of " + names);
            }
        }
    }

    private static Report run(Sizes sizes) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        List<Figure> all = new ArrayList<>();
        for (Benchmark benchmark : BENCHMARKS) {
            if (sizes.includes(benchmark.name()) && benchmark.applies(sizes)) {
                Load load = Load.now();
                List<Figure> figures = new ArrayList<>(benchmark.run(sizes));
                double others = Load.now().percentOfOthersSince(load);
                figures.add(new Figure(benchmark.name(), "machine", "taken by others", "%", others));
                figures.forEach(figure -> System.out.println(Report.line(figure)));
                all.addAll(figures);
            }
        }
        return new Report(all, (System.nanoTime() - begin) / 1e9);
    }

    private static void write(Sizes sizes, Report report) throws IOException {
        Path file = sizes.base().resolve("target/bench/relay.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, report.json());
        System.out.println("\n" + report.summary() + "; " + file);
        if (sizes.docs()) {
            Files.writeString(sizes.base().resolve("docs/benchmarks.md"), new BenchPage(report, BENCHMARKS).markdown());
        }
    }
}
