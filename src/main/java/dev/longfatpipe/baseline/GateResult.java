/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The outcome of a test that has a baseline, with all that it rests on. Immutable.
 *
 * @param verdict what became of it
 * @param reason why it is inconclusive, or what else there is to say in one sentence; empty when the figures say all
 * @param baseline what it was compared with; empty where a baseline was recorded
 * @param samples what the counted runs reached, in their order
 * @param runs how often the measured part ran, with those that do not count: a slow first one, and those that the machine spoiled
 * @param control what the control transfers reached, as a share of their own expectation; empty when there was none
 * @param comparison the figures of the verdict; empty without a baseline or without a sample
 * @param factor what limited most of the counted runs; UNKNOWN without any
 * @param elapsed how long it all took
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record GateResult(
        GateVerdict verdict,
        String reason,
        Optional<Baseline> baseline,
        List<Sample> samples,
        int runs,
        List<Utilisation> control,
        Optional<Comparison> comparison,
        LimitingFactor factor,
        Duration elapsed) {

    /** Copies its lists. */
    public GateResult {
        samples = List.copyOf(samples);
        control = List.copyOf(control);
    }

    /** The middle of the utilisation of its samples; empty without any. */
    public Optional<Utilisation> median() {
        return samples.isEmpty() ? Optional.empty() : Optional.of(Samples.median(Samples.utilisation(samples)));
    }

    /** What limited the baseline, when that was another factor than now. */
    public Optional<LimitingFactor> factorBefore() {
        return baseline.map(Baseline::factor).filter(before -> !samples.isEmpty() && before != factor);
    }

    /**
     * For a console: {@code baseline 95.2 % -> 94.9 % (10 + 3 samples), no change}, or {@code baseline recorded: 95.2 % (10
     * samples)}; with {@code , limit was LINK} at its end where another factor limits it now.
     */
    public String line() {
        String now = median().map(Utilisation::describe).orElse("nothing");
        if (baseline.isEmpty()) {
            return "baseline " + verdict.describe() + ": " + now + " (" + samples.size() + " samples)";
        }
        Baseline before = baseline.get();
        return "baseline " + before.median().describe() + " -> " + now + " ("
                + before.samples().size() + " + " + samples.size() + " samples), " + verdict.describe()
                + factorBefore().map(factor -> ", limit was " + factor).orElse("");
    }
}
