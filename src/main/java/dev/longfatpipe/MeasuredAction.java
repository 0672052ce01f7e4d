/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import org.apiguardian.api.API;

/**
 * What is done while a pipe is measured.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface MeasuredAction {

    /** Moves bytes through the pipe; what it throws ends the measurement and reaches the caller. */
    void run() throws Exception;
}
