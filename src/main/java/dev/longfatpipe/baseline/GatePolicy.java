/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.units.DurationText;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import org.apiguardian.api.API;

/**
 * How a verdict is found.
 *
 * @param minimumDrop the least drop of utilisation, as a share of the baseline's, that is worth a failure; more than 0, at most
 *     50 %; default 5 %
 * @param mostRepeats how often the measured part runs at the most when a test is checked, 1 to 1000; default 5
 * @param budget for how long it is repeated at the most: no repeat begins that would not end in time if it took as long as the
 *     longest before; default 20 s
 * @param samples how many samples a baseline records, 3 to 1000; default 10
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record GatePolicy(Utilisation minimumDrop, int mostRepeats, Duration budget, int samples) {

    private static final Utilisation MOST = Utilisation.ofPercent(50);
    private static final int MOST_RUNS = 1_000;

    /** The defaults. */
    public static final GatePolicy DEFAULT = new GatePolicy(Utilisation.ofPercent(5), 5, Duration.ofSeconds(20), 10);

    /** How often each of the two questions may be answered by chance: less than once in a hundred. */
    static final double ALPHA = 0.01;

    /** @throws IllegalArgumentException when a value is outside its range */
    public GatePolicy {
        if (minimumDrop.partsPerMillion() == 0 || minimumDrop.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("minimumDrop [" + minimumDrop
                    + "] is outside 0 to 50 %: write the least drop that is worth a failure, such as \"5%\"");
        }
        if (mostRepeats < 1 || mostRepeats > MOST_RUNS) {
            throw new IllegalArgumentException(
                    "repeats [" + mostRepeats + "] is outside 1 to " + MOST_RUNS + ": write 5, for example");
        }
        if (budget.isNegative() || budget.isZero()) {
            throw new IllegalArgumentException(
                    "budget [" + DurationText.format(budget) + "] must be above 0: write \"20s\", for example");
        }
        if (samples < 3 || samples > MOST_RUNS) {
            throw new IllegalArgumentException(
                    "samples [" + samples + "] is outside 3 to " + MOST_RUNS + ": write 10, for example");
        }
    }

    /** The utilisation from which on a run does not fall short of a baseline by the minimum drop. */
    public Utilisation enough(Baseline baseline) {
        return new Utilisation(Math.round(baseline.median().partsPerMillion() * keptShare()));
    }

    /** The share of the baseline's utilisation from which on a drop is worth a failure, 0 to 1. */
    double keptShare() {
        return 1 - minimumDrop.ratio();
    }

    /**
     * How many samples are needed beside so many of a baseline before a drop can be told from chance at all: the least m with
     * 1 / C(n + m, m) at most {@value #ALPHA}, since all of them may be lower by chance in one of C(n + m, m) ways.
     */
    static int fewestRepeats(int baselineSamples) {
        double ways = 1;
        int repeats = 0;
        while (ways * ALPHA < 1) {
            repeats++;
            ways = ways * (baselineSamples + repeats) / repeats;
        }
        return repeats;
    }
}
