/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What only the snapshots in between tell about the flows of one connection. */
final class FlowHistory {

    private static final int DIRECTIONS = Direction.values().length;

    private long beganNanos;
    private boolean begun;
    private final long[] deliveryBeforeNanos = new long[DIRECTIONS];
    private final long[] firstDeliveryNanos = new long[DIRECTIONS];
    private final long[] unreadUntilNanos = new long[DIRECTIONS];
    private final long[] unread = new long[DIRECTIONS];
    private long previousNanos;

    /** Adds what a snapshot tells; in order of time. */
    void add(long nanos, ConnectionSample sample) {
        for (Direction direction : Direction.values()) {
            int index = direction.ordinal();
            FlowSample flow = sample.flow(direction);
            if (!begun) {
                deliveryBeforeNanos[index] = flow.lastDeliveryNanos();
            } else if (firstDeliveryNanos[index] == 0 && flow.lastDeliveryNanos() > deliveryBeforeNanos[index]) {
                firstDeliveryNanos[index] = flow.lastDeliveryNanos();
            }
            if (flow.unreadBytes() < unread[index]) {
                unreadUntilNanos[index] =
                        previousNanos; // bytes that are never read say nothing of how fast the reader is
            }
            unread[index] = sample.open() ? flow.unreadBytes() : 0;
        }
        if (!begun) {
            beganNanos = nanos;
            begun = true;
        }
        previousNanos = nanos;
    }

    Connection connection(@Nullable ConnectionSample before, ConnectionSample after) {
        return new Connection(
                after.id(),
                after.openedNanos(),
                before == null,
                flow(Direction.UPSTREAM, before, after),
                flow(Direction.DOWNSTREAM, before, after));
    }

    private Flow flow(Direction direction, @Nullable ConnectionSample earlier, ConnectionSample later) {
        FlowSample before = earlier == null ? FlowSample.NONE : earlier.flow(direction);
        FlowSample after = later.flow(direction);
        boolean exact = before.firstDeliveryNanos() == 0;
        return new Flow(
                before,
                after,
                exact ? after.firstDeliveryNanos() : firstDeliveryNanos[direction.ordinal()],
                unreadAtEnd(direction, before, after));
    }

    /** What lay there when the transfer began had arrived before it: only the time from then on belongs to it. */
    private Duration unreadAtEnd(Direction direction, FlowSample before, FlowSample after) {
        long delivered = after.lastDeliveryNanos();
        if (delivered == 0) {
            return Duration.ZERO;
        }
        long from = delivered == before.lastDeliveryNanos() ? beganNanos : delivered;
        return Duration.ofNanos(Math.max(0, unreadUntilNanos[direction.ordinal()] - from));
    }
}
