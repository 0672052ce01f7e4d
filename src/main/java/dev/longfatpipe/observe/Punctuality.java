/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.time.Duration;
import org.apiguardian.api.API;

/**
 * How well the machine kept the pipe's time. Cumulative since the pipe was opened.
 *
 * @param elapsed time the pipe has existed
 * @param stalled part of {@code elapsed} during which work of the pipe was overdue by more than the tolerated lateness
 * @param worst the longest single delay of due work
 * @param busy CPU time that the pipe itself used, on the one thread that serves it
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Punctuality(Duration elapsed, Duration stalled, Duration worst, Duration busy) {

    /** Nothing happened yet. */
    public static final Punctuality NONE = new Punctuality(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** Returns what happened since {@code earlier}; {@code worst} stays the worst since the pipe was opened. */
    public Punctuality since(Punctuality earlier) {
        return new Punctuality(
                elapsed.minus(earlier.elapsed), stalled.minus(earlier.stalled), worst, busy.minus(earlier.busy));
    }

    /** Returns {@code stalled} as a share of {@code elapsed}, 0 to 1. */
    public double stalledShare() {
        return share(stalled);
    }

    /** Returns {@code busy} as a share of {@code elapsed}: 1 means that the pipe used all of one core. */
    public double busyShare() {
        return share(busy);
    }

    private double share(Duration part) {
        return elapsed.isZero() ? 0 : (double) part.toNanos() / elapsed.toNanos();
    }
}
