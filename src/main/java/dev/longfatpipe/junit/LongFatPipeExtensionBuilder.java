/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.PipeBuilder;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.Utilisation;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Describes a pipe that a {@link LongFatPipeExtension} opens for each test. Not thread-safe; the extension that it builds is.
 *
 * <p>The configuration parameters that override annotations override what is set here.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class LongFatPipeExtensionBuilder {

    private final Path path;
    private String name = "";
    private String backend = PipeBuilder.DEFAULT_BACKEND;
    private @Nullable KernelProfile clientKernel;
    private @Nullable KernelProfile serverKernel;
    private long seed = PipeBuilder.DEFAULT_SEED;
    private @Nullable Utilisation atLeast;

    LongFatPipeExtensionBuilder(Path path) {
        this.path = path;
    }

    /** Names the pipe, by which {@link PipeName} asks for it; without a name it is the only one. */
    public LongFatPipeExtensionBuilder name(String value) {
        this.name = value;
        return this;
    }

    /** Chooses the backend by name; default {@code relay}. */
    public LongFatPipeExtensionBuilder backend(String value) {
        this.backend = value;
        return this;
    }

    /** Sets the kernel profile of both ends; default that of this host. */
    public LongFatPipeExtensionBuilder kernel(KernelProfile both) {
        this.clientKernel = both;
        this.serverKernel = both;
        return this;
    }

    /** Sets the kernel profile of the clients; default that of this host. */
    public LongFatPipeExtensionBuilder clientKernel(KernelProfile value) {
        this.clientKernel = value;
        return this;
    }

    /** Sets the kernel profile of the servers; default that of this host. */
    public LongFatPipeExtensionBuilder serverKernel(KernelProfile value) {
        this.serverKernel = value;
        return this;
    }

    /** Sets the seed of every random draw; default 1. */
    public LongFatPipeExtensionBuilder seed(long value) {
        this.seed = value;
        return this;
    }

    /**
     * Sets the share of the expectation that each test has to reach, as {@link LongFatPipe#atLeast()} does; default none.
     *
     * @param share for example {@code Utilisation.ofPercent(80)}
     */
    public LongFatPipeExtensionBuilder atLeast(Utilisation share) {
        this.atLeast = share;
        return this;
    }

    /** Builds the extension. */
    public LongFatPipeExtension build() {
        String origin = "LongFatPipeExtension (" + (name.isEmpty() ? "" : name + ": ") + path + ")";
        String pipeName = name;
        String pipeBackend = backend;
        Optional<KernelProfile> client = Optional.ofNullable(clientKernel);
        Optional<KernelProfile> server = Optional.ofNullable(serverKernel);
        long pipeSeed = seed;
        Optional<Utilisation> share = Optional.ofNullable(atLeast);
        return new LongFatPipeExtension((test, settings) -> List.of(new PipeSpec(
                        origin,
                        pipeName,
                        path,
                        pipeBackend,
                        Optional.empty(),
                        settings.kernel().or(() -> client).orElseGet(KernelProfile::host),
                        settings.kernel().or(() -> server).orElseGet(KernelProfile::host),
                        pipeSeed,
                        share)
                .overriddenBy(settings)));
    }
}
