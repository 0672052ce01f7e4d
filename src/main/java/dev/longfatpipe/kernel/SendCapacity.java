/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import dev.longfatpipe.units.DataSize;
import org.apiguardian.api.API;

/**
 * What a send buffer can hold: the answer of {@link KernelProfile#sendCapacity(BufferSetting, int)}.
 *
 * <p>Bytes stay in the send buffer until the peer has acknowledged them, so that no more than {@code capacity} can be in
 * flight. It is not a window: a writer that found the buffer full is woken only when a third of it is free, so that the bytes
 * in flight move between {@link #writerResumesAt()} and {@code capacity}, and goodput x rtt lies between the two.
 *
 * @param capacity payload that the buffer can hold when it has grown as far as it may
 * @param capped whether {@code net.core.wmem_max} cut the requested size, which the kernel does without a word
 * @param granted what {@code getSendBufferSize()} returns on the new socket: the requested size unless it was capped, half of
 *     the initial buffer when nothing was set
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record SendCapacity(DataSize capacity, boolean capped, DataSize granted) {

    /**
     * The level, in payload bytes, to which a full buffer must drain before its blocked writer continues: two thirds of the
     * capacity, rounded down ({@code sk_stream_wspace >= sk_stream_min_wspace}, net/core/stream.c).
     */
    public DataSize writerResumesAt() {
        return DataSize.ofBytes(capacity.bytes() * 2 / 3);
    }
}
