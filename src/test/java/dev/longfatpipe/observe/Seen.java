/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Snapshots as a pipe takes them, made by hand; times in milliseconds of the pipe's clock. */
final class Seen {

    static final long MILLI = 1_000_000L;

    private Seen() {}

    static PipeDescription pipe() {
        Path path = Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100));
        return new PipeDescription(
                "",
                path,
                KernelProfile.linux61(),
                KernelProfile.linux61(),
                "relay",
                "TCP modelled",
                1,
                new Verification(Duration.ofMillis(100), null, null));
    }

    static ConnectionId id(long number) {
        InetAddress here = InetAddress.getLoopbackAddress();
        return new ConnectionId(
                number, new InetSocketAddress(here, 40_000 + (int) number), new InetSocketAddress(here, 80));
    }

    static PipeSnapshot at(long millis, ConnectionSample... connections) {
        return new PipeSnapshot(millis * MILLI, List.of(connections), Punctuality.NONE);
    }

    static ConnectionSample connection(long number, long openedMillis, FlowSample upstream, FlowSample downstream) {
        return new ConnectionSample(id(number), openedMillis * MILLI, true, upstream, downstream);
    }

    static ConnectionSample closed(ConnectionSample sample) {
        return new ConnectionSample(sample.id(), sample.openedNanos(), false, sample.upstream(), sample.downstream());
    }

    /** A flow of which so much had been sent and delivered, the first and the latest byte at these times. */
    static FlowSample flow(long sent, long delivered, long unread, long firstMillis, long lastMillis) {
        return flow(sent, delivered, unread, firstMillis, lastMillis, SenderTimes.NONE, Duration.ZERO);
    }

    static FlowSample flow(
            long sent,
            long delivered,
            long unread,
            long firstMillis,
            long lastMillis,
            SenderTimes times,
            Duration waiting) {
        return new FlowSample(
                sent,
                delivered,
                unread,
                sent - delivered,
                14_480,
                65_536,
                100_000,
                Duration.ofMillis(100),
                Duration.ofMillis(100),
                sent / 1448,
                sent / 14_480,
                sent / 20_000,
                sent / 50_000,
                times,
                times,
                waiting,
                BufferReading.ASSUMED_AUTO,
                BufferReading.ASSUMED_AUTO,
                firstMillis * MILLI,
                lastMillis * MILLI);
    }
}
