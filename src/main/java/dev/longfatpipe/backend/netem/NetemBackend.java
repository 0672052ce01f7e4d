/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.backend.netem.NetemSettings.Place;
import dev.longfatpipe.spi.Availability;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Linux netem in a router between clients and servers: the TCP of both ends is the kernel's. The router is in network namespaces of
 * this host, which needs root, iproute2, and nftables or iptables, or in a container, which needs Docker and Testcontainers; the
 * system property {@code longfatpipe.netem.router} says which ({@code local}, {@code container}, {@code auto}). Thread-safe.
 *
 * <p>Windows and buffers are the kernel's own, so that a kernel profile cannot be chosen, except its congestion control. Which
 * packets are lost does not repeat: netem draws from the kernel's own generator (unless both tc and kernel know {@code seed}).
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class NetemBackend implements PipeBackend {

    static final String NAME = "netem";

    private static final Map<NetemSettings, Found> FOUND = new ConcurrentHashMap<>();

    private final Supplier<NetemSettings> settings;

    /** Makes the backend; {@link java.util.ServiceLoader} does. */
    public NetemBackend() {
        this(() -> NetemSettings.of(System.getProperties()));
    }

    NetemBackend(Supplier<NetemSettings> settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return NAME;
    }

    /** Of what has been found out by now: to ask what a backend can do must not start a container. */
    @Override
    public Set<Capability> capabilities() {
        Set<Capability> all = EnumSet.complementOf(
                EnumSet.of(Capability.KERNEL_PROFILE, Capability.PER_CONNECTION_RATE, Capability.LOSS_AS_RATE));
        NetemSettings asked = settings.get();
        Found known = FOUND.get(asked);
        if (known != null && known.place() == Place.CONTAINER && !HostEnds.areMine()) {
            all.remove(Capability.CONGESTION_CONTROL); // it is a matter of this host's routes
        }
        return all;
    }

    /**
     * What was found.
     *
     * @param place where a router can be made; null when nowhere
     * @param availability whether it can
     */
    private record Found(@Nullable Place place, Availability availability) {}

    @Override
    public Availability availability() {
        return found(settings.get()).availability();
    }

    /**
     * What works is not asked for again, nor is a daemon, which takes long. What is missing of this host's own may be installed
     * meanwhile. Tests that begin at the same time find it out once: what is made for that has one name in a JVM.
     */
    private static synchronized Found found(NetemSettings settings) {
        Found known = FOUND.get(settings);
        if (known == null) {
            known = find(settings);
            if (known.place() != null || settings.place() != Place.LOCAL) {
                FOUND.put(settings, known);
            }
        }
        return known;
    }

    private static Found find(NetemSettings settings) {
        if (settings.place() == Place.CONTAINER) {
            Availability inContainer = ContainerProbe.run(settings.image());
            return new Found(inContainer.isAvailable() ? Place.CONTAINER : null, inContainer);
        }
        Availability here = NetemProbe.ofThisHost().run();
        if (here.isAvailable() || settings.place() == Place.LOCAL) {
            return new Found(here.isAvailable() ? Place.LOCAL : null, here);
        }
        Availability inContainer = ContainerProbe.run(settings.image());
        return inContainer.isAvailable()
                ? new Found(Place.CONTAINER, inContainer)
                : new Found(
                        null,
                        Availability.unavailable(here.reason().orElse("") + "; and in a container: "
                                + inContainer.reason().orElse("")));
    }

    @Override
    public OpenPipe open(PipeRequest request) throws IOException {
        NetemLine.requirePossible(request.path());
        NetemSettings asked = settings.get();
        return NetemPipe.open(
                request,
                found(asked).place() == Place.CONTAINER
                        ? ContainerRouter.make(request, asked)
                        : NamespaceRouter.make(request, new Processes()));
    }
}
