/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How exactly the line keeps its rate. */
final class RateBenchmark implements Benchmark {

    private static final String NAME = "rate";
    private static final double PAYLOAD_SHARE = 1448.0 / 1514;
    static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final int MANY = 100;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String method() {
        return "A standing queue: rtt 10 ms, room for 100 ms in front of the line, kernel profile `linux-6.1`. *Error* is goodput over the"
                + " ceiling, rate x 1448 / 1514, less 1, from one read of the receiver after 2 s to another. *Most of the ceiling* is, over"
                + " many moments, the largest ratio of all bytes that " + MANY
                + " receivers have read together to what the line can have"
                + " carried since before the first connection was opened: above 1 is impossible on a real line.";
    }

    @Override
    public List<Figure> run(Sizes sizes) throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        for (String rate : List.of("1mbit", "10mbit", "100mbit", "1gbit", "10gbit")) {
            List<Double> errors = new ArrayList<>();
            for (int i = 0; i < sizes.repeats(); i++) {
                errors.add(error(path(rate), sizes));
            }
            Figure figure = new Figure(NAME, rate, "error", "%", errors);
            figures.add(rate.equals("10gbit") ? figure : figure.mustBe(Target.within(0.5)));
        }
        for (String rate : List.of("100mbit", "1gbit")) {
            figures.add(together(rate, sizes));
        }
        return figures;
    }

    private static Path path(String rate) {
        return Path.builder().rtt("10ms").rate(rate).queue("100ms").build();
    }

    static double ceiling(Path path) {
        return path.upstream().lineRate().orElseThrow().bitsPerSecond() * PAYLOAD_SHARE;
    }

    private static double error(Path path, Sizes sizes) throws IOException, InterruptedException {
        try (Pipe pipe = Pipes.builder(path).kernel(KernelProfile.linux61()).open()) {
            return 100 * (BulkStream.steadyRate(pipe::to, WARM_UP, sizes.length()) / ceiling(path) - 1);
        }
    }

    private static Figure together(String rate, Sizes sizes) throws IOException, InterruptedException {
        Path path = path(rate);
        try (Pipe pipe = Pipes.builder(path).kernel(KernelProfile.linux61()).open();
                FarEnds ends = FarEnds.start()) {
            long begin = System.nanoTime();
            ends.connect(pipe.to(ends.server()), MANY);
            ends.send();
            double most = 0;
            long end = begin + WARM_UP.toNanos() + sizes.length().toNanos();
            while (System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(100);
                long bytes = ends.received().stream().mapToLong(Long::longValue).sum();
                most = Math.max(most, bytes * 8e9 / (System.nanoTime() - begin) / ceiling(path));
            }
            return new Figure(NAME, rate + ", " + MANY + " connections", "most of the ceiling", "", most)
                    .mustBe(Target.atMost(1));
        }
    }
}
