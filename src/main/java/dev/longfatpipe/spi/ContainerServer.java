/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.spi;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A server in a container that runs, as {@code pipe.to(container, port)} names it.
 *
 * @param id the container's id, as the Docker daemon knows it
 * @param name the container's name, for messages
 * @param port the port on which it listens inside of the container
 * @param own its addresses in the networks that it is attached to, with that port
 * @param mapped the address at which this machine reaches a mapped port; null when that port is not mapped
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ContainerServer(
        String id,
        String name,
        int port,
        List<InetSocketAddress> own,
        @Nullable InetSocketAddress mapped) {

    private static final int PATIENCE_MILLIS = 500;

    /** Returns the address at which this machine reaches a mapped port; empty when the port is not mapped. */
    public Optional<InetSocketAddress> mappedAddress() {
        return Optional.ofNullable(mapped);
    }

    /**
     * Returns an address at which this machine reaches the server: its own where that works, which is found out by trying, else
     * that of a mapped port, which is a proxy's where the daemon runs one.
     *
     * @throws IOException when there is neither
     */
    public InetSocketAddress address() throws IOException {
        for (InetSocketAddress each : own) {
            if (isReached(each)) {
                return each;
            }
        }
        if (mapped != null) {
            return mapped;
        }
        throw new IOException("container [" + name + "] is reached from here at none of its addresses " + own
                + ", and its port [" + port + "] is not mapped: write withExposedPorts(" + port + ")");
    }

    /** One that refuses has been reached as well. */
    private static boolean isReached(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, PATIENCE_MILLIS);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).contains("refused");
        }
    }
}
