/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Draws the course of one direction from the snapshots of a transfer. */
final class CourseBetween {

    private final Direction direction;
    private final long beganNanos;
    private final PipeSnapshot first;
    private final Map<ConnectionId, FlowSample> before = new HashMap<>();
    private final Map<ConnectionId, FlowSample> carriers = new HashMap<>();
    private final boolean seesInFlight;
    private final boolean seesSegments;
    private final boolean seesLosses;

    private CourseBetween(
            Direction direction, List<PipeSnapshot> snapshots, TransferMoments moments, List<PipeSnapshot> picked) {
        this.direction = direction;
        this.beganNanos = moments.beganNanos();
        this.first = snapshots.get(0);
        PipeSnapshot last = snapshots.get(snapshots.size() - 1);
        first.connections().forEach(each -> before.put(each.id(), each.flow(direction)));
        boolean segments = false;
        boolean inFlight = false;
        for (ConnectionSample each : last.connections()) {
            FlowSample flow = each.flow(direction);
            if (flow.deliveredBytes() > before(each.id()).deliveredBytes()) {
                carriers.put(each.id(), flow);
                segments |= flow.segments() > 0;
                inFlight |= flow.congestionWindow() > 0 || flow.inFlightBytes() > 0;
            }
        }
        this.seesSegments = segments;
        this.seesLosses = segments || last.packets(direction).sent() > 0;
        this.seesInFlight = inFlight
                || picked.stream()
                        .flatMap(each -> each.connections().stream())
                        .anyMatch(each -> each.flow(direction).inFlightBytes() > 0);
    }

    static Course of(Direction direction, List<PipeSnapshot> snapshots, TransferMoments moments) {
        List<PipeSnapshot> picked = picked(snapshots, moments);
        CourseBetween course = new CourseBetween(direction, snapshots, moments, picked);
        return new Course(picked.stream().map(course::moment).toList());
    }

    /** The last snapshot before each of so many moments, and the first one after the end. */
    private static List<PipeSnapshot> picked(List<PipeSnapshot> snapshots, TransferMoments moments) {
        long from = moments.beganNanos();
        long length = Math.max(1, moments.endedNanos() - from);
        List<PipeSnapshot> picked = new ArrayList<>();
        int slot = -1;
        for (PipeSnapshot snapshot : snapshots) {
            long at = Math.max(0, snapshot.nanos() - from);
            int here = (int) Math.min(Course.MOST_MOMENTS - 2L, at * (double) (Course.MOST_MOMENTS - 2) / length);
            boolean over = snapshot.nanos() >= moments.endedNanos();
            if (here > slot || over) {
                picked.add(snapshot);
                slot = here;
            } else if (at == 0) {
                picked.set(picked.size() - 1, snapshot);
            }
            if (over && snapshot.nanos() > from) {
                break;
            }
        }
        return picked;
    }

    private Course.Moment moment(PipeSnapshot snapshot) {
        List<ConnectionSample> open = snapshot.connections().stream()
                .filter(each -> each.open() && carriers.containsKey(each.id()))
                .toList();
        return new Course.Moment(
                Duration.ofNanos(Math.max(0, snapshot.nanos() - beganNanos)),
                DataSize.ofBytes(since(snapshot, FlowSample::deliveredBytes)),
                seesInFlight ? Optional.of(DataSize.ofBytes(sum(open, FlowSample::inFlightBytes))) : Optional.empty(),
                known(open, FlowSample::congestionWindow),
                known(open, FlowSample::receiveWindow),
                known(open, FlowSample::sendCapacity),
                rtt(open),
                seesSegments ? Optional.of(since(snapshot, FlowSample::retransmissions)) : Optional.empty(),
                seesLosses ? Optional.of(losses(snapshot)) : Optional.empty());
    }

    /** Flows count their own losses, packets those of everything: where there are both, they are the same packets. */
    private long losses(PipeSnapshot snapshot) {
        PacketCounts packets = snapshot.packets(direction).minus(first.packets(direction));
        return Math.max(
                packets.pathLosses() + packets.queueDrops(),
                since(snapshot, flow -> flow.pathLosses() + flow.queueDrops()));
    }

    private FlowSample before(ConnectionId id) {
        return before.getOrDefault(id, FlowSample.NONE);
    }

    private long since(PipeSnapshot snapshot, ToLongFunction<FlowSample> counter) {
        long sum = 0;
        for (ConnectionSample each : snapshot.connections()) {
            sum += counter.applyAsLong(each.flow(direction)) - counter.applyAsLong(before(each.id()));
        }
        return Math.max(0, sum);
    }

    private long sum(List<ConnectionSample> open, ToLongFunction<FlowSample> quantity) {
        return open.stream()
                .mapToLong(each -> Math.max(0, quantity.applyAsLong(each.flow(direction))))
                .sum();
    }

    /** A window of nothing, or of more bytes than a machine has, is one that was not observed. */
    private Optional<DataSize> known(List<ConnectionSample> open, ToLongFunction<FlowSample> window) {
        long most = 1L << 40;
        boolean unknown = open.isEmpty()
                || open.stream()
                        .mapToLong(each -> window.applyAsLong(each.flow(direction)))
                        .anyMatch(size -> size <= 0 || size > most);
        return unknown ? Optional.empty() : Optional.of(DataSize.ofBytes(sum(open, window)));
    }

    private Optional<Duration> rtt(List<ConnectionSample> open) {
        long most = -1;
        Duration rtt = Duration.ZERO;
        for (ConnectionSample each : open) {
            FlowSample flow = each.flow(direction);
            if (!flow.smoothedRtt().isZero() && flow.deliveredBytes() > most) {
                most = flow.deliveredBytes();
                rtt = flow.smoothedRtt();
            }
        }
        return rtt.isZero() ? Optional.empty() : Optional.of(rtt);
    }
}
