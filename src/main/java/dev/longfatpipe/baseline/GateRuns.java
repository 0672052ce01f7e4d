/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import org.apiguardian.api.API;

/**
 * What a gate lets run, as often as it takes.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface GateRuns {

    /**
     * Runs the measured part of the test.
     *
     * @throws Exception what it throws, which ends the gate
     */
    GateRun measured() throws Exception;

    /**
     * Moves bytes of no meaning over the same pipe, as fast as they go.
     *
     * @throws java.io.IOException when that cannot be done, so that there is no control
     * @throws InterruptedException when interrupted
     */
    GateRun control() throws java.io.IOException, InterruptedException;
}
