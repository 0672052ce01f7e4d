/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.LossTreatment;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.DeclaredBuffers;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeBackend;
import dev.longfatpipe.spi.PipeRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Describes a pipe and opens it. Not thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class PipeBuilder {

    /** The backend that is used when none is named. */
    public static final String DEFAULT_BACKEND = "relay";

    /** The seed that is used when none is given: the same draws in every run. */
    public static final long DEFAULT_SEED = 1;

    private final Path path;
    private String name = "";
    private @Nullable PipeBackend backend;
    private @Nullable KernelProfile clientKernel;
    private @Nullable KernelProfile serverKernel;
    private @Nullable DeclaredBuffers declared;
    private long seed = DEFAULT_SEED;
    private boolean perConnectionRate;
    private LossTreatment lossAs = LossTreatment.PACKETS;

    PipeBuilder(Path path) {
        this.path = path;
    }

    /** Names the pipe; without a name it is the only one. */
    public PipeBuilder name(String value) {
        this.name = value;
        return this;
    }

    /**
     * Chooses the backend by name; default {@value #DEFAULT_BACKEND}.
     *
     * @throws IllegalArgumentException when there is none of that name; the message lists them all
     */
    public PipeBuilder backend(String value) {
        this.backend = Backends.named(value);
        return this;
    }

    /** Sets the kernel profile of both ends; default that of this host. */
    public PipeBuilder kernel(KernelProfile both) {
        this.clientKernel = both;
        this.serverKernel = both;
        return this;
    }

    /** Sets the kernel profile of the clients; default that of this host. */
    public PipeBuilder clientKernel(KernelProfile value) {
        this.clientKernel = value;
        return this;
    }

    /** Sets the kernel profile of the servers; default that of this host. */
    public PipeBuilder serverKernel(KernelProfile value) {
        this.serverKernel = value;
        return this;
    }

    /** Declares the buffers of the sockets, for where the sockets themselves cannot be read. */
    public PipeBuilder declaredBuffers(DeclaredBuffers value) {
        this.declared = value;
        return this;
    }

    /** Sets the seed of every random draw; default {@value #DEFAULT_SEED}. */
    public PipeBuilder seed(long value) {
        this.seed = value;
        return this;
    }

    /**
     * Says that the rate of the path is that of each connection by itself; default is that all of them share it. Only for a backend
     * that cannot do else, which refuses several connections without this.
     */
    public PipeBuilder perConnectionRate(boolean value) {
        this.perConnectionRate = value;
        return this;
    }

    /** Says what loss is made of; default {@link LossTreatment#PACKETS}. */
    public PipeBuilder lossAs(LossTreatment value) {
        this.lossAs = value;
        return this;
    }

    /**
     * Opens the pipe.
     *
     * @return the pipe, to be closed by the caller
     * @throws BackendIncapableException when the backend cannot do what the path or a kernel profile asks for
     * @throws IllegalArgumentException when the backend refuses the request for another reason
     * @throws BackendUnavailableException when the backend does not work on this machine
     * @throws UncheckedIOException when the machine refuses what is needed
     */
    public Pipe open() {
        KernelProfile host = KernelProfile.host();
        PipeRequest request = new PipeRequest(
                name,
                path,
                clientKernel == null ? host : clientKernel,
                serverKernel == null ? host : serverKernel,
                declared,
                seed,
                perConnectionRate,
                lossAs);
        PipeBackend chosen = backend == null ? Backends.named(DEFAULT_BACKEND) : backend;
        Backends.requireCapable(chosen, request, host);
        chosen.availability().reason().ifPresent(reason -> {
            throw new BackendUnavailableException(chosen.name(), reason);
        });
        try {
            return pipe(chosen.open(request));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "backend " + chosen.name() + " could not open a pipe on " + path + ": " + e.getMessage(), e);
        }
    }

    private static Pipe pipe(OpenPipe opened) {
        try {
            return new Pipe(opened);
        } catch (RuntimeException | Error failed) {
            try {
                opened.close();
            } catch (RuntimeException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
            throw failed;
        }
    }
}
