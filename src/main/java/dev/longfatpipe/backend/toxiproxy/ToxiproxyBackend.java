/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.spi.Availability;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * Toxiproxy between clients and servers: in a container that Testcontainers starts, or a running server that {@code
 * longfatpipe.toxiproxy.url} names. It delays and slows down what goes through it; TCP ends at it on both sides, so that windows,
 * buffers, loss, queue and congestion control of the path are refused rather than approximated. Thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ToxiproxyBackend implements PipeBackend {

    static final String NAME = "toxiproxy";

    /** Makes the backend; {@link java.util.ServiceLoader} does. */
    public ToxiproxyBackend() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(
                Capability.ASYMMETRY, Capability.PATH_CHANGE, Capability.PER_CONNECTION_RATE, Capability.LOSS_AS_RATE);
    }

    @Override
    public Availability availability() {
        try {
            ToxiproxyServers.of(ToxiproxySettings.read());
            return Availability.available();
        } catch (IOException | IllegalArgumentException e) {
            return Availability.unavailable(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public OpenPipe open(PipeRequest request) throws IOException {
        return ToxiproxyPipe.open(request, ToxiproxyServers.of(ToxiproxySettings.read()));
    }
}
