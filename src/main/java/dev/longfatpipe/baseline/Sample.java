/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import org.apiguardian.api.API;

/**
 * What one run of the measured part reached.
 *
 * @param utilisation goodput as a share of the expectation
 * @param goodput application bytes per second
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Sample(Utilisation utilisation, DataRate goodput) {

    /**
     * The sample of an assessed transfer.
     *
     * @throws IllegalArgumentException when nothing bounds the expectation, so that there is no share of it
     */
    static Sample of(Assessment assessment) {
        Utilisation utilisation = assessment
                .utilisation()
                .orElseThrow(() -> new IllegalArgumentException("nothing bounds the expectation on this path ("
                        + assessment.transfer().pipe().path()
                        + "), so that there is no share of it to compare with a baseline: give the path a rate"));
        return new Sample(utilisation, assessment.transfer().goodput());
    }
}
