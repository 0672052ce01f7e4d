/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.PipeBuilder;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.LossTreatment;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
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
    private Requirements requirements = Requirements.NONE;
    private boolean perConnectionRate;
    private LossTreatment lossAs = LossTreatment.PACKETS;

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

    /** Says that the rate is that of each connection, as {@link LongFatPipe#perConnectionRate()} does; default false. */
    public LongFatPipeExtensionBuilder perConnectionRate(boolean value) {
        this.perConnectionRate = value;
        return this;
    }

    /** Says what loss is, as {@link LongFatPipe#lossAs()} does; default lost packets. */
    public LongFatPipeExtensionBuilder lossAs(LossTreatment value) {
        this.lossAs = value;
        return this;
    }

    /**
     * Sets the share of the expectation that each test has to reach, as {@link LongFatPipe#atLeast()} does; default none.
     *
     * @param share for example {@code Utilisation.ofPercent(80)}
     */
    public LongFatPipeExtensionBuilder atLeast(Utilisation share) {
        this.requirements = new Requirements(Optional.of(share), requirements.goodput(), requirements.time());
        return this;
    }

    /**
     * Sets the goodput that each test has to reach, as {@link LongFatPipe#goodputAtLeast()} does; default none.
     *
     * @param goodput application bytes per second
     */
    public LongFatPipeExtensionBuilder atLeast(DataRate goodput) {
        this.requirements = new Requirements(requirements.share(), Optional.of(goodput), requirements.time());
        return this;
    }

    /**
     * Sets the time within which each test has to be done, as {@link LongFatPipe#completesWithin()} does; default none.
     *
     * @param time from the first thing that happens on the pipe to the last byte
     */
    public LongFatPipeExtensionBuilder completesWithin(Duration time) {
        this.requirements = new Requirements(requirements.share(), requirements.goodput(), Optional.of(time));
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
        Requirements required = requirements;
        boolean ratePerConnection = perConnectionRate;
        LossTreatment loss = lossAs;
        return new LongFatPipeExtension((test, settings) -> List.of(new PipeSpec(
                        origin,
                        pipeName,
                        path,
                        pipeBackend,
                        Optional.empty(),
                        settings.kernel().or(() -> client).orElseGet(KernelProfile::host),
                        settings.kernel().or(() -> server).orElseGet(KernelProfile::host),
                        pipeSeed,
                        ratePerConnection,
                        loss,
                        required)
                .overriddenBy(settings)));
    }
}
