/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Direct buffers of one size, taken when bytes are under way and given back when they have been delivered. */
final class ChunkPool {

    static final int CHUNK_BYTES = 1 << 17;

    /** More than this is left to the garbage collector. */
    private static final int MOST_KEPT = 256;

    private final Deque<ByteBuffer> free = new ArrayDeque<>();

    ByteBuffer take() {
        ByteBuffer chunk = free.pollLast();
        return chunk == null ? ByteBuffer.allocateDirect(CHUNK_BYTES) : chunk;
    }

    void giveBack(ByteBuffer chunk) {
        if (free.size() < MOST_KEPT) {
            free.addLast(chunk.clear());
        }
    }
}
