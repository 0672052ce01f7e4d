/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.observe.Transport;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Path;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** A transfer of one UDP client that sends full datagrams to a server at 127.0.0.1:5353, written down by hand. */
final class RecordedDatagrams {

    static final int PAYLOAD = 1_472;
    private static final long BEGAN = 1_000_000_000L;

    private final Path path;
    private final long millis;
    private final long sent;
    private long pathLosses;
    private long queueDrops;
    private long answers;
    private Duration cut = Duration.ZERO;

    private RecordedDatagrams(Path path, long millis, long sent) {
        this.path = path;
        this.millis = millis;
        this.sent = sent;
    }

    /** So many datagrams were sent, and the last one arrived so long after the first was sent. */
    static RecordedDatagrams on(Path path, long millis, long sent) {
        return new RecordedDatagrams(path, millis, sent);
    }

    RecordedDatagrams lost(long packets) {
        pathLosses = packets;
        return this;
    }

    RecordedDatagrams dropped(long packets) {
        queueDrops = packets;
        return this;
    }

    /** The server sent so many, and more than it got. */
    RecordedDatagrams answered(long datagrams) {
        answers = datagrams;
        return this;
    }

    /** For so long of it the line was cut. */
    RecordedDatagrams cut(Duration time) {
        cut = time;
        return this;
    }

    Transfer transfer() {
        PipeDescription description = new PipeDescription(
                "",
                path,
                KernelProfile.linux61(),
                KernelProfile.linux61(),
                "relay",
                "TCP modelled",
                7,
                new Verification(path.rtt(), null, null));
        ConnectionId id = new ConnectionId(
                1,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 51_514),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 5353),
                Transport.UDP);
        ConnectionSample connection =
                new ConnectionSample(id, BEGAN, true, flow(sent, queueDrops, pathLosses), flow(answers, 0, 0));
        return Transfer.of(
                description,
                List.of(
                        new PipeSnapshot(BEGAN, List.of(), Punctuality.NONE),
                        new PipeSnapshot(
                                BEGAN + millis * 1_000_000,
                                List.of(connection),
                                Punctuality.NONE,
                                PacketCounts.NONE,
                                PacketCounts.NONE,
                                cut)),
                List.of());
    }

    private FlowSample flow(long datagrams, long drops, long losses) {
        long arrived = datagrams - drops - losses;
        return new FlowSample(
                datagrams * PAYLOAD,
                arrived * PAYLOAD,
                0,
                0,
                0,
                0,
                0,
                Duration.ZERO,
                Duration.ZERO,
                datagrams,
                0,
                losses,
                drops,
                SenderTimes.NONE,
                SenderTimes.NONE,
                Duration.ZERO,
                BufferReading.ASSUMED_AUTO,
                BufferReading.ASSUMED_AUTO,
                arrived == 0 ? 0 : BEGAN + path.upstream().delay().toNanos(),
                arrived == 0 ? 0 : BEGAN + millis * 1_000_000);
    }
}
