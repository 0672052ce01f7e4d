/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.units.Utilisation;
import java.util.List;
import org.apiguardian.api.API;

/**
 * What a test reached when its baseline was recorded. Immutable.
 *
 * @param test the key of the test within its class, such as {@code fills_the_pipe(Pipe)}
 * @param called the display name of an invocation of a test template when it was recorded; empty for other tests
 * @param conditions what it holds for
 * @param factor what limited most of the samples
 * @param library the version of this library that recorded it
 * @param samples what the runs of the test reached, in the order in which they were taken; at least one
 * @param control what the control transfers between them reached, as a share of their own expectation; may be empty
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Baseline(
        String test,
        String called,
        Conditions conditions,
        LimitingFactor factor,
        String library,
        List<Sample> samples,
        List<Utilisation> control) {

    /** @throws IllegalArgumentException when there is no sample */
    public Baseline {
        samples = List.copyOf(samples);
        control = List.copyOf(control);
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("samples [0] of [" + test + "] must be at least one");
        }
    }

    /** The middle of the utilisation of its samples; the mean of the two in the middle of an even number. */
    public Utilisation median() {
        return Samples.median(Samples.utilisation(samples));
    }
}
