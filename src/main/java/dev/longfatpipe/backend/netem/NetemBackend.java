/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.spi.Availability;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Linux netem in a router (a network namespace) between clients and servers of this host: the TCP of both ends is the kernel's.
 * Needs root, iproute2, and nftables or iptables. Thread-safe.
 *
 * <p>Windows and buffers are the kernel's own, so that a kernel profile cannot be chosen, except its congestion control. Which
 * packets are lost does not repeat: netem draws from the kernel's own generator (unless both tc and kernel know {@code seed}).
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class NetemBackend implements PipeBackend {

    static final String NAME = "netem";

    private static volatile @Nullable Availability worked;

    /** Makes the backend; {@link java.util.ServiceLoader} does. */
    public NetemBackend() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.KERNEL_PROFILE));
    }

    @Override
    public Availability availability() {
        Availability known = worked;
        if (known == null) {
            known = NetemProbe.ofThisHost().run();
            worked = known.isAvailable() ? known : null; // what is missing may be installed meanwhile
        }
        return known;
    }

    @Override
    public OpenPipe open(PipeRequest request) throws IOException {
        return NetemPipe.open(request, new Processes());
    }
}
