/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;
import org.apiguardian.api.API;

/**
 * What one connection did during a transfer.
 *
 * @param id which connection
 * @param openedNanos when it was opened, on the pipe's clock: when the client's SYN arrived, or the first datagram
 * @param openedDuring whether it was opened during the transfer, so that its handshake and slow start count
 * @param upstream from client to server
 * @param downstream from server to client
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Connection(ConnectionId id, long openedNanos, boolean openedDuring, Flow upstream, Flow downstream) {

    /** Returns what one direction did. */
    public Flow flow(Direction direction) {
        return direction == Direction.UPSTREAM ? upstream : downstream;
    }
}
