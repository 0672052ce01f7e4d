/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import org.jspecify.annotations.Nullable;

/**
 * One look at the two sockets of one direction of a connection.
 *
 * @param nanos when, on the pipe's clock
 * @param sender the sending socket; null when it is not on this host, or no more
 * @param receiver the receiving socket; null when it is not on this host, or no more
 * @param busyNanos for how long the line of this direction has been busy until now
 * @param pathLosses packets that the path has lost in this direction until now, of all connections
 * @param queueDrops packets that found the queue of this direction full until now, of all connections
 */
record KernelLook(
        long nanos,
        @Nullable SocketRecord sender,
        @Nullable SocketRecord receiver,
        long busyNanos,
        long pathLosses,
        long queueDrops) {}
