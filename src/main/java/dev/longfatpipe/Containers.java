/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.spi.ContainerFinder;
import dev.longfatpipe.spi.ContainerServer;
import java.util.Optional;
import java.util.ServiceLoader;

/** Finds out what a test means by a container. */
final class Containers {

    private Containers() {}

    /**
     * Returns the server at a port of a container.
     *
     * @throws IllegalArgumentException when nobody knows it as a container
     * @throws IllegalStateException when it does not run
     */
    static ContainerServer server(AutoCloseable container, int port) {
        return ServiceLoader.load(ContainerFinder.class, Containers.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .map(finder -> finder.find(container, port))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("container [" + container + "] of "
                        + container.getClass().getName()
                        + " is no container of Testcontainers: pass a GenericContainer or another ContainerState, or the address of"
                        + " the server"));
    }
}
