/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.net.InetSocketAddress;
import java.util.Optional;

/** The socket table of a system whose sockets cannot be read. */
final class NoSocketTable implements SocketTable {

    private final String reason;

    NoSocketTable(String reason) {
        this.reason = reason;
    }

    @Override
    public Optional<String> problem() {
        return Optional.of(reason);
    }

    @Override
    public Optional<SocketRecord> find(InetSocketAddress local, InetSocketAddress remote) {
        return Optional.empty();
    }

    @Override
    public boolean isAvailable() {
        return false;
    }

    @Override
    public void close() {}
}
