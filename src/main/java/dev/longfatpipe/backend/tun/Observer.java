/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.emulate.SnapshotLog;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.IdleProcessors;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.path.Direction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/** Looks at a pipe. */
final class Observer implements AutoCloseable {
    private final Line line;
    private final Device device;
    private final SnapshotLog log = new SnapshotLog();

    Observer(Line line, Device device, Servers servers) {
        this.line = line;
        this.device = device;
    }

    PipeSnapshot snapshot() {
        try {
            return device.engine().call(() -> {
                long now = device.engine().ticker().nanos();
                List<ConnectionSample> samples = line.conversations().all().stream()
                        .filter(each -> !each.probe)
                        .map(each -> new ConnectionSample(
                                each.id,
                                each.openedNanos,
                                each.isOpen(),
                                flow(each, Direction.UPSTREAM),
                                flow(each, Direction.DOWNSTREAM)))
                        .toList();
                Punctuality punctuality =
                        line.punctuality().read(now, device.engine().cpuNanos(), IdleProcessors.time());
                return new PipeSnapshot(
                        now,
                        samples,
                        punctuality,
                        line.lane(Direction.UPSTREAM).counts(),
                        line.lane(Direction.DOWNSTREAM).counts());
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FlowSample flow(Conversation c, Direction d) {
        Tally t = c.tally(d);
        FlowSample n = FlowSample.NONE;
        return new FlowSample(
                t.sentBytes,
                t.deliveredBytes,
                0,
                t.sentBytes - t.deliveredBytes,
                0,
                0,
                0,
                Duration.ZERO,
                Duration.ZERO,
                t.segments,
                t.retransmissions,
                t.pathLosses,
                t.queueDrops,
                SenderTimes.NONE,
                SenderTimes.NONE,
                Duration.ZERO,
                n.sender(),
                n.receiver(),
                t.firstDeliveryNanos,
                t.lastDeliveryNanos);
    }

    List<PipeSnapshot> snapshots(long from, long to) {
        return log.between(from, to);
    }

    boolean awaitDelivery(Duration atMost) {
        return true;
    }

    List<String> warnings() {
        return List.of();
    }

    @Override
    public void close() {}
}
