/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What many connections of one pipe cost, and how evenly they share its line. */
final class ConnectionsBenchmark implements Benchmark {

    private static final String NAME = "connections";
    private static final int PROMISED = 1000;
    private static final long IDLE_SECONDS = 5;
    private static final long WARM_UP_SECONDS = 10;
    private static final Path PATH = Path.builder().rtt("50ms").rate("1gbit").build();
    private static final double CEILING = 1e9 * 1448 / 1514;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String method() {
        return "1 gbit, 50 ms, queue of one BDP, kernel profile `linux-6.1`; both applications are in another process. *Idle memory* is heap"
                + " and direct buffers in use in the relay's JVM after a garbage collection, " + IDLE_SECONDS
                + " s after every connection has carried one byte,"
                + " less what was in use before the first was opened, by connection: the relay's two sockets of each (as Java objects; what"
                + " the kernel holds is not counted), its model, and the samples of it in the pipe's log. Then all clients send: after "
                + WARM_UP_SECONDS
                + " s, *goodput* of all together and *Jain*'s index of fairness, (sum x)^2 / (n sum x^2) of the bytes of"
                + " each, over twice the seconds of a run. *Direct buffers* is the most seen meanwhile.";
    }

    @Override
    public List<Figure> run(Sizes sizes) throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        for (int count : sizes.connections()) {
            figures.addAll(run(count, sizes));
        }
        return figures;
    }

    private static List<Figure> run(int count, Sizes sizes) throws IOException, InterruptedException {
        String setUp = count + (count == 1 ? " connection" : " connections");
        try (Pipe pipe = Pipes.builder(PATH).kernel(KernelProfile.linux61()).open();
                FarEnds ends = FarEnds.start()) {
            long before = Memory.heldBytes();
            long opening = System.nanoTime();
            ends.connect(pipe.to(ends.server()), count);
            double openedMillis = (System.nanoTime() - opening) / 1e6;
            TimeUnit.SECONDS.sleep(IDLE_SECONDS);
            double idleKilobytes = (Memory.heldBytes() - before) / 1024.0 / count;
            double idleCores = engineCores(1_000);

            ends.send();
            TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
            long began = System.nanoTime();
            long engine = EngineTime.nanos();
            List<Long> from = ends.received();
            long direct = 0;
            while (System.nanoTime() - began < 2 * sizes.length().toNanos()) {
                TimeUnit.MILLISECONDS.sleep(100);
                direct = Math.max(direct, Memory.directBytes());
            }
            List<Long> to = ends.received();
            double nanos = System.nanoTime() - began;
            double cores = (EngineTime.nanos() - engine) / nanos;
            List<Double> shares = difference(from, to);

            Figure idle = new Figure(NAME, setUp, "idle memory by connection", "KiB", idleKilobytes);
            Figure jain = new Figure(NAME, setUp, "Jain", "", jain(shares));
            double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
            return List.of(
                    new Figure(NAME, setUp, "time to open all", "ms", openedMillis),
                    count == PROMISED ? idle.mustBe(Target.atMost(16)) : idle,
                    new Figure(NAME, setUp, "CPU of the engine, idle", "cores", idleCores),
                    new Figure(NAME, setUp, "goodput, of the ceiling", "", sum * 8e9 / nanos / CEILING),
                    count == PROMISED ? jain.mustBe(Target.atLeast(0.9)) : jain,
                    new Figure(NAME, setUp, "CPU of the engine", "cores", cores),
                    new Figure(NAME, setUp, "direct buffers", "MiB", direct / 1048576.0));
        }
    }

    private static double engineCores(long millis) throws InterruptedException {
        long began = System.nanoTime();
        long engine = EngineTime.nanos();
        TimeUnit.MILLISECONDS.sleep(millis);
        return (double) (EngineTime.nanos() - engine) / (System.nanoTime() - began);
    }

    private static List<Double> difference(List<Long> from, List<Long> to) {
        List<Double> bytes = new ArrayList<>();
        for (int i = 0; i < from.size(); i++) {
            bytes.add((double) (to.get(i) - from.get(i)));
        }
        return bytes;
    }

    /** Jain, Chiu, Hawe 1984: 1 when all are equal, 1 / n when one has everything. */
    private static double jain(List<Double> shares) {
        double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
        double squares = shares.stream().mapToDouble(share -> share * share).sum();
        return squares == 0 ? 0 : sum * sum / (shares.size() * squares);
    }
}
