/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Everything that crossed a pipe between two moments: how much, how fast, over which connections, and what held the
 * senders back. Immutable.
 *
 * <p>Its time runs from the first thing that happened on the pipe (a connection opened, a byte sent) to the last byte
 * delivered, so that work of the client before and after does not count.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Transfer {

    private final PipeDescription pipe;
    private final TransferMoments moments;
    private final List<Connection> connections;
    private final Timeline timeline;
    private final Course upstreamCourse;
    private final Course downstreamCourse;
    private final Punctuality punctuality;
    private final PacketCounts upstreamPackets;
    private final PacketCounts downstreamPackets;
    private final CutCourse cuts;
    private final @Nullable String unknown;
    private final List<String> warnings;

    private Transfer(PipeDescription pipe, List<PipeSnapshot> snapshots, List<String> warnings) {
        this.pipe = pipe;
        this.moments = TransferMoments.of(snapshots);
        this.connections = ConnectionsBetween.of(snapshots);
        this.timeline = moments.timeline(snapshots);
        this.upstreamCourse = CourseBetween.of(Direction.UPSTREAM, snapshots, moments);
        this.downstreamCourse = CourseBetween.of(Direction.DOWNSTREAM, snapshots, moments);
        this.punctuality = PunctualityBetween.of(snapshots, moments.beganNanos(), moments.endedNanos());
        this.upstreamPackets = packets(snapshots, Direction.UPSTREAM);
        this.downstreamPackets = packets(snapshots, Direction.DOWNSTREAM);
        this.cuts = CutCourse.of(snapshots);
        String told = snapshots.get(snapshots.size() - 1).unknown();
        this.unknown = told == null ? UnexplainedBytes.unknown(this).orElse(null) : told;
        List<String> all = new ArrayList<>(warnings);
        for (Direction direction : Direction.values()) {
            UnexplainedBytes.warning(this, direction).ifPresent(all::add);
        }
        this.warnings = List.copyOf(all);
    }

    /**
     * Makes a transfer of what was seen between the first and the last of some snapshots.
     *
     * @param pipe the pipe that was watched
     * @param snapshots at least two, in order of time
     * @param warnings what the reader of a report on this transfer should know
     * @return the transfer
     * @throws IllegalArgumentException for fewer than two snapshots
     */
    public static Transfer of(PipeDescription pipe, List<PipeSnapshot> snapshots, List<String> warnings) {
        if (snapshots.size() < 2) {
            throw new IllegalArgumentException("snapshots [" + snapshots.size() + "] must be at least two");
        }
        return new Transfer(pipe, new ArrayList<>(snapshots), warnings);
    }

    /** Returns the pipe that carried it. */
    public PipeDescription pipe() {
        return pipe;
    }

    /** Returns the direction that carried more bytes; downstream when both carried the same. */
    public Direction direction() {
        return bytes(Direction.UPSTREAM).compareTo(bytes(Direction.DOWNSTREAM)) > 0
                ? Direction.UPSTREAM
                : Direction.DOWNSTREAM;
    }

    /** Returns the bytes delivered in {@link #direction()}. */
    public DataSize bytes() {
        return bytes(direction());
    }

    /** Returns the bytes delivered to the receiving application in one direction. */
    public DataSize bytes(Direction direction) {
        return DataSize.ofBytes(connections.stream()
                .mapToLong(connection -> connection.flow(direction).bytes().bytes())
                .sum());
    }

    /** Returns the goodput in {@link #direction()}. */
    public DataRate goodput() {
        return goodput(direction());
    }

    /**
     * Returns the goodput in one direction: bytes delivered over the time from the first thing that happened on the pipe to the
     * last byte delivered in that direction, so that the answer which ends an upload takes nothing from it. Zero when nothing
     * was delivered.
     */
    public DataRate goodput(Direction direction) {
        Duration time = moments.duration(direction);
        return time.isZero() ? DataRate.ofBitsPerSecond(0) : DataRate.of(bytes(direction), time);
    }

    /** Returns the time from the first thing that happened on the pipe to the last byte delivered in either direction. */
    public Duration duration() {
        return moments.duration();
    }

    /** Returns the time from the first thing that happened on the pipe to the last byte delivered in one direction. */
    public Duration duration(Direction direction) {
        return moments.duration(direction);
    }

    /**
     * Returns the time from the first thing that happened to the first byte delivered in {@link #direction()}; on a connection
     * that had delivered bytes before, to the accuracy of the snapshots (20 ms).
     */
    public Optional<Duration> timeToFirstByte() {
        return moments.timeToFirstByte(direction());
    }

    /** Returns the bytes delivered over time. */
    public Timeline timeline() {
        return timeline;
    }

    /** Returns windows, bytes in flight, round trips and losses of one direction over time. */
    public Course course(Direction direction) {
        return direction == Direction.UPSTREAM ? upstreamCourse : downstreamCourse;
    }

    /** Returns the connections that were open at any time of it, in order of their numbers. */
    public List<Connection> connections() {
        return connections;
    }

    /** Returns the connections that delivered at least one byte in one direction. */
    public List<Connection> connectionsWithBytes(Direction direction) {
        return connections.stream()
                .filter(connection -> connection.flow(direction).bytes().bytes() > 0)
                .toList();
    }

    private static PacketCounts packets(List<PipeSnapshot> snapshots, Direction direction) {
        PipeSnapshot last = snapshots.get(snapshots.size() - 1);
        return last.packets(direction).minus(snapshots.get(0).packets(direction));
    }

    /** Returns what became of the packets that were sent in one direction. */
    public PacketCounts packets(Direction direction) {
        return direction == Direction.UPSTREAM ? upstreamPackets : downstreamPackets;
    }

    /** Returns for how long the line was cut meanwhile. */
    public Duration cut() {
        return cuts.total().minus(cutBefore());
    }

    /**
     * Returns for how long the line was cut while one of the connections was open and had not delivered its last byte, to the accuracy of the
     * {@linkplain #timeline() timeline}.
     */
    public Duration cut(Connection connection) {
        long from = Math.max(connection.openedNanos(), moments.beganNanos());
        long last = Math.max(
                connection.upstream().after().lastDeliveryNanos(),
                connection.downstream().after().lastDeliveryNanos());
        Duration until = last == 0 ? cuts.total() : cuts.until(last);
        Duration during = until.minus(cuts.until(from));
        return during.isNegative() ? Duration.ZERO : during;
    }

    /** Returns for how long the line had been cut before, since the pipe was opened. */
    public Duration cutBefore() {
        return cuts.until(moments.beganNanos());
    }

    /** Returns what of it cannot be known, and why; empty when all of it is known. */
    public Optional<String> unknown() {
        return Optional.ofNullable(unknown);
    }

    /** Returns how well the machine kept the pipe's time meanwhile. */
    public Punctuality punctuality() {
        return punctuality;
    }

    /** Returns what the reader of a report on this transfer should know. */
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public String toString() {
        return bytes().describe() + " " + (direction() == Direction.UPSTREAM ? "upstream" : "downstream") + " in "
                + duration().toMillis() + " ms (" + goodput().describe() + ")";
    }
}
