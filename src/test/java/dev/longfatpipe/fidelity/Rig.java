/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.MeasuredAction;
import dev.longfatpipe.Pipe;
import dev.longfatpipe.PipeBuilder;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.spi.DeclaredBuffers;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * Runs scenarios through pipes, once each. Thread-safe.
 *
 * @param backend name of the backend
 * @param ends what stands at both ends, to be prepared for a scenario before it is run
 */
record Rig(String backend, Ends ends) {

    /** Goodput counts from this part of a run on, as in the truth. */
    private static final double STEADY_FROM = 0.4;

    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int CONNECTS = 5;
    private static final Duration LONGEST_TRANSFER = Duration.ofSeconds(60);

    /** Whether packets of many segments come through: only a TUN device can have them. */
    boolean sendsSuperPackets() {
        return backend.equals("tun")
                && System.getProperty("longfatpipe.tun.segments", "").equals("large");
    }

    private Pipe open(Scenario scenario, long seed) throws IOException {
        PipeBuilder builder = Pipes.builder(scenario.path()).backend(backend).seed(seed);
        if (ends.areReal()) {
            KernelProfile kernel = ends.kernel().with("net.ipv4.tcp_congestion_control", scenario.congestionControl());
            return builder.kernel(kernel).open();
        }
        builder.clientKernel(scenario.clientKernel(ends.kernel())).serverKernel(scenario.serverKernel(ends.kernel()));
        if (Traffic.isCutHere(scenario)) {
            builder.declaredBuffers(new DeclaredBuffers(
                    BufferSetting.auto(), scenario.send(), scenario.receive(), BufferSetting.auto()));
        }
        return builder.open();
    }

    /**
     * Lets a scenario run for a time. Everything is of its steady part, as in the truth, whose causes are those of that part.
     *
     * @throws IllegalArgumentException if the backend cannot honour it
     * @throws IOException if a connection breaks
     */
    Measurement run(Scenario scenario, Duration length, long seed) throws IOException, InterruptedException {
        try (Traffic traffic = Traffic.listen(scenario, ends.serverAddress());
                Pipe pipe = open(scenario, seed)) {
            long begin = System.nanoTime();
            traffic.send(pipe.to(traffic.server()));
            sleepUntil(begin + (long) (STEADY_FROM * length.toNanos()));
            long from = System.nanoTime();
            long before = traffic.receivedBytes();
            List<Double> rtts = new ArrayList<>();
            double[] goodputMbit = new double[1];
            Transfer steady = measure(pipe, () -> {
                long end = from + wholeRoundTrips(begin + length.toNanos() - from, scenario.rtt());
                for (long next = from + SAMPLE_NANOS; next < end; next += SAMPLE_NANOS) {
                    sleepUntil(next);
                    rtts.addAll(smoothedRtts(pipe.total()));
                }
                sleepUntil(end);
                goodputMbit[0] = (traffic.receivedBytes() - before) * 8e3 / (System.nanoTime() - from);
                traffic.requireSound();
                traffic.abort();
            });
            return measurement(steady, goodputMbit[0], rtts, OptionalDouble.empty());
        }
    }

    /**
     * Moves the bytes of a finite scenario on a new connection.
     *
     * @throws IllegalArgumentException if the backend cannot honour it
     * @throws IOException if a connection breaks
     */
    Measurement transfer(Scenario scenario, long seed) throws IOException, InterruptedException {
        try (Traffic traffic = Traffic.listen(scenario, ends.serverAddress());
                Pipe pipe = open(scenario, seed)) {
            long begin = System.nanoTime();
            long connected = traffic.send(pipe.to(traffic.server()));
            long ended = traffic.awaitLastByte(LONGEST_TRANSFER);
            long nanos = ended - begin;
            long bytes = scenario.bytes().map(DataSize::bytes).orElseThrow() * scenario.streams();
            // connect() returns at once on the relay, but the first byte leaves one round trip after it, as on any
            // path.
            double millis =
                    (ends.areReal() ? ended - connected : nanos - scenario.rtt().toNanos()) / 1e6;
            pipe.awaitDelivery(LONGEST_TRANSFER);
            Transfer transfer = pipe.total();
            return measurement(transfer, bytes * 8e3 / nanos, smoothedRtts(transfer), OptionalDouble.of(millis));
        }
    }

    /**
     * Returns how long connect() takes while nothing else is under way, the median of {@value #CONNECTS} calls, in ms.
     *
     * @throws IllegalArgumentException if the backend cannot honour the scenario
     * @throws IOException if a connection breaks
     */
    double connectMillis(Scenario scenario) throws IOException {
        try (Traffic traffic = Traffic.listen(scenario, ends.serverAddress());
                Pipe pipe = open(scenario, 1)) {
            return traffic.connectMillis(pipe.to(traffic.server()), CONNECTS);
        }
    }

    /** A sender that waits for its window sends once per round trip: half of one would count for a whole one, or for none. */
    private static long wholeRoundTrips(long nanos, Duration rtt) {
        long one = rtt.toNanos();
        return one == 0 || nanos < one ? nanos : nanos / one * one;
    }

    private static Transfer measure(Pipe pipe, MeasuredAction action) throws IOException, InterruptedException {
        try {
            return pipe.measure(action);
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private static double resent(Transfer transfer) {
        long sent = 0;
        long again = 0;
        for (Connection connection : transfer.connections()) {
            sent += connection.upstream().segments();
            again += connection.upstream().retransmissions();
        }
        return sent == 0 ? 0 : (double) again / sent;
    }

    private static Measurement measurement(
            Transfer transfer, double goodputMbit, List<Double> rtts, OptionalDouble millis) {
        Assessment assessment = Assessment.of(transfer);
        return new Measurement(
                goodputMbit,
                Measurement.median(rtts.stream().mapToDouble(Double::doubleValue)),
                millis,
                Double.NaN,
                resent(transfer),
                assessment.diagnosis().factor(),
                assessment.inconclusive(),
                1);
    }

    private static List<Double> smoothedRtts(Transfer transfer) {
        List<Double> rtts = new ArrayList<>();
        for (Connection connection : transfer.connections()) {
            Duration rtt = connection.flow(Direction.UPSTREAM).after().smoothedRtt();
            if (!rtt.isZero()) {
                rtts.add(rtt.toNanos() / 1e6);
            }
        }
        return rtts;
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
    }
}
