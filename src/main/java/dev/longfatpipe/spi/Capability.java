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
    /** A queue of a chosen length in front of the bottleneck. */
    QUEUE,
    /** Extra delay drawn per packet. */
    JITTER,
    /** Different rates or delays in the two directions. */
    ASYMMETRY,
    /** One bottleneck per direction that all connections of the pipe share. */
    SHARED_BOTTLENECK,
    /** Windows, buffers and what held a sender back. */
    WINDOWS,
    /** A kernel profile other than that of this machine. */
    KERNEL_PROFILE,
    /** The choice of the congestion control. */
    CONGESTION_CONTROL
}
