/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One direction of a pipe: the bottleneck on one of the router's devices, the way behind it on another, what has become of the
 * packets, and for how long the line has been busy. Not thread-safe.
 */
final class NetemDirection {

    private static final int ETHERNET_HEADER_BYTES = 14;
    private static final String CUT = "4:";

    private final Device bottleneck;
    private final Device way;
    private final Direction direction;
    private final BusyLine busy;
    private NetemLine line;
    private boolean limited;
    private boolean cut;
    /** What was counted by qdiscs that are no more. */
    private PacketCounts before = PacketCounts.NONE;

    private PacketCounts counts = PacketCounts.NONE;
    private long bytesSeen;

    /** Looks at what the queueing disciplines of a device have done. */
    @FunctionalInterface
    interface Counters {
        List<Qdisc> read() throws IOException;
    }

    /** A device of the router, the tc that is in its namespace, and who looks at it. */
    record Device(TrafficControl tc, String name, Counters counters) {

        /** One that is looked at by tc. */
        Device(TrafficControl tc, String name) {
            this(tc, name, () -> tc.run(name));
        }

        List<Qdisc> run(String... commands) throws IOException {
            return tc.run(name, commands);
        }
    }

    NetemDirection(Device bottleneck, Device way, Path path, Direction direction, long nowNanos) {
        this.bottleneck = bottleneck;
        this.way = way;
        this.direction = direction;
        this.line = new NetemLine(path, direction);
        this.busy = new BusyLine(nowNanos);
    }

    /** Puts the line up, or changes it; returns what the kernel did otherwise than asked. */
    List<String> up() throws IOException {
        List<Qdisc> shown = new ArrayList<>();
        if (line.isLimited() || limited) {
            shown.addAll(bottleneck.run(line.bottleneck(bottleneck.name())));
            limited = true;
        }
        shown.addAll(way.run(line.way(way.name())));
        return line.differences(Qdisc.find(shown, NetemLine.QUEUE), Qdisc.find(shown, NetemLine.WAY));
    }

    /** Makes it another line from now on; what is under way keeps its time. Returns what the kernel did otherwise than asked. */
    List<String> change(Path path, long nowNanos) throws IOException {
        look(nowNanos);
        line = new NetemLine(path, direction);
        return cut ? List.of() : up();
    }

    /** Takes the line down: what is on it is lost, and what is sent. */
    void cut() throws IOException {
        if (cut) {
            return;
        }
        String down = " root handle " + CUT + " netem loss 100% limit 1";
        List<Qdisc> shown = way.run();
        way.run("qdisc replace dev " + way.name() + down);
        shown.addAll(bottleneck.run());
        bottleneck.run("qdisc replace dev " + bottleneck.name() + down);
        count(shown);
        long onIt = Qdisc.find(shown, NetemLine.BOTTLENECK).queued()
                + Qdisc.find(shown, NetemLine.WAY).queued();
        before = new PacketCounts(
                counts.delivered() - onIt,
                counts.deliveredBytes(),
                counts.pathLosses(),
                counts.queueDrops(),
                counts.cutDrops() + onIt);
        counts = before;
        bytesSeen = 0;
        busy.clear();
        cut = true;
    }

    /** Takes a line up again that was cut. */
    void restore(long nowNanos) throws IOException {
        if (cut) {
            look(nowNanos);
            before = counts;
            if (!line.isLimited()) {
                bottleneck.run("qdisc delete dev " + bottleneck.name() + " root");
                limited = false;
            }
            up();
            cut = false;
        }
    }

    /** Counts what has become of the packets until now. */
    void look(long nowNanos) throws IOException {
        List<Qdisc> shown = new ArrayList<>(bottleneck.counters().read());
        shown.addAll(way.counters().read());
        count(shown);
        Qdisc hfsc = Qdisc.find(shown, NetemLine.BOTTLENECK);
        long bytes = hfsc.bytes() + hfsc.backlog();
        busy.entered(line.nanosFor(Math.max(0, bytes - bytesSeen)), nowNanos);
        bytesSeen = Math.max(bytesSeen, bytes);
    }

    private void count(List<Qdisc> shown) {
        Qdisc hfsc = Qdisc.find(shown, NetemLine.BOTTLENECK);
        Qdisc netem = Qdisc.find(shown, NetemLine.WAY);
        long entered = limited ? hfsc.packets() + hfsc.queued() - netem.drops() : netem.packets() + netem.queued();
        long cutDrops = shown.stream()
                .filter(each -> each.handle().equals(CUT))
                .mapToLong(Qdisc::drops)
                .sum();
        counts = new PacketCounts(
                before.delivered() + (cut ? 0 : entered),
                before.deliveredBytes() + netem.bytes() - netem.packets() * ETHERNET_HEADER_BYTES,
                before.pathLosses() + netem.drops(),
                before.queueDrops() + hfsc.drops(),
                before.cutDrops() + cutDrops);
    }

    PacketCounts counts() {
        return counts;
    }

    long busyNanos() {
        return busy.busyNanos();
    }
}
