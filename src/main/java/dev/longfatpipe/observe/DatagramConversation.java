/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.path.Direction;

/** What a client's port and a server have exchanged in datagrams. Nothing tells when that is over. Not thread-safe. */
final class DatagramConversation {

    private final ConnectionId id;
    private final long openedNanos;
    private final DatagramFlow upstream = new DatagramFlow();
    private final DatagramFlow downstream = new DatagramFlow();

    DatagramConversation(ConnectionId id, long openedNanos) {
        this.id = id;
        this.openedNanos = openedNanos;
    }

    DatagramFlow flow(Direction direction) {
        return direction == Direction.UPSTREAM ? upstream : downstream;
    }

    void add(SeenDatagrams seen, long atNanos) {
        upstream.add(seen.upstream(), atNanos);
        downstream.add(seen.downstream(), atNanos);
    }

    boolean isQuiet() {
        return upstream.isQuiet() && downstream.isQuiet();
    }

    long progress() {
        return 1 + upstream.progress() + downstream.progress();
    }

    ConnectionSample sample() {
        return new ConnectionSample(id, openedNanos, true, upstream.sample(), downstream.sample());
    }
}
