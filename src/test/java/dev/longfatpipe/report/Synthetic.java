/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Transfers with as much in them as real ones have: a snapshot every 20 ms, no two of them alike. */
final class Synthetic {

    private static final long MILLI = 1_000_000L;
    private static final long BEGAN = 1_000_000_000L;
    private static final long WINDOW = 64_088;

    private Synthetic() {}

    static PipeDescription pipe(String name, long rttMillis) {
        Path path = Path.of(Duration.ofMillis(rttMillis), DataRate.ofMegabitsPerSecond(100));
        return new PipeDescription(
                name,
                path,
                KernelProfile.linux61(),
                KernelProfile.linux61(),
                "relay",
                "TCP modelled",
                42,
                new Verification(Duration.ofMillis(rttMillis), null, null));
    }

    /** A download over two connections, one of them with a receive buffer of 64 KiB, of so many snapshots. */
    static Transfer transfer(PipeDescription pipe, int snapshots, long seed) {
        Random random = new Random(seed);
        List<PipeSnapshot> seen = new ArrayList<>();
        seen.add(new PipeSnapshot(BEGAN, List.of(), Punctuality.NONE));
        long[] delivered = new long[2];
        for (int i = 1; i <= snapshots; i++) {
            List<ConnectionSample> connections = new ArrayList<>();
            for (int j = 0; j < delivered.length; j++) {
                delivered[j] += j == 0 ? 10_000 + random.nextInt(4_000) : Math.min(230_000, i * 9_000L);
                connections.add(connection(j, delivered[j], i, random));
            }
            Duration elapsed = Duration.ofMillis(20L * i);
            seen.add(new PipeSnapshot(
                    BEGAN + 20L * i * MILLI,
                    connections,
                    new Punctuality(elapsed, Duration.ofMillis(i / 10), Duration.ofMillis(2), elapsed.dividedBy(9))));
        }
        return Transfer.of(pipe, seen, List.of());
    }

    private static ConnectionSample connection(int index, long delivered, int i, Random random) {
        InetAddress here = InetAddress.getLoopbackAddress();
        return new ConnectionSample(
                new ConnectionId(
                        index + 1L, new InetSocketAddress(here, 51_514 + index), new InetSocketAddress(here, 8080)),
                BEGAN,
                true,
                FlowSample.NONE,
                flow(index == 0, delivered, i, random));
    }

    private static FlowSample flow(boolean narrow, long delivered, int i, Random random) {
        long window = narrow ? WINDOW : 6_291_456 - random.nextInt(10_000);
        long inFlight = narrow ? WINDOW - random.nextInt(3_000) : 1_000_000 + random.nextInt(400_000);
        long[] nanos = new long[SenderState.values().length];
        nanos[SenderState.SLOW_START.ordinal()] = 300 * MILLI;
        nanos[(narrow ? SenderState.RECEIVE_WINDOW : SenderState.AFTER_QUEUE_OVERFLOW).ordinal()] = 20L * i * MILLI;
        SenderTimes times = SenderTimes.ofNanos(nanos);
        return new FlowSample(
                delivered + inFlight,
                delivered,
                0,
                inFlight,
                2_000_000 + random.nextInt(500_000),
                window,
                4_194_304 + random.nextInt(100_000),
                Duration.ofNanos(100 * MILLI + random.nextInt(40_000_000)),
                Duration.ofMillis(100),
                delivered / 1448,
                i / 7,
                0,
                i / 9,
                times,
                narrow ? times : SenderTimes.NONE,
                Duration.ZERO,
                new BufferReading(BufferSetting.auto(), DataSize.ofKibibytes(2_048), 9, BufferReading.Source.SOCK_DIAG),
                narrow
                        ? new BufferReading(
                                BufferSetting.explicit(DataSize.ofKibibytes(64)),
                                DataSize.ofKibibytes(64),
                                1,
                                BufferReading.Source.SOCK_DIAG)
                        : BufferReading.ASSUMED_AUTO,
                BEGAN + 150 * MILLI,
                BEGAN + (20L * i - 3) * MILLI);
    }

    static TestIdentity test(String name) {
        return new TestIdentity(
                "[engine:junit-jupiter]/[class:com.acme.ReplicationTest]/[method:" + name + "()]",
                "com.acme.ReplicationTest",
                name,
                null,
                "ReplicationTest." + name,
                "src/test/java/com/acme/ReplicationTest.java",
                null);
    }

    static TestEntry entry(String name, String verdict, @Nullable String reason) {
        PipeDescription pipe = pipe("", 100);
        return TestEntry.of(
                test(name), verdict, reason, pipe, Optional.of(transfer(pipe, 150, name.hashCode())), null, List.of());
    }
}
