/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.observe.Transfer;
import org.apiguardian.api.API;

/**
 * Decides how often what a test measures is measured. For the JUnit extension.
 *
 * @since 0.1
 */
@API(status = API.Status.INTERNAL, since = "0.1")
@FunctionalInterface
public interface Repetition {

    /** Measures once. */
    @FunctionalInterface
    interface Once {
        Transfer measure() throws Exception;
    }

    /**
     * Measures as often as it takes.
     *
     * @param once measures once, each time that it is called
     * @return the transfer that stands for all
     * @throws Exception what the measured action throws
     */
    Transfer measure(Once once) throws Exception;
}
