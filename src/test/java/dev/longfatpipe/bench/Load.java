/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.longfatpipe.observe.IdleProcessors;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the processors had done up to a moment.
 *
 * @param nanos when
 * @param processNanos CPU time of this process, all its threads
 * @param idle idle time per processor; null where it cannot be read
 */
record Load(long nanos, long processNanos, @Nullable Duration idle) {

    static Load now() {
        return new Load(System.nanoTime(), bean().getProcessCpuTime(), IdleProcessors.time());
    }

    private static OperatingSystemMXBean bean() {
        return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    }

    static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** CPU seconds of this process since an earlier moment. */
    double processSecondsSince(Load earlier) {
        return (processNanos - earlier.processNanos) / 1e9;
    }

    /** Share of the machine that anyone but this process took since an earlier moment, in percent; NaN where it cannot be read. */
    double percentOfOthersSince(Load earlier) {
        if (idle == null || earlier.idle == null) {
            return Double.NaN;
        }
        double elapsed = nanos - earlier.nanos;
        double own = (processNanos - earlier.processNanos) / (elapsed * processors());
        double idleShare = idle.minus(earlier.idle).toNanos() / elapsed;
        return Math.max(0, 100 * (1 - own - idleShare));
    }
}
