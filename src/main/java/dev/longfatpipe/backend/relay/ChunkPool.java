/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Direct buffers of three sizes, taken when bytes are under way and given back when they have been delivered. No more are kept
 * than were in use at once not long ago. Not thread-safe.
 */
final class ChunkPool {

    static final int CHUNK_BYTES = 1 << 18;
    /** For a message; for a connection among a thousand; and for one that moves much in few calls of the kernel. */
    private static final List<Integer> SIZES = List.of(1 << 14, 1 << 16, CHUNK_BYTES);

    /** So much is kept whatever happens. */
    private static final long LEAST_KEPT_BYTES = 1 << 20;
    /** With each {@link #trim} the memory of what was in use at once fades by this part: by half in four seconds, */
    private static final long FADING = 256;
    /** or in a tenth of one when nothing moves. A buffer is cheap to keep for a while, and dear to make. */
    private static final long FADING_WHEN_IDLE = 8;

    private final List<Deque<ByteBuffer>> free =
            SIZES.stream().<Deque<ByteBuffer>>map(size -> new ArrayDeque<>()).toList();
    private long inUse;
    private long freeBytes;
    private long most = LEAST_KEPT_BYTES;

    ByteBuffer take() {
        return take(CHUNK_BYTES);
    }

    /** Takes the smallest that holds so many bytes, or the largest. */
    ByteBuffer take(int bytes) {
        int index = index(bytes);
        int size = SIZES.get(index);
        inUse += size;
        most = Math.max(most, inUse);
        ByteBuffer chunk = free.get(index).pollLast(); // the one that the processor's caches may still hold
        if (chunk == null) {
            return ByteBuffer.allocateDirect(size);
        }
        freeBytes -= size;
        return chunk;
    }

    private static int index(int bytes) {
        int index = 0;
        while (index < SIZES.size() - 1 && SIZES.get(index) < bytes) {
            index++;
        }
        return index;
    }

    void giveBack(ByteBuffer chunk) {
        int size = chunk.capacity();
        inUse -= size;
        if (inUse + freeBytes + size <= most) {
            freeBytes += size;
            free.get(index(size)).addLast(chunk.clear());
        }
    }

    /** Leaves to the garbage collector what has not been needed for a while. To be called regularly, every 20 ms or so. */
    void trim(boolean idle) {
        long fading = idle ? FADING_WHEN_IDLE : FADING;
        most = Math.max(Math.max(inUse, LEAST_KEPT_BYTES), most - most / fading);
        for (int i = SIZES.size() - 1; i >= 0 && inUse + freeBytes > most; i--) {
            while (!free.get(i).isEmpty() && inUse + freeBytes > most) {
                freeBytes -= free.get(i).removeFirst().capacity();
            }
        }
    }

    /** Returns whether {@link #trim} has nothing left to do as long as nothing is taken. */
    boolean isTrimmed() {
        return most == LEAST_KEPT_BYTES;
    }

    /** Returns the bytes of the buffers that wait to be used again. */
    long freeBytes() {
        return freeBytes;
    }
}
