/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.SocketTable;
import java.net.InetSocketAddress;
import java.util.Optional;

/** A socket table with a bug that shows on request. */
final class SabotagedTable implements SocketTable {
    private final SocketTable table = SocketTable.ofThisHost();
    volatile boolean armed;
    volatile boolean closed;

    @Override
    public Optional<SocketRecord> find(InetSocketAddress local, InetSocketAddress remote) {
        if (armed) {
            throw new IllegalStateException("a bug");
        }
        return table.find(local, remote);
    }

    @Override
    public boolean isGone(InetSocketAddress local, InetSocketAddress remote) {
        return table.isGone(local, remote);
    }

    @Override
    public boolean isAvailable() {
        return table.isAvailable();
    }

    @Override
    public void close() {
        closed = true;
        table.close();
    }
}
