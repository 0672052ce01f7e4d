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

    /** The standard deviation, from the median absolute deviation, which a few outliers do not move. */
    static double sigma(double... values) {
        double median = median(values);
        return SIGMA_PER_MAD
                * median(Arrays.stream(values)
                        .map(value -> Math.abs(value - median))
                        .toArray());
    }
}
