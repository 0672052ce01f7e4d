/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.units.Utilisation;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * One run of the measured part, or of a control transfer.
 *
 * @param sample what it reached
 * @param factor what limited it
 * @param complaint why nothing can be concluded from it: the machine did not hold the path
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record GateRun(Sample sample, LimitingFactor factor, Optional<String> complaint) {

    /**
     * The run that an assessed transfer was.
     *
     * @throws IllegalArgumentException when nothing bounds the expectation, so that there is no share of it
     */
    public static GateRun of(Assessment assessment) {
        return new GateRun(Sample.of(assessment), assessment.diagnosis().factor(), assessment.inconclusive());
    }

    /**
     * The same, for a run that is to be compared: what may have been the machine's time is a complaint when the run would have reached
     * what is asked for without it.
     *
     * @param asked the share of the expectation from which on it does not fall short
     */
    public static GateRun of(Assessment assessment, Utilisation asked) {
        return of(assessment.reaches(asked) ? assessment : assessment.againstExpectation(asked));
    }
}
