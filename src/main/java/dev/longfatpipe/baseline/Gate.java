/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.spi.Ticker;
import dev.longfatpipe.units.DurationText;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Lets the measured part of one test run until the answer is clear or the budget is spent. Made for one test; not thread-safe.
 *
 * <p>A run that falls short while the machine did not hold the path does not count, nor does a first run that falls short: it is taken for
 * a warm-up. A control transfer follows every other run that falls short, so that a failure has as many of them as it has runs.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Gate {

    private final GatePolicy policy;
    private final GateRuns source;
    private final Ticker ticker;
    private final long began;

    private final List<GateRun> counted = new ArrayList<>();
    private final Control control = new Control();
    private int runs;
    private int spoiled;
    private String complaint = "";
    private long longestNanos;

    /**
     * Begins; the budget runs from now on.
     *
     * @param ticker the only clock that the gate looks at, monotonic: a clock that is set has no part in it
     */
    public Gate(GatePolicy policy, GateRuns source, Ticker ticker) {
        this.policy = policy;
        this.source = source;
        this.ticker = ticker;
        this.began = ticker.nanos();
    }

    /**
     * Compares the test with its baseline.
     *
     * @throws Exception what the measured part throws
     */
    public GateResult check(Baseline baseline) throws Exception {
        double enough = policy.enough(baseline).ratio();
        double suspect = baseline.median().ratio() * (1 - policy.minimumDrop().ratio() / 2);
        int attempts = 0;
        Answer answer = Answer.UNCLEAR;
        while (answer == Answer.UNCLEAR && attempts < policy.mostRepeats() && (runs == 0 || hasTimeForAnother())) {
            long from = ticker.nanos();
            GateRun run = source.measured();
            runs++;
            double reached = run.sample().utilisation().ratio();
            if (runs == 1 && reached < suspect) {
                longestNanos = ticker.nanos() - from;
                continue;
            }
            attempts++;
            if (reached < enough && run.complaint().isPresent()) {
                spoiled++;
                complaint = run.complaint().get();
            } else {
                counted.add(run);
                answer = Answer.soFar(comparison(baseline), policy);
            }
            if (reached < suspect) {
                control.run(source);
            }
            longestNanos = Math.max(longestNanos, ticker.nanos() - from);
        }
        return verdict(baseline, attempts >= policy.mostRepeats());
    }

    private boolean hasTimeForAnother() {
        return ticker.nanos() - began + longestNanos <= policy.budget().toNanos();
    }

    private GateResult verdict(Baseline baseline, boolean allRepeats) throws InterruptedException {
        if (counted.isEmpty()) {
            return result(
                    GateVerdict.INCONCLUSIVE, spoiled > 0 ? complaint : tooFew(baseline, allRepeats), baseline, null);
        }
        Comparison comparison = comparison(baseline);
        return switch (Answer.atLast(comparison, policy)) {
            case RISEN -> result(GateVerdict.IMPROVED, "", baseline, comparison);
            case KEPT, UNCLEAR -> result(GateVerdict.NO_CHANGE, "", baseline, comparison);
            case SUSPECT ->
                result(
                        GateVerdict.INCONCLUSIVE,
                        spoiled > 0 ? complaint : tooFew(baseline, allRepeats),
                        baseline,
                        comparison);
            case FALLEN -> fallen(baseline, comparison);
        };
    }

    private GateResult fallen(Baseline baseline, Comparison comparison) throws InterruptedException {
        if (control.isEmpty()) {
            control.run(source);
        }
        Optional<String> miss = control.miss(baseline, policy);
        return miss.isPresent()
                ? result(GateVerdict.INCONCLUSIVE, miss.get(), baseline, comparison)
                : result(GateVerdict.REGRESSED, "", baseline, comparison);
    }

    private String tooFew(Baseline baseline, boolean allRepeats) {
        int before = baseline.samples().size();
        int fewest = GatePolicy.fewestRepeats(before);
        String spent = counted.size()
                + (counted.size() == 1 ? " run" : " runs")
                + (allRepeats ? "" : " within the budget of " + seconds(policy.budget()));
        if (counted.size() < fewest) {
            return spent + " cannot show a drop: with " + before + " samples in the baseline it takes " + fewest
                    + ". Move fewer bytes, or allow for more";
        }
        return spent + " are lower than the baseline, but scatter so much that it may be by chance: move more bytes, or"
                + " allow for more runs";
    }

    private static String seconds(Duration time) {
        return DurationText.describe(time);
    }

    /**
     * Takes the samples of a new baseline. The first run is a warm-up and does not count; a control transfer follows every second run.
     *
     * @return RECORDED; or INCONCLUSIVE when the machine did not hold the path for so many of twice as many runs
     * @throws Exception what the measured part throws
     */
    public GateResult record() throws Exception {
        source.measured();
        runs = 1;
        return collect(null);
    }

    /**
     * Takes as many more samples as a new baseline needs, after {@link #check}.
     *
     * @param baseline what it was compared with
     * @throws Exception what the measured part throws
     */
    public GateResult recordMore(Baseline baseline) throws Exception {
        return collect(baseline);
    }

    private GateResult collect(@Nullable Baseline baseline) throws Exception {
        for (int i = 0; counted.size() < policy.samples() && i < 2 * policy.samples(); i++) {
            GateRun run = source.measured();
            runs++;
            if (run.complaint().isPresent()) {
                complaint = run.complaint().get();
            } else {
                counted.add(run);
            }
            if (i % 2 == 1) {
                control.run(source);
            }
        }
        boolean enough = counted.size() >= policy.samples();
        return result(
                enough ? GateVerdict.RECORDED : GateVerdict.INCONCLUSIVE,
                enough ? "" : complaint,
                baseline,
                baseline == null || counted.isEmpty() ? null : comparison(baseline));
    }

    private Comparison comparison(Baseline baseline) {
        return Comparison.of(
                Samples.partsPerMillion(Samples.utilisation(baseline.samples())),
                Samples.partsPerMillion(utilisation()),
                policy);
    }

    private List<Utilisation> utilisation() {
        return counted.stream().map(run -> run.sample().utilisation()).toList();
    }

    private GateResult result(
            GateVerdict verdict, String reason, @Nullable Baseline baseline, @Nullable Comparison comparison) {
        return new GateResult(
                verdict,
                reason,
                Optional.ofNullable(baseline),
                counted.stream().map(GateRun::sample).toList(),
                runs,
                control.reached(),
                Optional.ofNullable(comparison),
                factor(),
                Duration.ofNanos(ticker.nanos() - began));
    }

    /** What limited most of the counted runs; of two that are equal, the one that is named first in the enum. */
    private LimitingFactor factor() {
        Map<LimitingFactor, Integer> times = new EnumMap<>(LimitingFactor.class);
        counted.forEach(run -> times.merge(run.factor(), 1, Integer::sum));
        LimitingFactor most = LimitingFactor.UNKNOWN;
        int best = 0;
        for (Map.Entry<LimitingFactor, Integer> entry : times.entrySet()) {
            if (entry.getValue() > best) {
                best = entry.getValue();
                most = entry.getKey();
            }
        }
        return most;
    }
}
