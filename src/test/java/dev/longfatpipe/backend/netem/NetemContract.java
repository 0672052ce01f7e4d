/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.backend.PipeContract;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;

/** The contract in sizes for the one processor of User-Mode Linux, with a kernel that draws losses from a generator of its own. */
abstract class NetemContract extends PipeContract {

    @Override
    protected Duration timing() {
        return Duration.ofMillis(12);
    }

    @Override
    protected DataRate rate() {
        return DataRate.ofMegabitsPerSecond(10);
    }

    @Override
    protected Duration rtt() {
        return Duration.ofMillis(60);
    }

    @Override
    protected Duration bulk() {
        return Duration.ofSeconds(3);
    }

    @Override
    protected int connections() {
        return 20;
    }

    @Override
    protected boolean drawsAreSeeded() {
        return false;
    }
}
