/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.BackendIncapableException;
import dev.longfatpipe.BackendUnavailableException;
import dev.longfatpipe.Pipe;
import dev.longfatpipe.PipeBuilder;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.LossTreatment;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.DeclaredBuffers;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.opentest4j.TestAbortedException;

/**
 * A pipe that a test asked for, before it is opened.
 *
 * @param origin what asked for it, to begin an error message with: {@code @LongFatPipe(rtt = "100ms")}
 * @param name its name; empty for the only one
 * @param path the path
 * @param backend name of the backend
 * @param backendSetting the setting that chose the backend, to be named in errors too; empty where the origin did
 * @param clientKernel kernel profile of the clients
 * @param serverKernel kernel profile of the servers
 * @param seed seed of every random draw
 * @param perConnectionRate whether the rate is that of each connection
 * @param lossAs what the loss of the path is
 * @param requirements what the test has to reach
 */
record PipeSpec(
        String origin,
        String name,
        Path path,
        String backend,
        Optional<String> backendSetting,
        KernelProfile clientKernel,
        KernelProfile serverKernel,
        long seed,
        boolean perConnectionRate,
        LossTreatment lossAs,
        Requirements requirements) {

    /** The same pipe with the backend and the seed that the settings override. */
    PipeSpec overriddenBy(Settings settings) {
        return new PipeSpec(
                origin,
                name,
                path,
                settings.backend().orElse(backend),
                settings.backend().map(value -> Settings.BACKEND + "=" + value).or(() -> backendSetting),
                clientKernel,
                serverKernel,
                settings.seed().orElse(seed),
                perConnectionRate
                        || (settings.perConnectionRate()
                                && settings.backend().orElse(backend).equals(Settings.TOXIPROXY)),
                lossAs,
                requirements);
    }

    /** Of what a test asks of a backend that a setting has chosen, and that it cannot do. */
    static TestAbortedException skipped(String message, IllegalArgumentException because) {
        return new TestAbortedException(
                message + "; it is skipped there, because not the test but the setting asks for that backend", because);
    }

    /**
     * Fails the test, or skips it where a setting has chosen the backend, when it did with the pipe what the backend cannot honour.
     */
    void requireHonoured(Pipe pipe) {
        try {
            pipe.requireHonoured();
        } catch (BackendIncapableException e) {
            String message = origin + ": " + e.getMessage();
            throw backendSetting.isPresent() ? skipped(message, e) : new ExtensionConfigurationException(message, e);
        }
    }

    /**
     * Opens the pipe.
     *
     * @throws ExtensionConfigurationException when there is no such backend, or it cannot do what is asked for
     * @throws TestAbortedException when the backend does not work on this machine, or a setting chose one that cannot do what
     *     the test asks for
     * @throws AssertionError the same, when the settings require it
     */
    Pipe open(Optional<DeclaredBuffers> declared, Settings settings) {
        PipeBuilder builder = Pipes.builder(path)
                .name(name)
                .clientKernel(clientKernel)
                .serverKernel(serverKernel)
                .seed(seed)
                .perConnectionRate(perConnectionRate)
                .lossAs(lossAs);
        declared.ifPresent(builder::declaredBuffers);
        try {
            builder.backend(backend);
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(backendSetting.orElse(origin) + ": " + e.getMessage(), e);
        }
        try {
            return builder.open();
        } catch (IllegalArgumentException e) {
            String with = backendSetting.map(setting -> " with " + setting).orElse("");
            String message = origin + with + ": " + e.getMessage();
            if (e instanceof BackendIncapableException && settings.backend().isPresent()) {
                throw skipped(message, e);
            }
            throw new ExtensionConfigurationException(message, e);
        } catch (BackendUnavailableException e) {
            if (settings.required().contains(e.backend())) {
                throw new AssertionError(
                        e.getMessage() + "; that fails the test because " + Settings.REQUIRE + " names it", e);
            }
            throw new TestAbortedException(e.getMessage(), e);
        }
    }
}
