/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.path.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long a test waits for its pipe. */
final class OpenCloseBenchmark implements Benchmark {

    private static final String NAME = "open-close";
    private static final int WARM_UP = 10;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String method() {
        return "A pipe is opened, which measures its round trip and, where it has a rate, a burst of 50 ms, and closed at once; after "
                + WARM_UP + " that do not count. What the path itself takes is in it: one round trip at least.";
    }

    @Override
    public List<Figure> run(Sizes sizes) {
        List<Figure> figures = new ArrayList<>();
        for (String rtt : List.of("0ms", "1ms", "20ms")) {
            Path path = Path.builder().rtt(rtt).unlimitedRate().build();
            figures.addAll(figures("no rate, " + rtt, path, sizes, rtt.equals("20ms") ? null : Target.atMost(5)));
        }
        Path busy = Path.builder().rtt("1ms").rate("100mbit").build();
        figures.addAll(figures("100 mbit, 1ms", busy, sizes, null));
        return figures;
    }

    private static List<Figure> figures(String setUp, Path path, Sizes sizes, @Nullable Target target) {
        List<Double> millis = new ArrayList<>();
        for (int i = -WARM_UP; i < sizes.opens(); i++) {
            long from = System.nanoTime();
            try (Pipe pipe = Pipes.open(path)) {
                pipe.warnings();
            }
            if (i >= 0) {
                millis.add((System.nanoTime() - from) / 1e6);
            }
        }
        Figure median = new Figure(NAME, setUp, "time, median", "ms", Figure.median(millis));
        return List.of(
                target == null ? median : median.mustBe(target),
                new Figure(NAME, setUp, "time, p99", "ms", Figure.quantile(millis, 0.99)));
    }
}
