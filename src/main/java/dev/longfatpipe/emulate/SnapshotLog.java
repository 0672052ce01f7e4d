/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import dev.longfatpipe.observe.PipeSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots that were taken by themselves. When they are too many to keep, every second one is forgotten, and from then on
 * only every second one is kept, so that early and late times are known equally well. Thread-safe.
 */
@API(status = API.Status.INTERNAL)
public final class SnapshotLog {

    /** Two flows each: some 60 MB at the worst. */
    static final int MOST_CONNECTION_SAMPLES = 100_000;

    private final List<PipeSnapshot> snapshots = new ArrayList<>();
    private long samples;
    private long added;
    private long every = 1;
    private @Nullable PipeSnapshot held;

    /**
     * Takes a snapshot on which nothing has moved since the one before. Of many in a row only the last is kept, and only when another
     * comes after it, so that what comes next is not taken to have begun before.
     */
    public synchronized void hold(PipeSnapshot unchanged) {
        held = unchanged;
    }

    /** Takes a snapshot on which something has moved. */
    public synchronized void add(PipeSnapshot snapshot) {
        PipeSnapshot before = held;
        held = null;
        if (before != null) {
            keep(before);
        }
        keep(snapshot);
    }

    private void keep(PipeSnapshot snapshot) {
        if (added++ % every != 0) {
            return;
        }
        snapshots.add(snapshot);
        samples += 1 + snapshot.connections().size();
        if (samples > MOST_CONNECTION_SAMPLES) {
            thinOut();
        }
    }

    private void thinOut() {
        every *= 2;
        List<PipeSnapshot> kept = new ArrayList<>();
        for (int i = 0; i < snapshots.size(); i += 2) {
            kept.add(snapshots.get(i));
        }
        snapshots.clear();
        snapshots.addAll(kept);
        samples = kept.stream()
                .mapToLong(snapshot -> 1 + snapshot.connections().size())
                .sum();
    }

    /** Returns the snapshots strictly between two moments. */
    public synchronized List<PipeSnapshot> between(long fromNanos, long toNanos) {
        return snapshots.stream()
                .filter(snapshot -> snapshot.nanos() - fromNanos > 0 && toNanos - snapshot.nanos() > 0)
                .toList();
    }
}
