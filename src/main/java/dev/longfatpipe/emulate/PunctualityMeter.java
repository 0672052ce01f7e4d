/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import dev.longfatpipe.observe.Punctuality;
import java.time.Duration;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Measures how well the engine's thread kept its appointments. */
@API(status = API.Status.INTERNAL)
public final class PunctualityMeter {

    private final long toleranceNanos;
    private final long startNanos;
    private long stalledNanos;
    private long stalledUntilNanos;
    private long worstNanos;

    /**
     * @param toleranceNanos lateness that does no harm, because work is done as of the time at which it was due
     */
    public PunctualityMeter(long toleranceNanos, long nowNanos) {
        this.toleranceNanos = toleranceNanos;
        this.startNanos = nowNanos;
        this.stalledUntilNanos = nowNanos;
    }

    /** Work that was due at one time is begun at another. */
    public void begun(long dueNanos, long nowNanos) {
        long late = nowNanos - dueNanos;
        worstNanos = Math.max(worstNanos, late);
        if (late > toleranceNanos) {
            stalledNanos += Math.max(0, nowNanos - Math.max(dueNanos, stalledUntilNanos));
            stalledUntilNanos = Math.max(stalledUntilNanos, nowNanos);
        }
    }

    /** As the other one, where it cannot be read for how long something waited for a processor. */
    public Punctuality read(long nowNanos, long cpuNanos, @Nullable Duration idle) {
        return read(nowNanos, cpuNanos, idle, null);
    }

    /**
     * Returns how well the appointments were kept until now.
     *
     * @param cpuNanos CPU time of the engine's thread
     * @param idle idle time of the machine's processors; null where it cannot be read
     * @param contended time in which something waited for a processor; null where it cannot be read
     */
    public Punctuality read(long nowNanos, long cpuNanos, @Nullable Duration idle, @Nullable Duration contended) {
        return new Punctuality(
                Duration.ofNanos(nowNanos - startNanos),
                Duration.ofNanos(stalledNanos),
                Duration.ofNanos(worstNanos),
                Duration.ofNanos(cpuNanos),
                idle,
                contended);
    }
}
