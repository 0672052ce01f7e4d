/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * One end of a connection through a pipe, as a backend recognises it by the addresses of a socket.
 *
 * @param client whether it is the client's end
 * @param clientAddress the client's own address, at either end
 * @param server the server that the pipe leads to, at either end
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ConnectionEnd(boolean client, InetSocketAddress clientAddress, InetSocketAddress server) {

    /** Recognises the sockets of a pipe. Thread-safe. */
    @FunctionalInterface
    public interface Finder {

        /** Returns which end of which connection a socket with these addresses is; empty for one that is none of the pipe's. */
        Optional<ConnectionEnd> find(InetSocketAddress local, InetSocketAddress remote);
    }
}
