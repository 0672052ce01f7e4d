/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.spi;

import java.io.IOException;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * Opens pipes in one particular way. Found by {@link java.util.ServiceLoader}; implementations are public, have a public
 * constructor without parameters, and are thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface PipeBackend {

    /** Returns the name by which tests ask for it, lower-case: {@code relay}, {@code tun} … */
    String name();

    /** Returns what it can do. A request that needs anything else is refused before {@link #open} is called. */
    Set<Capability> capabilities();

    /** Finds out, by trying, whether it works on this machine. */
    Availability availability();

    /**
     * Opens a pipe that is ready to carry traffic.
     *
     * @param request what to open; needs no capability that {@link #capabilities()} lacks
     * @return the pipe, to be closed by the caller
     * @throws IOException when the machine refuses what is needed for it
     */
    OpenPipe open(PipeRequest request) throws IOException;
}
