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
    /** Another path while the pipe is open, and a line that is cut and restored. */
    PATH_CHANGE
}
