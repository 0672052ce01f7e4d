/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.time.Duration;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * How well the machine kept the pipe's time. Cumulative since the pipe was opened.
 *
 * @param elapsed time the pipe has existed
 * @param stalled part of {@code elapsed} during which work of the pipe was overdue by more than the tolerated lateness
 * @param worst the longest single delay of due work
 * @param busy CPU time that the pipe itself used, on the one thread that serves it
 * @param idle time that the machine's processors had nothing to do, per processor; null where that cannot be read
 * @param contended time in which something on the machine waited for a processor; null where that cannot be read
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Punctuality(
        Duration elapsed,
        Duration stalled,
        Duration worst,
        Duration busy,
        @Nullable Duration idle,
        @Nullable Duration contended) {

    private static final Duration LEAST_FOR_IDLE_SHARE = Duration.ofMillis(200);

    /** Nothing happened yet. */
    public static final Punctuality NONE = new Punctuality(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** A reading without the times of the machine's processors. */
    public Punctuality(Duration elapsed, Duration stalled, Duration worst, Duration busy) {
        this(elapsed, stalled, worst, busy, null);
    }

    /** A reading without the time in which something waited for a processor. */
    public Punctuality(Duration elapsed, Duration stalled, Duration worst, Duration busy, @Nullable Duration idle) {
        this(elapsed, stalled, worst, busy, idle, null);
    }

    /**
     * Returns what happened since {@code earlier}. The worst delay is zero when a longer one had happened before: how long those
     * since then were is not known.
     */
    public Punctuality since(Punctuality earlier) {
        return new Punctuality(
                elapsed.minus(earlier.elapsed),
                stalled.minus(earlier.stalled),
                worst.compareTo(earlier.worst) > 0 ? worst : Duration.ZERO,
                busy.minus(earlier.busy),
                between(idle, earlier.idle),
                between(contended, earlier.contended));
    }

    private static @Nullable Duration between(@Nullable Duration now, @Nullable Duration before) {
        return now == null || before == null ? null : now.minus(before);
    }

    /** Returns {@code stalled} as a share of {@code elapsed}, 0 to 1. */
    public double stalledShare() {
        return share(stalled);
    }

    /** Returns {@code busy} as a share of {@code elapsed}: 1 means that the pipe used all of one core. */
    public double busyShare() {
        return share(busy);
    }

    /**
     * Returns which share of the machine's processor time was left over, 0 to 1; empty where that cannot be read, or for a time so
     * short (below 200 ms) that the kernel's count in hundredths of a second says little.
     */
    public OptionalDouble idleShare() {
        return idle == null || elapsed.compareTo(LEAST_FOR_IDLE_SHARE) < 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(1, share(idle)));
    }

    /**
     * Returns the time in which something on the machine waited for a processor, or may have: {@code contended}; where that is not known, the time
     * in which the processors were not all idle, for nobody waits while one is (with processors idle for a share s of the time, at least one was for
     * that share); zero where neither is known.
     */
    public Duration mostContended() {
        if (contended != null) {
            return contended;
        }
        OptionalDouble left = idleShare();
        return left.isEmpty()
                ? Duration.ZERO
                : Duration.ofNanos(Math.round(elapsed.toNanos() * (1 - left.getAsDouble())));
    }

    private double share(Duration part) {
        return elapsed.isZero() ? 0 : (double) part.toNanos() / elapsed.toNanos();
    }
}
