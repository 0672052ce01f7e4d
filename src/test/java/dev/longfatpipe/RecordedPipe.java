/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.diagnose.Recorded;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.spi.OpenPipe;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** A pipe on which a recorded transfer has just happened. */
public final class RecordedPipe implements OpenPipe {

    private final Recorded recorded;
    private int taken;

    private RecordedPipe(Recorded recorded) {
        this.recorded = recorded;
    }

    public static Pipe of(Recorded recorded) {
        return new Pipe(new RecordedPipe(recorded));
    }

    @Override
    public PipeDescription description() {
        return recorded.description();
    }

    @Override
    public InetSocketAddress to(InetSocketAddress server) {
        return server;
    }

    @Override
    public PipeSnapshot snapshot() {
        List<PipeSnapshot> snapshots = recorded.snapshots();
        return snapshots.get(taken++ == 0 ? 0 : snapshots.size() - 1);
    }

    @Override
    public List<PipeSnapshot> snapshots(long fromNanos, long toNanos) {
        return List.of();
    }

    @Override
    public boolean awaitDelivery(Duration atMost) {
        return true;
    }

    @Override
    public List<String> warnings() {
        return recorded.warnings();
    }

    @Override
    public void close() {}
}
