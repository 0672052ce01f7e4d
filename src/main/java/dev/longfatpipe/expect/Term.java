/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import org.apiguardian.api.API;

/**
 * A term of the expectation: one reason why no application can be faster.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Term {
    /** The line rate, less what headers take of each frame. */
    LINK,
    /** The bytes that may be in flight, per round trip. */
    WINDOW,
    /** What congestion control makes of random loss. */
    LOSS,
    /** A finite transfer is over, or nearly so, before the congestion window has grown to the path. */
    SLOW_START,
    /** On a path that a proxy splits: what the proxy's delay line holds, per one-way delay. */
    DELAY_BUFFER,
    /** On a path that a proxy splits: a finite transfer is over, or nearly so, within the time that its first byte is under way. */
    DELAY
}
