/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.util.List;

/** How well the machine kept a pipe's time while a transfer ran: what was idle before and after it dilutes nothing. */
final class PunctualityBetween {

    private PunctualityBetween() {}

    /** Takes the last snapshot that is not later than the beginning, and the first that is not earlier than the end. */
    static Punctuality of(List<PipeSnapshot> snapshots, long beganNanos, long endedNanos) {
        PipeSnapshot first = snapshots.get(0);
        PipeSnapshot last = snapshots.get(snapshots.size() - 1);
        for (PipeSnapshot snapshot : snapshots) {
            if (snapshot.nanos() - beganNanos <= 0) {
                first = snapshot;
            }
        }
        for (int i = snapshots.size() - 1; i >= 0; i--) {
            if (snapshots.get(i).nanos() - endedNanos >= 0 && snapshots.get(i).nanos() - first.nanos() > 0) {
                last = snapshots.get(i);
            }
        }
        return last.punctuality().since(first.punctuality());
    }
}
