/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/** The bytes that have left a sender and have not reached the receiver, first in, first out. */
final class BytesUnderway {

    private final ChunkPool pool;
    private final Deque<ByteBuffer> chunks = new ArrayDeque<>();
    private int readFrom;

    BytesUnderway(ChunkPool pool) {
        this.pool = pool;
    }

    /**
     * Reads from a channel.
     *
     * @return the bytes read, fewer than {@code most} when no more were there; -1 at the end of the stream
     */
    int readFrom(ReadableByteChannel channel, int most) throws IOException {
        int total = 0;
        while (total < most) {
            ByteBuffer tail = chunks.peekLast();
            if (tail == null || !tail.hasRemaining()) {
                tail = pool.take();
                chunks.addLast(tail);
            }
            int want = Math.min(most - total, tail.remaining());
            int limit = tail.limit();
            tail.limit(tail.position() + want);
            int read = channel.read(tail);
            tail.limit(limit);
            if (read < 0) {
                releaseUnusedTail(tail);
                return total > 0 ? total : -1;
            }
            total += read;
            if (read < want) {
                releaseUnusedTail(tail);
                break;
            }
        }
        return total;
    }

    /** An idle connection holds no chunk. */
    private void releaseUnusedTail(ByteBuffer tail) {
        if (tail.position() == 0) {
            chunks.removeLast();
            pool.giveBack(tail);
        }
    }

    /** Writes up to {@code most} of the oldest bytes to a channel; returns how many it took. */
    long writeTo(WritableByteChannel channel, long most) throws IOException {
        long total = 0;
        while (total < most) {
            ByteBuffer head = chunks.getFirst();
            int want = (int) Math.min(most - total, head.position() - readFrom);
            ByteBuffer view = head.duplicate().limit(readFrom + want).position(readFrom);
            int written = channel.write(view);
            readFrom += written;
            total += written;
            releaseDrainedHead(head);
            if (written < want) {
                break;
            }
        }
        return total;
    }

    private void releaseDrainedHead(ByteBuffer head) {
        if (readFrom == head.position() && (!head.hasRemaining() || chunks.size() == 1)) {
            chunks.removeFirst();
            pool.giveBack(head);
            readFrom = 0;
        }
    }

    /** Returns how many chunks are held. */
    int chunks() {
        return chunks.size();
    }

    /** Forgets everything that is under way. */
    void discard() {
        chunks.forEach(pool::giveBack);
        chunks.clear();
        readFrom = 0;
    }
}
