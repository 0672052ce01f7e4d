/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.BackendIncapableException;
import dev.longfatpipe.BackendUnavailableException;
import dev.longfatpipe.Pipe;
import dev.longfatpipe.PipeBuilder;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.kernel.KernelProfile;
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
                requirements);
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
                .seed(seed);
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
                throw new TestAbortedException(
                        message + "; it is skipped there, because not the test but the setting"
                                + " asks for that backend",
                        e);
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
