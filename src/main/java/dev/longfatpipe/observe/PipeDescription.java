/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.expect.SplitTcp;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * What a pipe is: everything about it that does not change while it is open, but for the path where that is changed.
 *
 * @param name name of the pipe; empty for the only pipe of a test
 * @param path the path that was asked for
 * @param clientKernel kernel profile of the clients
 * @param serverKernel kernel profile of the servers
 * @param backend name of the backend: {@code relay}, {@code tun} …
 * @param tcp how TCP is done on it, for the report: {@code TCP modelled} or {@code kernel TCP end to end}
 * @param seed seed of every random draw
 * @param verification what the probe measured
 * @param split how a proxy splits TCP on it; null where TCP goes from end to end, or is modelled so
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record PipeDescription(
        String name,
        Path path,
        KernelProfile clientKernel,
        KernelProfile serverKernel,
        String backend,
        String tcp,
        long seed,
        Verification verification,
        @Nullable SplitTcp split) {

    /** A pipe on which TCP goes from end to end, or is modelled so. */
    public PipeDescription(
            String name,
            Path path,
            KernelProfile clientKernel,
            KernelProfile serverKernel,
            String backend,
            String tcp,
            long seed,
            Verification verification) {
        this(name, path, clientKernel, serverKernel, backend, tcp, seed, verification, null);
    }

    /** Returns how a proxy splits TCP on it; empty where TCP goes from end to end, or is modelled so. */
    public Optional<SplitTcp> splitTcp() {
        return Optional.ofNullable(split);
    }

    /** Returns the same pipe on another path; what the probe measured stays. */
    public PipeDescription on(Path other) {
        return new PipeDescription(name, other, clientKernel, serverKernel, backend, tcp, seed, verification, split);
    }
}
