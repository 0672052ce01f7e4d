/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.LimitingFactor;
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
}
