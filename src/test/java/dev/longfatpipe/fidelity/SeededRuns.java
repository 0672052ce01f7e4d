/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs one scenario with the seeds from 1 on, each through a pipe of its own.
 *
 * @param rig what runs a scenario
 * @param seeds how many
 * @param parallel how many of them go on at the same time
 */
record SeededRuns(Rig rig, int seeds, int parallel) {

    /**
     * Returns the mean of all runs.
     *
     * @param scenario what to run
     * @param lengths how long: they take turns, for the beginning of a run counts for more in a short one
     */
    Measurement mean(Scenario scenario, List<Duration> lengths) throws IOException, InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(Math.min(seeds, parallel));
        try {
            List<Future<Measurement>> futures = new ArrayList<>();
            for (int i = 0; i < seeds; i++) {
                long seed = i + 1L;
                Duration length = lengths.get(i % lengths.size());
                futures.add(executor.submit(() -> rig.run(scenario, length, seed)));
            }
            List<Measurement> runs = new ArrayList<>();
            for (Future<Measurement> future : futures) {
                runs.add(future.get());
            }
            return Measurement.of(runs);
        } catch (ExecutionException e) {
            Throwable cause = Optional.ofNullable(e.getCause()).orElse(e);
            if (cause instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IOException(cause);
        } finally {
            executor.shutdownNow();
        }
    }
}
