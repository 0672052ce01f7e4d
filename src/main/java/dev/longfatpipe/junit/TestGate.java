/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Repetition;
import dev.longfatpipe.baseline.Baseline;
import dev.longfatpipe.baseline.Conditions;
import dev.longfatpipe.baseline.Gate;
import dev.longfatpipe.baseline.GateResult;
import dev.longfatpipe.baseline.GateRun;
import dev.longfatpipe.baseline.GateRuns;
import dev.longfatpipe.baseline.GateVerdict;
import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** The gate of one test on one of its pipes: repeats what it measures, and knows what became of it. Confined to the test's thread. */
final class TestGate implements Repetition {

    private final GateTask task;
    private final Pipe pipe;
    private final Optional<Baseline> baseline;
    private @Nullable GateResult result;

    private TestGate(GateTask task, Pipe pipe, Optional<Baseline> baseline) {
        this.task = task;
        this.pipe = pipe;
        this.baseline = baseline;
    }

    /**
     * Puts a gate on a pipe.
     *
     * @throws ExtensionConfigurationException when there is nothing to compare with, or it is of something else
     */
    static TestGate on(Pipe pipe, GateTask task) {
        TestGate gate = new TestGate(task, pipe, task.baseline(Conditions.of(pipe.description())));
        pipe.repeatMeasurements(gate);
        return gate;
    }

    Optional<GateResult> result() {
        return Optional.ofNullable(result);
    }

    GateTask task() {
        return task;
    }

    @Override
    public Transfer measure(Once once) throws Exception {
        if (result != null) {
            throw new ExtensionConfigurationException(task.subject()
                    + " measures a second time on the same pipe: a test with a baseline measures once. Do what comes before"
                    + " without pipe.measure, or make two tests of it");
        }
        try (Runs runs = new Runs(once)) {
            Gate gate = new Gate(task.policy(), runs, Ticker.system());
            GateResult found = baseline.isPresent() ? gate.check(baseline.get()) : gate.record();
            if (found.verdict() == GateVerdict.IMPROVED && task.mode() == BaselineMode.UPDATE) {
                found = gate.recordMore(baseline.orElseThrow());
            }
            result = found;
            return runs.middle(found);
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(task.subject() + ": " + e.getMessage(), e);
        }
    }

    /** Writes what was recorded; answers what is to be told. */
    List<String> settle() {
        GateResult found = result;
        if (found == null) {
            return List.of();
        }
        List<String> told = new ArrayList<>();
        if (found.verdict() == GateVerdict.RECORDED) {
            told.addAll(task.write(Conditions.of(pipe.description()), found));
        }
        found.factorBefore()
                .ifPresent(before -> told.add(task.subject() + " was limited by " + before
                        + " when its baseline was recorded and is limited by " + found.factor() + " now"));
        found.baseline()
                .map(Baseline::called)
                .filter(called -> !called.equals(task.called()))
                .ifPresent(
                        called -> told.add(task.subject() + " is called [" + task.called() + "] now, and was called ["
                                + called
                                + "] when its baseline was recorded: if the invocations have changed places, record them"
                                + " anew"));
        if (found.verdict() == GateVerdict.IMPROVED) {
            told.add(task.subject() + " reaches more than its baseline: keep that with -D" + GateSettings.BASELINE
                    + "=update, and commit [" + task.file() + "]");
        }
        return told;
    }

    private record Measured(GateRun run, Transfer transfer) {}

    /** What the gate lets run: the test's own action, and transfers like it. */
    private final class Runs implements GateRuns, AutoCloseable {

        private final Once once;
        private final List<Measured> measured = new ArrayList<>();
        private @Nullable ControlTransfer control;

        Runs(Once once) {
            this.once = once;
        }

        @Override
        public GateRun measured() throws Exception {
            Transfer transfer = once.measure();
            Assessment assessment = Assessment.of(transfer);
            GateRun run = baseline.map(
                            before -> GateRun.of(assessment, task.policy().enough(before)))
                    .orElseGet(() -> GateRun.of(assessment));
            measured.add(new Measured(run, transfer));
            return run;
        }

        @Override
        public GateRun control() throws IOException, InterruptedException {
            ControlTransfer over = control;
            if (over == null) {
                over = ControlTransfer.over(pipe);
                control = over;
            }
            return over.like(measured.get(measured.size() - 1).transfer());
        }

        /** The transfer whose utilisation is in the middle of those that count; the lower one of two. */
        Transfer middle(GateResult found) {
            List<Measured> counted = measured.stream()
                    .filter(one -> found.samples().contains(one.run().sample()))
                    .sorted(Comparator.comparing(one -> one.run().sample().utilisation()))
                    .toList();
            return (counted.isEmpty() ? measured.get(measured.size() - 1) : counted.get((counted.size() - 1) / 2))
                    .transfer();
        }

        @Override
        public void close() throws IOException {
            if (control != null) {
                control.close();
            }
        }
    }
}
