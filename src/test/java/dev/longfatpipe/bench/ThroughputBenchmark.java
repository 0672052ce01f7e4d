/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How much one connection carries, and what that costs, beside the same two threads on plain loopback. */
final class ThroughputBenchmark implements Benchmark {

    private static final String NAME = "throughput";
    private static final Duration WARM_UP = Duration.ofSeconds(1);
    private static final int WARM_UP_ROUND_TRIPS = 30;
    private static final String WIDE = "536870912";

    /** A path, what both kernels are, and what is promised. */
    private record Case(
            String setUp,
            Path path,
            KernelProfile kernel,
            @Nullable Target gigabits,
            @Nullable Target engineCores) {}

    /** Figures of one repetition after the other. */
    private static final class Runs {
        final List<Double> gigabits = new ArrayList<>();
        final List<Double> ofLoopback = new ArrayList<>();
        final List<Double> secondsPerGigabyte = new ArrayList<>();
        final List<Double> engineSecondsPerGigabyte = new ArrayList<>();
        final List<Double> engineCores = new ArrayList<>();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String method() {
        return "One client sends, one server reads, blocks of 256 KiB, no buffer set. After a warm-up of 1 s or 30 round trips, whichever is"
                + " longer, bytes are counted at the reader. Before each run the same two threads run on plain loopback for half as long:"
                + " *of raw loopback* is the goodput as a share of that run's. CPU seconds per GB (10^9 bytes) are those of the whole"
                + " process, both applications included; *engine* is the pipe's own thread. Without a rate, the kernel profile is"
                + " `linux-6.1` with Reno and with tcp_rmem and tcp_wmem maxima of 512 MiB, so that no window binds; with a rate, `linux-6.1`.";
    }

    private static List<Case> cases() {
        KernelProfile kernel = KernelProfile.linux61();
        KernelProfile wide = kernel.with("net.ipv4.tcp_rmem", "4096 131072 " + WIDE)
                .with("net.ipv4.tcp_wmem", "4096 16384 " + WIDE)
                .with("net.ipv4.tcp_congestion_control", "reno");
        return List.of(
                new Case("no rate, 0 ms", path("0ms", null), wide, null, null),
                new Case("no rate, 10 ms", path("10ms", null), wide, null, null),
                new Case("no rate, 100 ms", path("100ms", null), wide, Target.atLeast(10), null),
                new Case("10 gbit, 10 ms", path("10ms", "10gbit"), kernel, Target.atLeast(7), null),
                new Case("1 gbit, 100 ms", path("100ms", "1gbit"), kernel, Target.atLeast(0.95), Target.atMost(0.5)));
    }

    private static Path path(String rtt, @Nullable String rate) {
        return rate == null
                ? Path.builder().rtt(rtt).unlimitedRate().build()
                : Path.builder().rtt(rtt).rate(rate).build();
    }

    @Override
    public List<Figure> run(Sizes sizes) throws IOException, InterruptedException {
        Map<Case, Runs> results = new LinkedHashMap<>();
        Runs loopback = new Runs();
        for (int i = 0; i < sizes.repeats(); i++) {
            for (Case each : cases()) {
                loopback(sizes, loopback);
                double raw = loopback.gigabits.get(loopback.gigabits.size() - 1);
                relayed(each, sizes, raw, results.computeIfAbsent(each, key -> new Runs()));
            }
        }
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure(NAME, "raw loopback", "goodput", "Gbit/s", loopback.gigabits));
        figures.add(new Figure(NAME, "raw loopback", "CPU", "s/GB", loopback.secondsPerGigabyte));
        results.forEach((each, runs) -> figures.addAll(figures(each, runs)));
        return figures;
    }

    private static void loopback(Sizes sizes, Runs runs) throws IOException, InterruptedException {
        try (BulkStream stream = BulkStream.start(server -> server)) {
            sleep(Duration.ofMillis(200));
            Load load = Load.now();
            BulkStream.Mark from = stream.nextMark();
            sleep(sizes.length().dividedBy(2));
            BulkStream.Mark to = stream.nextMark();
            runs.gigabits.add(to.bitsPerSecondSince(from) / 1e9);
            runs.secondsPerGigabyte.add(Load.now().processSecondsSince(load) / gigabytes(from, to));
        }
    }

    private static void relayed(Case each, Sizes sizes, double raw, Runs runs)
            throws IOException, InterruptedException {
        try (Pipe pipe = Pipes.builder(each.path()).kernel(each.kernel()).open();
                BulkStream stream = BulkStream.start(pipe::to)) {
            Duration windows = each.path().rtt().multipliedBy(WARM_UP_ROUND_TRIPS);
            sleep(windows.compareTo(WARM_UP) > 0 ? windows : WARM_UP);
            long engine = EngineTime.nanos();
            Load load = Load.now();
            BulkStream.Mark from = stream.nextMark();
            sleep(sizes.length());
            BulkStream.Mark to = stream.nextMark();
            Load end = Load.now();
            double engineSeconds = (EngineTime.nanos() - engine) / 1e9;
            double gigabits = to.bitsPerSecondSince(from) / 1e9;
            runs.gigabits.add(gigabits);
            runs.ofLoopback.add(gigabits / raw);
            runs.secondsPerGigabyte.add(end.processSecondsSince(load) / gigabytes(from, to));
            runs.engineSecondsPerGigabyte.add(engineSeconds / gigabytes(from, to));
            runs.engineCores.add(engineSeconds * 1e9 / (end.nanos() - load.nanos()));
        }
    }

    private static double gigabytes(BulkStream.Mark from, BulkStream.Mark to) {
        return Math.max(1, to.bytes() - from.bytes()) / 1e9;
    }

    private static void sleep(Duration length) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(length.toNanos());
    }

    private static List<Figure> figures(Case each, Runs runs) {
        return List.of(
                new Figure(NAME, each.setUp(), "goodput", "Gbit/s", runs.gigabits, each.gigabits()),
                new Figure(NAME, each.setUp(), "of raw loopback", "", runs.ofLoopback),
                new Figure(NAME, each.setUp(), "CPU", "s/GB", runs.secondsPerGigabyte),
                new Figure(NAME, each.setUp(), "CPU of the engine", "s/GB", runs.engineSecondsPerGigabyte),
                new Figure(NAME, each.setUp(), "CPU of the engine", "cores", runs.engineCores, each.engineCores()));
    }
}
