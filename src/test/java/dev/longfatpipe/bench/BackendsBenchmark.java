/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.PipeBuilder;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How exactly other backends keep a path, beside the relay. */
final class BackendsBenchmark implements Benchmark {

    private static final String NAME = "backends";
    private static final String RELAY = "relay";
    private static final String TOXIPROXY = "toxiproxy";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String method() {
        return "The relay and the backends that `longfatpipe.bench.backends` names, one after the other on each path. *Round trip* is that"
                + " of one byte there and one byte back, as under rtt. *Rate* is the goodput of one upload over the ceiling, rate x 1448 /"
                + " 1514, from one read of the receiver after 2 s to another; the relay's with the kernel profile `linux-6.1`.";
    }

    @Override
    public boolean applies(Sizes sizes) {
        return !sizes.backends().isEmpty();
    }

    @Override
    public List<Figure> run(Sizes sizes) throws IOException, InterruptedException {
        List<String> backends = new ArrayList<>(List.of(RELAY));
        backends.addAll(sizes.backends());
        List<Figure> figures = new ArrayList<>();
        for (String rtt : List.of("10ms", "100ms")) {
            for (String rate : List.of("1mbit", "10mbit", "100mbit", "1gbit")) {
                Path path = Path.builder().rtt(rtt).rate(rate).build();
                for (String backend : backends) {
                    String setUp = rtt + ", " + rate + ", " + backend;
                    figures.add(new Figure(NAME, setUp, "round trip, median", "ms", roundTrips(path, backend, sizes)));
                    figures.add(new Figure(NAME, setUp, "rate", "%", rates(path, backend, sizes)));
                }
            }
        }
        return figures;
    }

    private static PipeBuilder on(Path path, String backend) {
        PipeBuilder builder = Pipes.builder(path).backend(backend);
        return switch (backend) {
            case RELAY -> builder.kernel(KernelProfile.linux61());
            // Several connections ping, and each of them is by itself.
            case TOXIPROXY -> builder.perConnectionRate(true);
            default -> builder;
        };
    }

    private static List<Double> roundTrips(Path path, String backend, Sizes sizes)
            throws IOException, InterruptedException {
        try (Pipe pipe = on(path, backend).open()) {
            return PingPong.roundTrips(pipe::to, sizes.pings(), path.rtt()).stream()
                    .map(nanos -> nanos / 1e6)
                    .toList();
        }
    }

    private static List<Double> rates(Path path, String backend, Sizes sizes) throws IOException, InterruptedException {
        List<Double> rates = new ArrayList<>();
        double ceiling = RateBenchmark.ceiling(path);
        for (int i = 0; i < sizes.repeats(); i++) {
            try (Pipe pipe = on(path, backend).open()) {
                rates.add(100 * BulkStream.steadyRate(pipe::to, RateBenchmark.WARM_UP, sizes.length()) / ceiling);
            }
        }
        return rates;
    }
}
