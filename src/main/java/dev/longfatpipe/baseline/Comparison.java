/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import java.util.Arrays;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;
import org.apiguardian.api.API;

/**
 * Samples of now beside those of a baseline.
 *
 * @param lower how probable it is that samples of the same test come out as low as these (one-sided Mann-Whitney, exact)
 * @param kept how probable it is that samples of a test which has lost the minimum drop come out as high as these (the same test
 *     against the baseline's samples less the minimum drop)
 * @param higher how probable it is that samples of the same test come out as high as these
 * @param drop by how much the utilisation fell, as a share of the baseline's median: the median of the differences of all pairs
 *     (Hodges and Lehmann 1963); negative when it rose
 * @param noise four standard deviations of the baseline's samples as a share of their median, as outliers do not move them
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Comparison(double lower, double kept, double higher, double drop, double noise) {

    /** Samples are whole parts per million, so that this sets no two of them apart that differ. */
    private static final double HALF_A_PART = 0.5;

    private static final double SIGMAS = 4;

    /**
     * Compares samples in parts per million. Equal ones count against the claim that is tested, which keeps the test exact and its
     * answer on the safe side.
     */
    static Comparison of(double[] baseline, double[] now, GatePolicy policy) {
        double median = Samples.median(baseline);
        return new Comparison(
                p(shifted(now, HALF_A_PART), baseline, AlternativeHypothesis.LESS_THAN),
                p(
                        shifted(now, -HALF_A_PART),
                        Arrays.stream(baseline)
                                .map(value -> value * policy.keptShare())
                                .toArray(),
                        AlternativeHypothesis.GREATER_THAN),
                p(shifted(now, -HALF_A_PART), baseline, AlternativeHypothesis.GREATER_THAN),
                drop(baseline, now, median),
                median == 0 ? 0 : SIGMAS * Samples.sigma(baseline) / median);
    }

    private static double p(double[] now, double[] baseline, AlternativeHypothesis claim) {
        return MannWhitneyUTest.withDefaults()
                .with(claim)
                .with(PValueMethod.EXACT)
                .test(spread(now), spread(baseline))
                .getPValue();
    }

    private static double[] shifted(double[] values, double by) {
        return Arrays.stream(values).map(value -> value + by).toArray();
    }

    /** Sets equal values of one side apart, by less than any other difference: their order among themselves is of no account. */
    private static double[] spread(double[] values) {
        double[] spread = values.clone();
        for (int i = 0; i < spread.length; i++) {
            spread[i] += i * 1e-6;
        }
        return spread;
    }

    private static double drop(double[] baseline, double[] now, double median) {
        if (median == 0) {
            return 0;
        }
        double[] differences = Arrays.stream(baseline)
                .flatMap(before -> Arrays.stream(now).map(after -> before - after))
                .toArray();
        return Samples.median(differences) / median;
    }
}
