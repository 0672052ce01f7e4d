/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.path.Path;

/** A connection of any transport, as the pipe looks at it. */
interface LiveConnection {

    ConnectionId id();

    ConnectionSample sample(long nowNanos);

    boolean isClosed();

    /** Returns a number that changes whenever a byte moves. */
    long progress();

    /** Returns whether nothing is under way, as far as can be seen. */
    boolean isQuiet(long nowNanos);

    /** Returns whether something is going to happen by itself, however long it takes. */
    boolean isAtWork();

    /** Returns whether a receiver has bytes that it has not read. */
    boolean hasUnread();

    /** Does what is due by now. */
    void catchUp(long nowNanos);

    /** The line was cut. Everything that was due by then has been done. */
    void onCut(long nowNanos);

    /** The line was restored. */
    void onRestored(long nowNanos);

    /** The path is another one from now on. Everything that was due by then has been done. */
    void onPathChange(Path path);

    /** Looks at the applications' sockets. */
    void inspect(long nowNanos);
}
