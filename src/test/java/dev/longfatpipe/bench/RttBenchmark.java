/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How exactly a message and its answer take the round-trip time. */
final class RttBenchmark implements Benchmark {

    private static final String NAME = "rtt";
    private static final long LOAD_BITS_PER_SECOND = 1_000_000_000L;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String method() {
        return "One byte there and one byte back, on " + PingPong.CONNECTIONS
                + " connections of a pipe without a rate, one round trip"
                + " at a time on each; *error* is what it took less the rtt of the path, with the time that the four threads of the"
                + " exchange take to wake up. *Loaded*: another connection of the same pipe carries 1 gbit meanwhile.";
    }

    @Override
    public List<Figure> run(Sizes sizes) throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        for (int millis : List.of(1, 20, 100, 300)) {
            Path path = Path.builder().rtt(millis + "ms").unlimitedRate().build();
            String setUp = millis + " ms";
            figures.addAll(figures(setUp + ", idle", errors(path, sizes, false), true));
            figures.addAll(figures(setUp + ", loaded", errors(path, sizes, true), false));
        }
        return figures;
    }

    private static List<Double> errors(Path path, Sizes sizes, boolean loaded)
            throws IOException, InterruptedException {
        List<Double> errors = new ArrayList<>();
        try (Pipe pipe = Pipes.open(path)) {
            BulkStream load = loaded ? BulkStream.start(pipe::to, LOAD_BITS_PER_SECOND) : null;
            try {
                for (long nanos : PingPong.roundTrips(pipe::to, sizes.pings(), path.rtt())) {
                    errors.add((nanos - path.rtt().toNanos()) / 1e6);
                }
                if (load != null) {
                    load.mark();
                }
            } finally {
                if (load != null) {
                    load.close();
                }
            }
        }
        return errors;
    }

    private static List<Figure> figures(String setUp, List<Double> errors, boolean promised) {
        Figure median = new Figure(NAME, setUp, "error, median", "ms", Figure.median(errors));
        return List.of(
                promised ? median.mustBe(Target.within(0.5)) : median,
                new Figure(NAME, setUp, "error, p99", "ms", Figure.quantile(errors, 0.99)),
                new Figure(NAME, setUp, "error, least", "ms", Figure.quantile(errors, 0)));
    }
}
