/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.observe.IdleProcessors;
import dev.longfatpipe.observe.LineReading;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.observe.ProcessorPressure;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.path.Direction;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A pipe's line at a moment.
 *
 * @param nanos when
 * @param conversations all there ever were, the probe's left out
 * @param line how long it was busy, and what became of the packets
 * @param underWay how many packets are on it
 * @param punctuality how well time was kept
 * @param cut for how long it has been cut, all times together
 */
record LineLook(
        long nanos,
        List<ConversationSample> conversations,
        LineReading line,
        int underWay,
        Punctuality punctuality,
        Duration cut) {

    /** Looks, on the engine's thread. */
    static LineLook at(Line line, Device device, long deviceDropsBefore) throws IOException {
        long lostByKernel = DeviceDrops.of(device.name()) - deviceDropsBefore;
        TunEngine engine = device.engine();
        return engine.call(() -> {
            long now = engine.ticker().nanos();
            PacketLane up = line.lane(Direction.UPSTREAM);
            PacketLane down = line.lane(Direction.DOWNSTREAM);
            return new LineLook(
                    now,
                    line.conversations().all().stream()
                            .filter(each -> !each.probe)
                            .map(ConversationSample::of)
                            .toList(),
                    new LineReading(
                            up.busyNanos(now),
                            down.busyNanos(now),
                            withDrops(up.counts(), lostByKernel),
                            down.counts()),
                    up.underWay().size() + down.underWay().size(),
                    line.punctuality().read(now, engine.cpuNanos(), IdleProcessors.time(), ProcessorPressure.time()),
                    line.cutTime(now));
        });
    }

    /** Which pipe and direction a packet was of that the kernel dropped, it does not say. */
    private static PacketCounts withDrops(PacketCounts counts, long unasked) {
        return new PacketCounts(
                counts.delivered(),
                counts.deliveredBytes(),
                counts.pathLosses(),
                counts.queueDrops(),
                counts.cutDrops(),
                counts.unaskedDrops() + unasked);
    }

    /**
     * Returns a number that changes whenever payload is sent or arrives. Packets without are no progress: a sender that is shut out by its
     * receiver's window goes on to probe it.
     */
    long progress() {
        return conversations.stream()
                .flatMap(each -> Stream.of(each.upstream(), each.downstream()))
                .mapToLong(Tally::progress)
                .sum();
    }
}
