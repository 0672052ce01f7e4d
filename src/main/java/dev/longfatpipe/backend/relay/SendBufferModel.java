/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;

/**
 * How many unacknowledged bytes the sender's own buffer holds. A writer that found it full is woken only when a third of it
 * is free again ({@code sk_stream_write_space}, {@code net/core/stream.c}), so that throughput x rtt lies between two thirds
 * of the capacity and all of it.
 */
final class SendBufferModel {

    private final int segmentBytes;
    private long capacity;
    private boolean full;

    SendBufferModel(KernelProfile kernel, BufferSetting setting, int segmentBytes) {
        this.segmentBytes = segmentBytes;
        apply(kernel, setting);
    }

    /** Takes a reading of the application's socket. */
    void apply(KernelProfile kernel, BufferSetting setting) {
        capacity = kernel.sendCapacity(setting, segmentBytes).capacity().bytes();
    }

    long capacity() {
        return capacity;
    }

    /** Returns how many more bytes the writer gets in while {@code unacknowledged} bytes are held. */
    long room(long unacknowledged) {
        if (full && isFullOf(unacknowledged)) {
            return 0;
        }
        full = false;
        return Math.max(0, capacity - unacknowledged);
    }

    /** Returns whether a writer that waits would wait on while so many bytes are held. */
    boolean isFullOf(long unacknowledged) {
        return unacknowledged * 3 > capacity * 2;
    }

    /** Says that the writer has filled the buffer as far as it goes. */
    void filled() {
        full = true;
    }
}
