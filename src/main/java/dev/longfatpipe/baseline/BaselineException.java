/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A baseline cannot be read, written or used; the message says what to do. Nothing was overwritten.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class BaselineException extends RuntimeException {

    private static final long serialVersionUID = 1;

    BaselineException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    BaselineException(String message) {
        this(message, null);
    }
}
