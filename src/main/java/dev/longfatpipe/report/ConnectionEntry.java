/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.SenderTimes;
import dev.longfatpipe.path.Direction;
import java.util.Locale;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * One connection of a transfer, in the direction that carried more of the transfer's bytes.
 *
 * @param id which connection
 * @param openedDuring whether it was opened during the transfer
 * @param flow what it did in that direction
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ConnectionEntry(ConnectionId id, boolean openedDuring, Flow flow) {

    static ConnectionEntry of(Connection connection, Direction direction) {
        return new ConnectionEntry(connection.id(), connection.openedDuring(), connection.flow(direction));
    }

    Map<String, Object> json() {
        FlowSample after = flow.after();
        boolean counted = after.segments() > 0;
        return new Members()
                .put("number", id.number())
                .put("client", ConnectionId.text(id.client()))
                .put("server", ConnectionId.text(id.server()))
                .put("transport", id.transport().name().toLowerCase(Locale.ROOT))
                .put("openedDuring", openedDuring)
                .put("bytes", flow.bytes().bytes())
                .put("segments", counted ? flow.segments() : null)
                .put("retransmissions", counted ? flow.retransmissions() : null)
                .put("pathLosses", counted ? flow.pathLosses() : null)
                .put("queueDrops", counted ? flow.queueDrops() : null)
                .put(
                        "minimumRttNanos",
                        after.minimumRtt().isZero() ? null : after.minimumRtt().toNanos())
                .put("sendBuffer", buffer(after.sender()))
                .put("receiveBuffer", buffer(after.receiver()))
                .put("heldBackNanos", times(flow.times()))
                .map();
    }

    private static Map<String, Object> buffer(BufferReading reading) {
        boolean known = reading.source() != BufferReading.Source.ASSUMED;
        return new Members()
                .put("source", reading.source().name())
                .put(
                        "requestedBytes",
                        reading.setting().requested().map(size -> size.bytes()).orElse(null))
                .put("automatic", known ? reading.setting().requested().isEmpty() : null)
                .put(
                        "grantedBytes",
                        reading.granted().isZero() ? null : reading.granted().bytes())
                .put("windowScale", reading.windowScale() < 0 ? null : reading.windowScale())
                .map();
    }

    private static Map<String, Object> times(SenderTimes times) {
        Members members = new Members();
        for (SenderState state : SenderState.values()) {
            members.put(
                    state.name(),
                    times.in(state).isZero() ? null : times.in(state).toNanos());
        }
        return members.map();
    }
}
