/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.time.Duration;
import java.util.List;

/**
 * For how long a line had been cut, at moments of a transfer; in between evenly.
 *
 * @param moments one or more, in order of time
 */
record CutCourse(List<Moment> moments) {

    /**
     * A moment.
     *
     * @param nanos when
     * @param cut for how long the line had been cut until then, since the pipe was opened
     */
    record Moment(long nanos, Duration cut) {}

    static CutCourse of(List<PipeSnapshot> snapshots) {
        return new CutCourse(snapshots.stream()
                .map(snapshot -> new Moment(snapshot.nanos(), snapshot.cut()))
                .toList());
    }

    /** Returns for how long the line had been cut until the last moment. */
    Duration total() {
        return moments.get(moments.size() - 1).cut();
    }

    /** Returns for how long the line had been cut until any moment. */
    Duration until(long nanos) {
        Moment before = moments.get(0);
        for (Moment next : moments) {
            if (next.nanos() - nanos >= 0) {
                return between(before, next, nanos);
            }
            before = next;
        }
        return total();
    }

    private static Duration between(Moment before, Moment next, long nanos) {
        long all = next.nanos() - before.nanos();
        if (all <= 0) {
            return next.cut();
        }
        double part = Math.max(0, nanos - before.nanos()) / (double) all;
        long grown = next.cut().minus(before.cut()).toNanos();
        return before.cut().plusNanos(Math.round(grown * part));
    }
}
