/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import dev.longfatpipe.units.DataSize;
import org.apiguardian.api.API;

/**
 * What a receiver will advertise to its peer: the answer of {@link KernelProfile#receiveWindow(BufferSetting, int)}.
 *
 * @param initial the window of the handshake, from which an auto-tuned one grows; never above {@code maximum}
 * @param maximum the largest window that the receiver will ever advertise while its application keeps up
 * @param scale the window scale in its SYN, 0 to 14; 0 also when window scaling is off
 * @param capped whether {@code net.core.rmem_max} cut the requested size, which the kernel does without a word
 * @param granted what {@code getReceiveBufferSize()} returns on the new socket: the requested size unless it was capped,
 *     half of the initial buffer when nothing was set
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ReceiveWindow(DataSize initial, DataSize maximum, int scale, boolean capped, DataSize granted) {

    /** Refuses an initial window above the maximum, and a scale outside 0 to 14. */
    public ReceiveWindow {
        if (initial.compareTo(maximum) > 0) {
            throw new IllegalArgumentException(
                    "initial window [" + initial + "] exceeds the maximum " + maximum + ": write at most that");
        }
        WindowScale.largestWindowBytes(scale);
    }
}
