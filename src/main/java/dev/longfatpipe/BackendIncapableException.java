/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import dev.longfatpipe.spi.Capability;
import org.apiguardian.api.API;

/**
 * A backend was asked for something that it can only approximate, and therefore refuses.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class BackendIncapableException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String backend;

    BackendIncapableException(String backend, String asked, String instead) {
        super(asked + " cannot be honoured by backend [" + backend + "]: " + instead);
        this.backend = backend;
    }

    private BackendIncapableException(String backend, String message) {
        super(message);
        this.backend = backend;
    }

    /** What was done with a pipe that its backend cannot honour, in the backend's own words. */
    static BackendIncapableException misused(String backend, String message) {
        return new BackendIncapableException(backend, message);
    }

    /**
     * An assertion asks for what only a backend can tell that sees windows, buffers and congestion control.
     *
     * @param backend the backend that does not see them
     * @param asked the assertion, for people
     */
    public static BackendIncapableException ofWindows(String backend, String asked) {
        return new BackendIncapableException(backend, asked, Backends.instead(Capability.WINDOWS));
    }

    /** Returns the name of the backend. */
    public String backend() {
        return backend;
    }
}
