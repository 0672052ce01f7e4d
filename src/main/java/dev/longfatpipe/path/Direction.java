/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/**
 * A direction of a path, as seen from the side that connects.
 *
 * @since 0.1
 */
@API(status = EXPERIMENTAL, since = "0.1")
public enum Direction {
    /** From the client to the server. */
    UPSTREAM,
    /** From the server to the client. */
    DOWNSTREAM;

    /** The other direction, the one acknowledgements take. */
    public Direction opposite() {
        return this == UPSTREAM ? DOWNSTREAM : UPSTREAM;
    }
}
