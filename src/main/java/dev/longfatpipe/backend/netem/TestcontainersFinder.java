/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ContainerNetwork;
import dev.longfatpipe.spi.ContainerFinder;
import dev.longfatpipe.spi.ContainerServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.ContainerState;

/**
 * Knows the containers of Testcontainers. Thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TestcontainersFinder implements ContainerFinder {

    /** Makes the finder; {@link java.util.ServiceLoader} does. */
    public TestcontainersFinder() {}

    @Override
    public Optional<ContainerServer> find(AutoCloseable container, int port) {
        return Testcontainers.isPresent() ? Optional.ofNullable(Known.find(container, port)) : Optional.empty();
    }

    /** Apart, so that nothing of the library is needed before it is known to be there. */
    private static final class Known {

        static @Nullable ContainerServer find(AutoCloseable container, int port) {
            if (!(container instanceof ContainerState state)) {
                return null;
            }
            if (!state.isRunning()) {
                throw new IllegalStateException(
                        "container [" + container.getClass().getSimpleName()
                                + "] does not run: call its start() before pipe.to(container, " + port + ")");
            }
            InspectContainerResponse info = state.getCurrentContainerInfo();
            List<InetSocketAddress> own = new ArrayList<>();
            for (ContainerNetwork network :
                    info.getNetworkSettings().getNetworks().values()) {
                String address = network.getIpAddress();
                if (address != null && !address.isEmpty()) {
                    own.add(new InetSocketAddress(numeric(address), port));
                }
            }
            return new ContainerServer(
                    state.getContainerId(), info.getName().substring(1), port, own, mapped(state, port));
        }

        private static @Nullable InetSocketAddress mapped(ContainerState state, int port) {
            try {
                return new InetSocketAddress(state.getHost(), state.getMappedPort(port));
            } catch (IllegalArgumentException e) {
                return null; // it is not mapped
            }
        }

        private static InetAddress numeric(String address) {
            try {
                return InetAddress.getByName(address);
            } catch (UnknownHostException e) {
                throw new IllegalStateException("the daemon says [" + address + "] is an address", e);
            }
        }
    }
}
