/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.path.Direction;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Watches the sockets at both ends of datagram sessions for datagrams that this host's kernel dropped before anyone read them,
 * and finds the words for the report. Confined to the engine's thread, but for {@link #warnings()}.
 */
final class DroppedDatagrams {

    private final Map<InetSocketAddress, Watched> watched = new LinkedHashMap<>();
    private volatile List<String> warnings = List.of();

    /** What a socket had dropped before it was watched, and what it has dropped since. */
    private static final class Watched {
        /** What the relay would have read from it; null when the socket is an application's. */
        private final @Nullable Direction ofRelay;

        private final String name;
        private final long before;
        private long drops;

        Watched(@Nullable Direction ofRelay, String name, long before) {
            this.ofRelay = ofRelay;
            this.name = name;
            this.before = before;
        }

        String words() {
            return name + " dropped " + drops + (drops == 1 ? " datagram" : " datagrams")
                    + ", for its receive buffer was full: "
                    + (ofRelay != null
                            ? "the path did not lose them, and they count as never sent. Raise net.core.rmem_max, or send in smaller"
                                    + " bursts"
                            : "they count as delivered. Read faster, or set a larger SO_RCVBUF on it");
        }
    }

    /**
     * Watches a socket of the relay's own.
     *
     * @param direction of what it receives
     */
    void watchRelay(InetSocketAddress local, Direction direction, String towards, UdpDrops now) {
        watched.computeIfAbsent(
                local, address -> new Watched(direction, "the relay's socket towards " + towards, now.at(address)));
    }

    /** Watches the socket of an application, if it is on this host. */
    void watchApplication(InetSocketAddress local, String role, UdpDrops now) {
        watched.computeIfAbsent(
                local, address -> new Watched(null, role + " socket " + ConnectionId.text(address), now.at(address)));
    }

    /** A session is over: its sockets may be given to somebody else. */
    void forget(InetSocketAddress local) {
        Watched known = watched.get(local);
        if (known != null && known.drops == 0) {
            watched.remove(local);
        }
    }

    boolean isEmpty() {
        return watched.isEmpty();
    }

    /** Looks at the counters. */
    void look(UdpDrops now) {
        watched.forEach((local, socket) -> socket.drops = Math.max(socket.drops, now.at(local) - socket.before));
        warnings = watched.values().stream()
                .filter(socket -> socket.drops > 0)
                .map(Watched::words)
                .toList();
    }

    /** Returns how many the sockets of the relay itself have dropped: the path was not asked to. */
    long ofRelay(Direction direction) {
        return watched.values().stream()
                .filter(socket -> socket.ofRelay == direction)
                .mapToLong(socket -> socket.drops)
                .sum();
    }

    /** Returns what was dropped, in words. Thread-safe. */
    List<String> warnings() {
        return warnings;
    }
}
