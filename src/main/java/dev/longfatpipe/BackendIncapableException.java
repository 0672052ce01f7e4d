/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

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

    /** Returns the name of the backend. */
    public String backend() {
        return backend;
    }
}
