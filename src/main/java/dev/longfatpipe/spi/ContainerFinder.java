/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.spi;

import java.util.Optional;
import org.apiguardian.api.API;

/**
 * Knows the containers of one library. Found by {@link java.util.ServiceLoader}, so that nothing else needs that library;
 * implementations are public, have a public constructor without parameters, and find nothing where their library is missing.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface ContainerFinder {

    /**
     * Returns the server at a port of a container.
     *
     * @param container what a test has passed
     * @param port the port inside of the container, 1 to 65535
     * @return the server; empty when it is no container of this library
     * @throws IllegalStateException when it is a container that does not run
     */
    Optional<ContainerServer> find(AutoCloseable container, int port);
}
