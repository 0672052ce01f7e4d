/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import org.apiguardian.api.API;

/**
 * A backend was asked for that does not work on this machine.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class BackendUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String backend;

    BackendUnavailableException(String backend, String reason) {
        super("backend [" + backend + "] does not work here: " + reason);
        this.backend = backend;
    }

    /** Returns the name of the backend. */
    public String backend() {
        return backend;
    }
}
