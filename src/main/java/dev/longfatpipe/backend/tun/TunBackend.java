/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

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
 * Lets this machine's own kernel do TCP, from end to end, over a path that is emulated packet by packet: a client that connects to a
 * pipe's address sends into a TUN device; this JVM takes the packets from there, delays, queues and drops them as the path
 * says, and hands them back with source and destination exchanged, so that they arrive at the server. Any IP protocol crosses it.
 * Thread-safe.
 *
 * <p>Linux only. Needs either the privilege to make network devices (CAP_NET_ADMIN; a user namespace of one's own has it) or a
 * device that was made for the user beforehand; {@link #availability()} tells which command does. Servers must listen on every
 * address of the machine or on that of the device.
 *
 * <p>System properties:
 *
 * <ul>
 *   <li>{@code longfatpipe.tun.device}: name of the device to attach to; default: make one, or else any whose name begins with
 *       {@code lfp}.
 *   <li>{@code longfatpipe.tun.segments}: {@code one} to have every segment for itself, {@code large} to have packets of up to 64
 *       KB wherever the path allows it; default {@code auto}: large ones above 200 mbit.
 *   <li>{@code longfatpipe.tun.pcap}: a file to write every packet to that arrives, as the client sees it, or a folder for
 *       one file for each pipe.
 * </ul>
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class TunBackend implements PipeBackend {

    static final String NAME = "tun";

    /** Makes the backend; {@link java.util.ServiceLoader} does. */
    public TunBackend() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(
                EnumSet.of(Capability.KERNEL_PROFILE, Capability.PER_CONNECTION_RATE, Capability.LOSS_AS_RATE));
    }

    @Override
    public Availability availability() {
        @Nullable String problem = Devices.ofThisJvm().problem();
        return problem == null ? Availability.available() : Availability.unavailable(problem);
    }

    @Override
    public OpenPipe open(PipeRequest request) throws IOException {
        return TunPipe.open(request, Devices.ofThisJvm());
    }
}
