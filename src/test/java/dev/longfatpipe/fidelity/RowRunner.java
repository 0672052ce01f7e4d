/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.BackendUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs rows of a truth file, one after the other.
 *
 * @param rig what runs one scenario
 * @param scale run lengths are multiplied by this
 * @param seeds over how many seeds a row with loss is averaged
 * @param repeats over how many runs a row without loss is averaged, one after the other
 */
record RowRunner(Rig rig, double scale, int seeds, int repeats) {

    private static final Duration USUAL_LENGTH = Duration.ofSeconds(10);
    private static final int TRANSFERS = 3;
    /** A run that is off, on a machine that could not hold the path up, proves nothing: it is tried again. */
    private static final int ATTEMPTS = 3;
    /** Runs with different seeds go on at the same time as long as they carry less than this together. */
    private static final double PARALLEL_MBIT = 150;
    /** Of pipes through a kernel, each of which is looked at all the time, so many for each processor. */
    private static final int REAL_PIPES_PER_PROCESSOR = 4;

    /**
     * Runs one row.
     *
     * @throws BackendUnavailableException if the backend does not work on this machine
     */
    Outcome run(TruthRow row) throws InterruptedException {
        Limits limits;
        try {
            limits = Limits.of(row, ScenarioText.parse(row.parameters()));
            limits.scenario().path();
        } catch (IllegalArgumentException e) {
            return Outcome.skipped(row, null, String.valueOf(e.getMessage()));
        }
        if (limits.scenario().superPackets() && !limits.scenario().send().isAuto() && !rig.sendsSuperPackets()) {
            return Outcome.skipped(
                    row,
                    limits,
                    "gso=on with an SO_SNDBUF: a small one does not hold a sender of super-packets back, but backend "
                            + rig.backend() + " has packets of one segment");
        }
        return run(row, limits);
    }

    @SuppressWarnings("try") // both ends are held as prepared, not used
    private Outcome run(TruthRow row, Limits limits) throws InterruptedException {
        try (Ends.Prepared prepared = rig.ends().prepare(limits.scenario())) {
            Measurement measured = measure(row, limits.scenario());
            for (int i = 1; i < ATTEMPTS && isDoubtful(limits, measured); i++) {
                measured = measure(row, limits.scenario());
            }
            // The relay has no handshake of its own: there connect() says nothing of the path.
            if (rig.ends().areReal()) {
                measured = measured.withConnectMillis(rig.connectMillis(limits.scenario()));
            }
            String status = isDoubtful(limits, measured)
                    ? "inconclusive: " + measured.complaint().orElse("")
                    : Outcome.OK;
            return new Outcome(
                    row,
                    limits,
                    measured,
                    limits.expectedFactor(rig.ends().kernel()).orElse(null),
                    status);
        } catch (IllegalArgumentException e) {
            return Outcome.skipped(row, limits, String.valueOf(e.getMessage()));
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            return Outcome.failed(row, limits, e.toString());
        }
    }

    private static boolean isDoubtful(Limits limits, Measurement measured) {
        return measured.complaint().isPresent() && limits.complaint(measured).isPresent();
    }

    private Measurement measure(TruthRow row, Scenario scenario) throws IOException, InterruptedException {
        if (scenario.bytes().isPresent()) {
            List<Measurement> runs = new ArrayList<>();
            for (int seed = 1; seed <= TRANSFERS; seed++) {
                runs.add(rig.transfer(scenario, seed));
            }
            return Measurement.of(runs);
        }
        if (scenario.isLossy()) {
            return overSeeds(row, scenario);
        }
        // A window goes on opening for seconds: of runs of several lengths, the longest is the steadiest.
        Duration longest = row.runLengths().stream().max(Duration::compareTo).orElse(USUAL_LENGTH);
        return new SeededRuns(rig, repeats, 1).mean(scenario, List.of(scaled(longest)));
    }

    private Measurement overSeeds(TruthRow row, Scenario scenario) throws IOException, InterruptedException {
        List<Duration> lengths = row.runLengths().isEmpty() ? List.of(USUAL_LENGTH) : row.runLengths();
        int held = rig.ends().areReal()
                ? REAL_PIPES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors()
                : seeds;
        int parallel = (int)
                Math.max(1, Math.min(held, PARALLEL_MBIT / row.goodputMbit().orElse(PARALLEL_MBIT)));
        return new SeededRuns(rig, seeds, parallel)
                .mean(scenario, lengths.stream().map(this::scaled).toList());
    }

    private Duration scaled(Duration length) {
        return Duration.ofNanos((long) (length.toNanos() * scale));
    }

    /** Lets the machine compile and load what the first row would otherwise wait for. */
    void warmUp() throws IOException, InterruptedException {
        Scenario scenario = ScenarioText.parse("rtt=20ms rate=100 limit=1000p gso=off");
        rig.run(scenario, Duration.ofSeconds(3), 1);
        rig.transfer(ScenarioText.parse("rtt=20ms rate=100 limit=1000p gso=off bytes=1048576"), 1);
    }
}
