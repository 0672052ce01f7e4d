/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The bytes that have left a sender and have not reached the receiver, first in, first out; and some that the sender's socket
 * held already when others were read, so that a call of the kernel moves more than one acknowledgement lets go.
 */
final class BytesUnderway {

    /** So many times what may leave the sender is read at once. */
    private static final int READ_AHEAD = 4;

    private final ChunkPool pool;
    private final int readAhead;
    private final Deque<ByteBuffer> chunks = new ArrayDeque<>();
    private int piece = Integer.MAX_VALUE;
    private int readFrom;
    /** Bytes at the end of the last chunk that have not left the sender yet. */
    private int ahead;
    /** How much the channel was last found to hold. */
    private int lastRead;

    BytesUnderway(ChunkPool pool) {
        this(pool, 0);
    }

    /**
     * @param readAhead up to so many bytes are taken from a channel at once, also when only a quarter of them may leave the sender
     */
    BytesUnderway(ChunkPool pool, int readAhead) {
        this.pool = pool;
        this.readAhead = readAhead;
    }

    /**
     * Lets bytes leave the sender: those that were read ahead, and then those that the channel holds now, as if all of them had stayed
     * in it.
     *
     * @return the bytes read, fewer than {@code most} when no more were there; -1 at the end of the stream
     */
    int readFrom(ReadableByteChannel channel, int most) throws IOException {
        boolean ended = false;
        if (ahead < most) {
            int want = Math.max(most, Math.min(readAhead, READ_AHEAD * most)) - ahead;
            int read = fill(channel, want);
            ended = read < 0;
            lastRead = read;
            ahead += Math.max(0, read);
        }
        int bytes = Math.min(most, ahead);
        ahead -= bytes;
        return bytes == 0 && ended ? -1 : bytes;
    }

    private int fill(ReadableByteChannel channel, int most) throws IOException {
        int total = 0;
        while (total < most) {
            ByteBuffer tail = tail(Math.max(total, lastRead));
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

    /** A connection that carries little has only small chunks. */
    private ByteBuffer tail(int expected) {
        ByteBuffer tail = chunks.peekLast();
        if (tail == null || !tail.hasRemaining()) {
            tail = pool.take(expected);
            chunks.addLast(tail);
        }
        return tail;
    }

    /** An idle connection holds no chunk. */
    private void releaseUnusedTail(ByteBuffer tail) {
        if (tail.position() == 0) {
            chunks.removeLast();
            pool.giveBack(tail);
        }
    }

    /** From now on a channel is given at most so many bytes at once. */
    void writeInPiecesOf(int bytes) {
        piece = bytes;
    }

    /** Writes up to {@code most} of the oldest bytes to a channel; returns how many it took. */
    long writeTo(WritableByteChannel channel, long most) throws IOException {
        long total = 0;
        while (total < most) {
            ByteBuffer head = chunks.getFirst();
            int want = (int) Math.min(piece, Math.min(most - total, head.position() - readFrom));
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
        ahead = 0;
    }
}
