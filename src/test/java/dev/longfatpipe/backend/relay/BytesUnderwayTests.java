/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BytesUnderwayTests {

    private final ChunkPool pool = new ChunkPool();
    private final BytesUnderway bytes = new BytesUnderway(pool);
    private final Source source = new Source();
    private final Sink sink = new Sink();

    /** Bytes 0, 1, 2 … as far as they are offered. */
    private static final class Source implements ReadableByteChannel {
        private long available;
        private boolean ended;
        private long next;

        @Override
        public int read(ByteBuffer to) {
            if (available == 0 && ended) {
                return -1;
            }
            int count = (int) Math.min(available, to.remaining());
            for (int i = 0; i < count; i++) {
                to.put(value(next++));
            }
            available -= count;
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private static byte value(long index) {
        return (byte) (index * 31 + (index >> 8));
    }

    /** Takes as much as there is room for. */
    private static final class Sink implements WritableByteChannel {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private long room = Long.MAX_VALUE;

        @Override
        public int write(ByteBuffer from) {
            int count = (int) Math.min(room, from.remaining());
            for (int i = 0; i < count; i++) {
                taken.write(from.get());
            }
            room -= count;
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private void requireIntact(int count) {
        byte[] taken = sink.taken.toByteArray();
        assertThat(taken).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(taken[i]).isEqualTo(value(i));
        }
    }

    @Test
    void never_more_is_read_than_was_asked_for() throws IOException {
        source.available = 1_000;
        assertThat(bytes.readFrom(source, 10)).isEqualTo(10);
        assertThat(source.available).isEqualTo(990);
    }

    @Test
    void a_short_read_says_that_no_more_is_there() throws IOException {
        source.available = 10;
        assertThat(bytes.readFrom(source, 1_000)).isEqualTo(10);
        assertThat(bytes.readFrom(source, 1_000)).isZero();
    }

    @Test
    void the_end_is_told_after_the_last_byte() throws IOException {
        source.available = 10;
        source.ended = true;
        assertThat(bytes.readFrom(source, 10)).isEqualTo(10);
        assertThat(bytes.readFrom(source, 10)).isEqualTo(-1);
    }

    @Test
    void the_end_that_comes_together_with_bytes_is_told_at_the_next_read() throws IOException {
        source.available = ChunkPool.CHUNK_BYTES;
        source.ended = true;
        assertThat(bytes.readFrom(source, 2 * ChunkPool.CHUNK_BYTES)).isEqualTo(ChunkPool.CHUNK_BYTES);
        assertThat(bytes.readFrom(source, 1)).isEqualTo(-1);
    }

    @Test
    void bytes_come_out_in_order_over_many_chunks() throws IOException {
        int count = 3 * ChunkPool.CHUNK_BYTES + 17;
        source.available = count;
        assertThat(bytes.readFrom(source, count)).isEqualTo(count);
        assertThat(bytes.writeTo(sink, count)).isEqualTo(count);
        requireIntact(count);
    }

    @Test
    void only_so_many_bytes_are_written_as_may_be() throws IOException {
        source.available = 1_000;
        bytes.readFrom(source, 1_000);
        assertThat(bytes.writeTo(sink, 300)).isEqualTo(300);
        requireIntact(300);
        assertThat(bytes.writeTo(sink, 700)).isEqualTo(700);
        requireIntact(1_000);
    }

    @Test
    void what_a_full_socket_refuses_is_offered_again() throws IOException {
        source.available = 1_000;
        bytes.readFrom(source, 1_000);
        sink.room = 100;
        assertThat(bytes.writeTo(sink, 1_000)).isEqualTo(100);
        assertThat(bytes.writeTo(sink, 900)).isZero();
        sink.room = 900;
        assertThat(bytes.writeTo(sink, 900)).isEqualTo(900);
        requireIntact(1_000);
    }

    @Test
    void random_reads_and_writes_keep_every_byte() throws IOException {
        Random random = new Random(1);
        int total = 20 * ChunkPool.CHUNK_BYTES;
        source.available = total;
        long held = 0;
        long written = 0;
        while (written < total) {
            held += bytes.readFrom(source, 1 + random.nextInt(200_000));
            sink.room = random.nextInt(150_000);
            long now = bytes.writeTo(sink, random.nextLong(held + 1));
            held -= now;
            written += now;
        }
        requireIntact(total);
    }

    @Test
    void nothing_is_pinned_when_nothing_is_under_way() throws IOException {
        source.available = 3 * ChunkPool.CHUNK_BYTES + 5;
        int count = (int) source.available;
        bytes.readFrom(source, count);
        bytes.writeTo(sink, count);
        assertThat(bytes.chunks()).isZero();
    }

    @Test
    void a_read_that_finds_nothing_pins_nothing() throws IOException {
        bytes.readFrom(source, 1_000);
        assertThat(bytes.chunks()).isZero();
        source.ended = true;
        bytes.readFrom(source, 1_000);
        assertThat(bytes.chunks()).isZero();
    }

    @Test
    void chunks_are_used_again() throws IOException {
        for (int i = 0; i < 20; i++) {
            source.available = ChunkPool.CHUNK_BYTES;
            bytes.readFrom(source, ChunkPool.CHUNK_BYTES);
            bytes.writeTo(sink, ChunkPool.CHUNK_BYTES);
            sink.taken.reset();
        }
        ByteBuffer first = pool.take();
        pool.giveBack(first);
        assertThat(pool.take()).isSameAs(first);
    }

    @Test
    void discarding_gives_everything_back() throws IOException {
        source.available = 3 * ChunkPool.CHUNK_BYTES;
        bytes.readFrom(source, 3 * ChunkPool.CHUNK_BYTES);
        bytes.writeTo(sink, 100);
        bytes.discard();
        assertThat(bytes.chunks()).isZero();
        source.available = 10;
        sink.taken.reset();
        assertThat(bytes.readFrom(source, 10)).isEqualTo(10);
        assertThat(bytes.writeTo(sink, 10)).isEqualTo(10);
    }

    /** What is read before it may leave the sender. */
    @Nested
    class Ahead {

        private final BytesUnderway bytes = new BytesUnderway(pool, 16_384);

        @Test
        void four_times_what_may_leave_is_taken_from_the_channel() throws IOException {
            source.available = 100_000;
            assertThat(bytes.readFrom(source, 1_000)).isEqualTo(1_000);
            assertThat(source.available).isEqualTo(96_000);
            for (int i = 0; i < 3; i++) {
                assertThat(bytes.readFrom(source, 1_000)).isEqualTo(1_000);
            }
            assertThat(source.available).isEqualTo(96_000);
            assertThat(bytes.readFrom(source, 10_000)).isEqualTo(10_000);
            assertThat(source.available).isEqualTo(96_000 - 16_384);
        }

        @Test
        void what_may_leave_at_once_is_all_that_is_taken_where_it_is_more() throws IOException {
            source.available = 100_000;
            assertThat(bytes.readFrom(source, 50_000)).isEqualTo(50_000);
            assertThat(source.available).isEqualTo(50_000);
        }

        @Test
        void what_came_since_counts_as_if_the_rest_had_stayed_in_the_channel() throws IOException {
            source.available = 1_500;
            assertThat(bytes.readFrom(source, 1_000)).isEqualTo(1_000);
            source.available = 300;
            assertThat(bytes.readFrom(source, 1_000))
                    .as("fewer than asked for: the sender waits")
                    .isEqualTo(800);
            assertThat(bytes.readFrom(source, 1_000)).isZero();
            source.available = 5_000;
            assertThat(bytes.readFrom(source, 1_000)).isEqualTo(1_000);
            assertThat(source.available).isEqualTo(1_000);
        }

        @Test
        void the_end_is_told_after_the_last_byte_that_was_read_ahead() throws IOException {
            source.available = 2_500;
            source.ended = true;
            assertThat(bytes.readFrom(source, 1_000)).isEqualTo(1_000);
            assertThat(bytes.readFrom(source, 1_000)).isEqualTo(1_000);
            assertThat(bytes.readFrom(source, 1_000)).isEqualTo(500);
            assertThat(bytes.readFrom(source, 1_000)).isEqualTo(-1);
        }

        @Test
        void random_reads_and_writes_keep_every_byte() throws IOException {
            Random random = new Random(2);
            int total = 10 * ChunkPool.CHUNK_BYTES;
            long left = total;
            long held = 0;
            long written = 0;
            while (written < total) {
                long more = Math.min(left, random.nextInt(60_000));
                left -= more;
                source.available += more;
                held += bytes.readFrom(source, 1 + random.nextInt(20_000));
                long now = bytes.writeTo(sink, random.nextLong(held + 1));
                held -= now;
                written += now;
            }
            requireIntact(total);
            assertThat(bytes.chunks()).isZero();
        }

        @Test
        void what_was_read_ahead_is_discarded_too() throws IOException {
            source.available = 4_000;
            assertThat(bytes.readFrom(source, 1_000)).isEqualTo(1_000);
            bytes.discard();
            assertThat(bytes.chunks()).isZero();
            assertThat(bytes.readFrom(source, 1_000)).isZero();
        }
    }
}
