/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.spi;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.LossTreatment;
import dev.longfatpipe.path.Path;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What a backend is asked to open.
 *
 * @param name name of the pipe; empty for the only pipe of a test
 * @param path the path to emulate
 * @param clientKernel kernel profile of the clients
 * @param serverKernel kernel profile of the servers
 * @param declared the buffers that the test declares; null when it declares none
 * @param seed seed of every random draw
 * @param perConnectionRate whether the rate is that of each connection by itself, not of all together
 * @param lossAs what the loss of the path is made of
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record PipeRequest(
        String name,
        Path path,
        KernelProfile clientKernel,
        KernelProfile serverKernel,
        @Nullable DeclaredBuffers declared,
        long seed,
        boolean perConnectionRate,
        LossTreatment lossAs) {

    /** A request in which all connections share the rate, and packets are lost. */
    public PipeRequest(
            String name,
            Path path,
            KernelProfile clientKernel,
            KernelProfile serverKernel,
            @Nullable DeclaredBuffers declared,
            long seed) {
        this(name, path, clientKernel, serverKernel, declared, seed, false, LossTreatment.PACKETS);
    }

    /** Returns the buffers that the test declares, if it declares any. */
    public Optional<DeclaredBuffers> declaredBuffers() {
        return Optional.ofNullable(declared);
    }
}
