/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The buffers of the relay's own sockets. Small, so that a write() of the application runs ahead of the reader by little more
 * than on a real path, and large enough for the rate.
 *
 * @param bytes SO_RCVBUF and SO_SNDBUF of the relay's sockets
 */
record LegBuffers(int bytes) {

    private static final long LEAST_BYTES = 1 << 16;
    private static final long MOST_BYTES = 1 << 20;
    /** What the line carries in this time fits into the buffer: a multiple of the engine's usual lateness. */
    private static final long NANOS_OF_LINE = 5_000_000;

    static LegBuffers of(Path path) {
        long upstream =
                bytes(path.upstream().lineRate().map(DataRate::bitsPerSecond).orElse(Long.MAX_VALUE));
        long downstream =
                bytes(path.downstream().lineRate().map(DataRate::bitsPerSecond).orElse(Long.MAX_VALUE));
        return new LegBuffers((int) Math.max(upstream, downstream));
    }

    private static long bytes(long bitsPerSecond) {
        double bytes = bitsPerSecond / 8e9 * NANOS_OF_LINE;
        return (long) Math.max(LEAST_BYTES, Math.min(MOST_BYTES, bytes));
    }

    /** Returns how many bytes the relay may read that cannot leave the sender yet: a quarter more than its socket holds. */
    int readAhead() {
        return bytes / 4;
    }

    void applyTo(ServerSocketChannel listener) throws IOException {
        listener.setOption(StandardSocketOptions.SO_RCVBUF, bytes);
    }

    void applyTo(SocketChannel leg) throws IOException {
        leg.setOption(StandardSocketOptions.SO_RCVBUF, bytes);
        leg.setOption(StandardSocketOptions.SO_SNDBUF, bytes);
    }
}
