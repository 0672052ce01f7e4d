/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.units.Utilisation;
import java.util.Arrays;
import java.util.List;

/** Arithmetic on a few figures. */
final class Samples {

    /** The standard deviation of a normal distribution is so many times its median absolute deviation: 1 / Φ⁻¹(3/4). */
    private static final double SIGMA_PER_MAD = 1.4826;

    private Samples() {}

    static List<Utilisation> utilisation(List<Sample> samples) {
        return samples.stream().map(Sample::utilisation).toList();
    }

    static double[] partsPerMillion(List<Utilisation> shares) {
        return shares.stream().mapToDouble(Utilisation::partsPerMillion).toArray();
    }

    static Utilisation median(List<Utilisation> shares) {
        return new Utilisation(Math.round(median(partsPerMillion(shares))));
    }

    /** The middle; the mean of the two in the middle of an even number. */
    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /**
     * The standard deviation, from what a few outliers do not move: from the median absolute deviation, or half of the range that is left
     * without the lowest and the highest tenth (of ten values, both are two standard deviations apart on average), whichever is more.
     */
    static double sigma(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int tenth = sorted.length < 5 ? 0 : Math.max(1, sorted.length / 10);
        double range = sorted[sorted.length - 1 - tenth] - sorted[tenth];
        double median = median(sorted);
        double deviation = median(
                Arrays.stream(sorted).map(value -> Math.abs(value - median)).toArray());
        return Math.max(SIGMA_PER_MAD * deviation, range / 2);
    }
}
