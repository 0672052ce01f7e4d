/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When an application got the first and the last bytes of a direction, on the pipe's clock. Bytes that lay unread count when
 * they were read, to the accuracy of the snapshots; bytes that are never read do not count at all.
 *
 * @param first empty when nothing was delivered
 * @param last empty when nothing was delivered
 */
record Deliveries(Optional<Long> first, Optional<Long> last) {

    static final Deliveries NONE = new Deliveries(Optional.empty(), Optional.empty());

    static Deliveries of(List<PipeSnapshot> snapshots, Direction direction) {
        Map<ConnectionId, FlowSample> before = new HashMap<>();
        snapshots.get(0).connections().forEach(connection -> before.put(connection.id(), connection.flow(direction)));
        @Nullable Long first = null;
        @Nullable Long last = null;
        for (PipeSnapshot snapshot : snapshots.subList(1, snapshots.size())) {
            for (ConnectionSample connection : snapshot.connections()) {
                FlowSample flow = connection.flow(direction);
                FlowSample earlier = before.getOrDefault(connection.id(), FlowSample.NONE);
                if (flow.deliveredBytes() > earlier.deliveredBytes()) {
                    long began =
                            earlier.deliveredBytes() == 0 ? flow.firstDeliveryNanos() : ended(flow, earlier, snapshot);
                    first = first == null ? began : Math.min(first, began);
                    last = Math.max(last == null ? Long.MIN_VALUE : last, ended(flow, earlier, snapshot));
                }
                before.put(connection.id(), flow);
            }
        }
        return new Deliveries(Optional.ofNullable(first), Optional.ofNullable(last));
    }

    /** Bytes that an application takes when they arrive are there at that moment; others when it comes to them. */
    private static long ended(FlowSample flow, FlowSample earlier, PipeSnapshot snapshot) {
        return flow.unreadBytes() < earlier.unreadBytes()
                ? snapshot.nanos()
                : Math.min(flow.lastDeliveryNanos(), snapshot.nanos());
    }
}
