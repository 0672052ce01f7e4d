/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Packets that are under way, in the order in which they leave. They lie in pieces of native memory that are used again, so that a long
 * fat pipe costs no garbage. Not thread-safe.
 */
final class PacketStore {

    /** Room for the largest packet several times over. */
    static final int CHUNK_BYTES = 1 << 18;

    private static final int DUE = 0;
    private static final int LENGTH = 8;
    private static final int OWNER = 12;
    private static final int HEADER = 16;
    private static final int ALIGNMENT = 8;

    private final Chunks chunks;
    private final Deque<Chunk> used = new ArrayDeque<>();
    private int headAt;
    private int tailAt;
    private int packets;

    PacketStore(Chunks chunks) {
        this.chunks = chunks;
    }

    /** A piece of native memory. */
    static final class Chunk {
        final Memory memory = new Memory(CHUNK_BYTES);
        final ByteBuffer bytes = memory.getByteBuffer(0, CHUNK_BYTES).order(ByteOrder.BIG_ENDIAN);
        final long address = Pointer.nativeValue(memory);
    }

    /** The pieces that no store uses at the moment, up to a limit. Not thread-safe. */
    static final class Chunks implements AutoCloseable {

        private static final int MOST_SPARE = 64;

        private final Deque<Chunk> spare = new ArrayDeque<>();
        private final long mostBytes;
        private long usedBytes;

        /** @param mostBytes what all stores together may hold */
        Chunks(long mostBytes) {
            this.mostBytes = mostBytes;
        }

        private @Nullable Chunk take() {
            if (usedBytes + CHUNK_BYTES > mostBytes) {
                return null;
            }
            usedBytes += CHUNK_BYTES;
            Chunk chunk = spare.poll();
            return chunk == null ? new Chunk() : chunk;
        }

        private void give(Chunk chunk) {
            usedBytes -= CHUNK_BYTES;
            if (spare.size() < MOST_SPARE) {
                spare.push(chunk);
            } else {
                chunk.memory.close();
            }
        }

        @Override
        public void close() {
            spare.forEach(chunk -> chunk.memory.close());
            spare.clear();
        }
    }

    /**
     * Adds a packet.
     *
     * @param dueNanos when it is to leave; not before the one in front of it
     * @param owner a number that is kept with it
     * @param from where its bytes are
     * @param at where they begin
     * @param length how many they are
     * @return whether there was memory for it
     */
    boolean add(long dueNanos, int owner, ByteBuffer from, int at, int length) {
        int needed = HEADER + length;
        Chunk tail = used.peekLast();
        if (tail == null || tailAt + needed > CHUNK_BYTES) {
            tail = chunks.take();
            if (tail == null) {
                return false;
            }
            closeTail();
            used.addLast(tail);
            tailAt = 0;
        }
        tail.bytes.putLong(tailAt + DUE, dueNanos);
        tail.bytes.putInt(tailAt + LENGTH, length);
        tail.bytes.putInt(tailAt + OWNER, owner);
        tail.bytes.put(tailAt + HEADER, from, at, length);
        tailAt = (tailAt + needed + ALIGNMENT - 1) & -ALIGNMENT;
        packets++;
        return true;
    }

    /** Says in the last piece that no more packets are in it. */
    private void closeTail() {
        Chunk tail = used.peekLast();
        if (tail != null && tailAt + HEADER <= CHUNK_BYTES) {
            tail.bytes.putInt(tailAt + LENGTH, -1);
        }
    }

    boolean isEmpty() {
        return packets == 0;
    }

    int size() {
        return packets;
    }

    /** Returns when the first packet is to leave; {@link Long#MAX_VALUE} when there is none. */
    long nextNanos() {
        return packets == 0 ? Long.MAX_VALUE : head().bytes.getLong(headAt + DUE);
    }

    int owner() {
        return head().bytes.getInt(headAt + OWNER);
    }

    int length() {
        return head().bytes.getInt(headAt + LENGTH);
    }

    /** Returns the buffer that the first packet lies in, from {@link #at()} on. */
    ByteBuffer bytes() {
        return head().bytes;
    }

    int at() {
        return headAt + HEADER;
    }

    /** Returns the address of the first packet in native memory. */
    long address() {
        return head().address + at();
    }

    /** Takes the first packet out. */
    void remove() {
        headAt = (headAt + HEADER + length() + ALIGNMENT - 1) & -ALIGNMENT;
        packets--;
        if (packets == 0) {
            clear();
        } else if (headAt + HEADER > CHUNK_BYTES || head().bytes.getInt(headAt + LENGTH) < 0) {
            chunks.give(used.removeFirst());
            headAt = 0;
        }
    }

    /** Takes all packets out, and gives the memory back. */
    void clear() {
        while (!used.isEmpty()) {
            chunks.give(used.removeFirst());
        }
        headAt = 0;
        tailAt = 0;
        packets = 0;
    }

    private Chunk head() {
        Chunk head = used.peekFirst();
        if (head == null) {
            throw new IllegalStateException("there is no packet");
        }
        return head;
    }
}
