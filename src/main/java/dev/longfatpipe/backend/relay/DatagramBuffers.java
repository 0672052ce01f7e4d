/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;

/**
 * The buffers of the relay's own UDP sockets: as large as the kernel grants, so that it drops nothing that comes in a burst or
 * while the engine is late. A megabyte holds what a line of 1 gbit carries in 8 ms, less what the kernel charges for each
 * datagram beside its bytes.
 */
final class DatagramBuffers {

    private static final int MOST_BYTES = 8 << 20;
    private static final int LEAST_BYTES = 1 << 17;

    private DatagramBuffers() {}

    static void applyTo(DatagramChannel channel) throws IOException {
        grow(channel, StandardSocketOptions.SO_RCVBUF);
        grow(channel, StandardSocketOptions.SO_SNDBUF);
    }

    /** Linux cuts silently what it does not grant, others refuse it. */
    private static void grow(DatagramChannel channel, SocketOption<Integer> option) throws IOException {
        for (int bytes = MOST_BYTES; bytes >= LEAST_BYTES; bytes /= 2) {
            try {
                channel.setOption(option, bytes);
                return;
            } catch (IOException | IllegalArgumentException tooLarge) {
                // Less may do.
            }
        }
    }
}
