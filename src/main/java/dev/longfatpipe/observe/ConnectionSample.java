/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import org.apiguardian.api.API;

/**
 * One connection of a pipe at a moment.
 *
 * @param id which connection
 * @param openedNanos when the client's SYN arrived, on the pipe's clock
 * @param open whether it was still open
 * @param upstream from client to server
 * @param downstream from server to client
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ConnectionSample(
        ConnectionId id, long openedNanos, boolean open, FlowSample upstream, FlowSample downstream) {

    /** Returns the flow of one direction. */
    public FlowSample flow(Direction direction) {
        return direction == Direction.UPSTREAM ? upstream : downstream;
    }
}
