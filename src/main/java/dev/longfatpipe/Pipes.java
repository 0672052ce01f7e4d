/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.path.Path;
import org.apiguardian.api.API;

/**
 * Opens pipes outside JUnit, or where a test wants to decide for itself.
 *
 * <pre>{@code
 * try (Pipe pipe = Pipes.open(Path.of(Duration.ofMillis(100), DataRate.parse("100mbit")))) {
 *     InetSocketAddress origin = pipe.to(server.address());
 *     Transfer transfer = pipe.measure(() -> client.download(origin));
 * }
 * }</pre>
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Pipes {

    private Pipes() {}

    /**
     * Opens a pipe on the relay with the kernel profile of this host.
     *
     * @param path the path to emulate
     * @return the pipe, to be closed by the caller
     */
    public static Pipe open(Path path) {
        return builder(path).open();
    }

    /** Begins to describe a pipe. */
    public static PipeBuilder builder(Path path) {
        return new PipeBuilder(path);
    }
}
