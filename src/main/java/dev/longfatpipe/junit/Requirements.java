/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import java.util.Optional;

/**
 * What every test on a pipe has to reach, without a baseline.
 *
 * @param share least share of the expectation
 * @param goodput least goodput
 * @param time longest time from the first thing that happens on the pipe to the last byte
 */
record Requirements(Optional<Utilisation> share, Optional<DataRate> goodput, Optional<Duration> time) {

    static final Requirements NONE = new Requirements(Optional.empty(), Optional.empty(), Optional.empty());
}
