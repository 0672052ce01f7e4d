/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.SplitTcp;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.observe.PipeDescription;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.observe.Verification;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transfer made of snapshots that are written down by hand: a server at 127.0.0.1:8080, clients at 127.0.0.1:51514
 * and up.
 */
public final class Recorded {

    /** 100 ms, 100 mbit: holds 1.25 MB. */
    public static final Path LONG_FAT = Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100));

    private final Path path;
    private final long durationMillis;
    private final List<RecordedFlow> flows = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private Direction direction = Direction.DOWNSTREAM;
    private KernelProfile clientKernel = KernelProfile.linux61();
    private KernelProfile serverKernel = KernelProfile.linux61();
    private Duration stalled = Duration.ZERO;
    private Duration worst = Duration.ZERO;
    private Duration busy = Duration.ZERO;
    private Duration cut = Duration.ZERO;
    private Duration cutBefore = Duration.ZERO;
    private long cutEndedMillis = -1;
    private long[] requestArrived = {};
    private @Nullable Duration idle;
    private @Nullable Duration contended;
    private long unaskedDrops;
    private long packets;
    private long packetBytes;
    private @Nullable String problem;
    private @Nullable SplitTcp split;

    private Recorded(Path path, long durationMillis) {
        this.path = path;
        this.durationMillis = durationMillis;
    }

    public static Recorded on(Path path, long durationMillis) {
        return new Recorded(path, durationMillis);
    }

    public Recorded kernel(KernelProfile both) {
        clientKernel = both;
        serverKernel = both;
        return this;
    }

    public Recorded clientKernel(KernelProfile kernel) {
        clientKernel = kernel;
        return this;
    }

    public Recorded upstream() {
        direction = Direction.UPSTREAM;
        return this;
    }

    public Recorded flow(RecordedFlow flow) {
        flows.add(flow);
        return this;
    }

    public Recorded flows(int count, RecordedFlow alike) {
        for (int i = 0; i < count; i++) {
            flows.add(alike);
        }
        return this;
    }

    public Recorded warning(String warning) {
        warnings.add(warning);
        return this;
    }

    public Recorded stalled(Duration overdue) {
        stalled = overdue;
        worst = overdue.dividedBy(4);
        return this;
    }

    /** The worst delay of the transfer is not known, since a longer one had happened before. */
    public Recorded worseBefore() {
        worst = Duration.ZERO;
        return this;
    }

    public Recorded busy(Duration cpu) {
        busy = cpu;
        return this;
    }

    /** For so long the machine's processors had nothing to do. */
    public Recorded processorsIdle(Duration time) {
        idle = time;
        return this;
    }

    /** For so long something on the machine waited for a processor. */
    public Recorded contended(Duration time) {
        contended = time;
        return this;
    }

    /** Packets that the machine lost by itself. */
    public Recorded unaskedDrops(long packets) {
        unaskedDrops = packets;
        return this;
    }

    /** So many packets arrived downstream, headers included. */
    public Recorded packets(long count, long bytes) {
        packets = count;
        packetBytes = bytes;
        return this;
    }

    /** What of the first connection's request had arrived by 100, 120, 140 ... ms, before anything came back. */
    public Recorded requestArrived(long... bytes) {
        requestArrived = bytes.clone();
        return this;
    }

    /** For so long the line had been cut before it. */
    public Recorded cutBefore(Duration time) {
        cutBefore = time;
        return this;
    }

    /** The line was up again then, for good. */
    public Recorded cutEnded(long millis) {
        cutEndedMillis = millis;
        return this;
    }

    /** For so long of it the line was cut. */
    public Recorded cut(Duration time) {
        cut = time;
        return this;
    }

    public Recorded problem(String text) {
        problem = text;
        return this;
    }

    /** A proxy in the middle ends TCP. */
    public Recorded split(SplitTcp how) {
        split = how;
        return this;
    }

    public Transfer transfer() {
        return Transfer.of(description(), snapshots(), warnings);
    }

    public List<String> warnings() {
        return warnings;
    }

    public PipeDescription description() {
        return new PipeDescription(
                "",
                path,
                clientKernel,
                serverKernel,
                "relay",
                "TCP modelled",
                7,
                new Verification(path.rtt().plus(Duration.ofNanos(400_000)), null, problem),
                split);
    }

    public List<PipeSnapshot> snapshots() {
        List<PipeSnapshot> snapshots = new ArrayList<>();
        snapshots.add(new PipeSnapshot(
                RecordedFlow.BEGAN,
                opened(),
                new Punctuality(
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ZERO,
                        idle == null ? null : Duration.ZERO,
                        contended == null ? null : Duration.ZERO),
                PacketCounts.NONE,
                PacketCounts.NONE,
                cutBefore));
        for (int i = 0; i < requestArrived.length; i++) {
            RecordedFlow flow = flows.get(0);
            FlowSample request = flow.otherDirection(requestArrived[i]);
            snapshots.add(new PipeSnapshot(
                    nanos(100 + 20L * i), List.of(connection(0, FlowSample.NONE, request)), punctuality()));
        }
        if (cutEndedMillis >= 0) {
            snapshots.add(new PipeSnapshot(
                    nanos(cutEndedMillis),
                    opened(),
                    punctuality(),
                    PacketCounts.NONE,
                    PacketCounts.NONE,
                    cutBefore.plus(cut)));
        }
        long unreadUntil =
                flows.stream().mapToLong(flow -> flow.unreadUntilMillis).max().orElse(0);
        if (unreadUntil > 0) {
            snapshots.add(snapshot(unreadUntil, 1));
        }
        snapshots.add(snapshot(durationMillis, 0));
        return snapshots;
    }

    private PipeSnapshot snapshot(long millis, long unread) {
        return new PipeSnapshot(
                nanos(millis),
                connections(unread),
                punctuality(),
                PacketCounts.NONE,
                new PacketCounts(packets, packetBytes, 0, 0, 0, unaskedDrops),
                cutBefore.plus(cut));
    }

    private Punctuality punctuality() {
        return new Punctuality(Duration.ofMillis(durationMillis), stalled, worst, busy, idle, contended);
    }

    private List<ConnectionSample> opened() {
        List<ConnectionSample> connections = new ArrayList<>();
        for (int i = 0; i < flows.size(); i++) {
            if (flows.get(i).warm) {
                connections.add(connection(i, flows.get(i).before(), FlowSample.NONE));
            }
        }
        return connections;
    }

    private List<ConnectionSample> connections(long unread) {
        List<ConnectionSample> connections = new ArrayList<>();
        for (int i = 0; i < flows.size(); i++) {
            RecordedFlow flow = flows.get(i);
            long last = flow.lastMillis >= 0 ? flow.lastMillis : durationMillis;
            long left = flow.unreadUntilMillis > 0 ? unread : 0;
            connections.add(connection(i, flow.after(left, last), flow.otherDirection()));
        }
        return connections;
    }

    private ConnectionSample connection(int index, FlowSample data, FlowSample other) {
        boolean up = direction == Direction.UPSTREAM;
        return new ConnectionSample(
                new ConnectionId(
                        index + 1L,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 51_514 + index),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080)),
                nanos(flows.get(index).openedMillis),
                true,
                up ? data : other,
                up ? other : data);
    }

    private static long nanos(long millis) {
        return RecordedFlow.BEGAN + millis * RecordedFlow.MILLI;
    }

    /** A diagnosis as text: factor and evidence, a line each, then the remedy. */
    public static String words(Diagnosis diagnosis) {
        return diagnosis.factor() + ": " + String.join("\n", diagnosis.evidence()) + "\nFix: " + diagnosis.remedy();
    }
}
