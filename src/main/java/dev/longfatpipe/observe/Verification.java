/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What a probe through the pipe measured before the test's body ran. The probe talks to an end point of the pipe's own;
 * the application's server never sees it.
 *
 * @param rtt measured round-trip time of the empty path
 * @param rate measured goodput of a short burst downstream; null where a burst would have taken too long
 * @param problem why the pipe is not what was asked for, with the numbers; null when it is
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Verification(
        Duration rtt, @Nullable DataRate rate, @Nullable String problem) {

    /** Returns whether the pipe is what was asked for. */
    public boolean holds() {
        return problem == null;
    }

    /** Returns the measured goodput of a short burst downstream, if one was sent. */
    public Optional<DataRate> measuredRate() {
        return Optional.ofNullable(rate);
    }
}
