/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

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
 * The default backend: a TCP relay inside the test JVM that models delay, bottleneck, loss and the windows of both ends. Needs
 * nothing and works everywhere. Thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class RelayBackend implements PipeBackend {

    static final String NAME = "relay";

    /** Makes the backend; {@link java.util.ServiceLoader} does. */
    public RelayBackend() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.PER_CONNECTION_RATE, Capability.LOSS_AS_RATE));
    }

    @Override
    public Availability availability() {
        return Availability.available();
    }

    @Override
    public OpenPipe open(PipeRequest request) throws IOException {
        return RelayPipe.open(request);
    }
}
