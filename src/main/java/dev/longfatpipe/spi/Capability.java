/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.spi;

import org.apiguardian.api.API;

/**
 * Something that a backend can or cannot do to a pipe or tell about it.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Capability {
    /** Loss of single packets. */
    LOSS,
    /** A queue of a chosen length in front of the bottleneck, other than one bandwidth-delay product. */
    QUEUE,
    /** Extra delay drawn per packet. */
    JITTER,
    /** Directions that differ: in rate, delay, loss, jitter or queue. */
    ASYMMETRY,
    /** One bottleneck per direction that all connections of the pipe share. */
    SHARED_BOTTLENECK,
    /** Windows, buffers and what held a sender back. */
    WINDOWS,
    /** A kernel profile that differs from this machine's own in anything but the congestion control. */
    KERNEL_PROFILE,
    /** A congestion control other than this machine's own. */
    CONGESTION_CONTROL,
    /** UDP through the same address as TCP. */
    DATAGRAMS,
    /** Another path while the pipe is open. */
    PATH_CHANGE,
    /** A line that is cut, of which no end is told, and restored, over which connections survive. */
    CUT,
    /** An end that has ended its stream is still answered. */
    HALF_CLOSE,
    /** A connection that one end resets, or refuses, is reset at the other. */
    RESETS,
    /** A line rate that every connection has to itself, where the test says that this is what it wants. */
    PER_CONNECTION_RATE,
    /** Loss as a cap on the rate by Mathis' law, where the test says that this is what it wants. */
    LOSS_AS_RATE
}
