/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;

/** One direction of a connection, written down by hand. Times are milliseconds since the transfer began. */
public final class RecordedFlow {

    static final long BEGAN = 1_000_000_000L;
    static final long MILLI = 1_000_000L;

    final long bytes;
    final long[] spent = new long[SenderState.values().length];
    final long[] idle = new long[SenderState.values().length];
    long receiveWindow = 65_160;
    long sendCapacity = 2_900_000;
    long segments;
    long retransmissions;
    long pathLosses;
    long queueDrops;
    long requestBytes = 100;
    long firstMillis = 150;
    long lastMillis = -1;
    boolean warm;
    long windowBefore;
    long unreadUntilMillis;
    long openedMillis;
    long waitedBeforeMillis;
    BufferReading sender = auto();
    BufferReading receiver = auto();

    private RecordedFlow(long bytes) {
        this.bytes = bytes;
        this.segments = (bytes + 1447) / 1448;
    }

    public static RecordedFlow of(long bytes) {
        return new RecordedFlow(bytes);
    }

    /** Time in a state, with the line idle for all of it. */
    public RecordedFlow idle(SenderState state, long millis) {
        return spent(state, millis, millis);
    }

    /** Time in a state, and the part of it with the line idle. */
    public RecordedFlow spent(SenderState state, long millis, long idleMillis) {
        spent[state.ordinal()] = millis * MILLI;
        idle[state.ordinal()] = idleMillis * MILLI;
        return this;
    }

    public RecordedFlow receiver(BufferReading reading, long window) {
        receiver = reading;
        receiveWindow = window;
        return this;
    }

    public RecordedFlow sender(BufferReading reading) {
        sender = reading;
        return this;
    }

    public RecordedFlow segments(long sent, long again, long lost, long dropped) {
        segments = sent;
        retransmissions = again;
        pathLosses = lost;
        queueDrops = dropped;
        return this;
    }

    /** The connection was open before, with this congestion window. */
    public RecordedFlow warm(long window) {
        warm = true;
        windowBefore = window;
        return this;
    }

    /** When the transfer began, its sender had been without data for so long. */
    public RecordedFlow waitedBefore(long millis) {
        waitedBeforeMillis = millis;
        return this;
    }

    public RecordedFlow request(long bytesInTheOtherDirection) {
        requestBytes = bytesInTheOtherDirection;
        return this;
    }

    public RecordedFlow delivered(long first, long last) {
        firstMillis = first;
        lastMillis = last;
        return this;
    }

    /** Opened after the transfer had begun. */
    public RecordedFlow openedAt(long millis) {
        openedMillis = millis;
        return this;
    }

    /** Some of it lay in the receiver's socket until then. */
    public RecordedFlow unreadUntil(long millis) {
        unreadUntilMillis = millis;
        return this;
    }

    public static BufferReading explicit(long size) {
        return new BufferReading(
                BufferSetting.explicit(DataSize.ofBytes(size)),
                DataSize.ofBytes(size),
                1,
                BufferReading.Source.SOCK_DIAG);
    }

    public static BufferReading declared(long size) {
        return new BufferReading(
                BufferSetting.explicit(DataSize.ofBytes(size)), DataSize.ofBytes(0), -1, BufferReading.Source.DECLARED);
    }

    public static BufferReading auto() {
        return new BufferReading(BufferSetting.auto(), DataSize.ofBytes(65_536), 10, BufferReading.Source.SOCK_DIAG);
    }

    FlowSample before() {
        return new FlowSample(
                0,
                0,
                0,
                0,
                windowBefore,
                receiveWindow,
                sendCapacity,
                Duration.ofMillis(100),
                Duration.ofMillis(100),
                0,
                0,
                0,
                0,
                SenderTimes.NONE,
                SenderTimes.NONE,
                Duration.ofMillis(waitedBeforeMillis),
                sender,
                receiver,
                0,
                0);
    }

    FlowSample after(long unread, long lastDeliveryMillis) {
        return new FlowSample(
                bytes,
                bytes - unread,
                unread,
                0,
                1_000_000,
                receiveWindow,
                sendCapacity,
                Duration.ofMillis(100),
                Duration.ofMillis(100),
                segments,
                retransmissions,
                pathLosses,
                queueDrops,
                spentSinceItOpened(spent),
                spentSinceItOpened(idle),
                Duration.ZERO,
                sender,
                receiver,
                BEGAN + firstMillis * MILLI,
                BEGAN + lastDeliveryMillis * MILLI);
    }

    FlowSample otherDirection() {
        return otherDirection(requestBytes);
    }

    FlowSample otherDirection(long arrived) {
        return new FlowSample(
                arrived,
                arrived,
                0,
                0,
                14_480,
                65_160,
                2_900_000,
                Duration.ofMillis(100),
                Duration.ofMillis(100),
                1,
                0,
                0,
                0,
                SenderTimes.NONE,
                SenderTimes.NONE,
                Duration.ZERO,
                auto(),
                auto(),
                arrived == 0 ? 0 : BEGAN + 150 * MILLI,
                arrived == 0 ? 0 : BEGAN + 150 * MILLI);
    }

    /** The wait before the transfer is counted as soon as data comes. */
    private SenderTimes spentSinceItOpened(long[] duringTransfer) {
        long[] nanos = duringTransfer.clone();
        nanos[SenderState.WAITING_FOR_DATA.ordinal()] += waitedBeforeMillis * MILLI;
        return SenderTimes.ofNanos(nanos);
    }
}
