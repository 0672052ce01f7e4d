/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkPoolTests {

    private static final int MEBIBYTE = 1 << 20;

    private final ChunkPool pool = new ChunkPool();

    private void useAtOnce(int bytes) {
        List<ByteBuffer> chunks = new ArrayList<>();
        for (int taken = 0; taken < bytes; taken += ChunkPool.CHUNK_BYTES) {
            chunks.add(pool.take());
        }
        chunks.forEach(pool::giveBack);
    }

    @Test
    void the_smallest_chunk_is_taken_that_holds_so_many_bytes() {
        assertThat(pool.take(-1).capacity()).isEqualTo(16_384);
        assertThat(pool.take(16_384).capacity()).isEqualTo(16_384);
        assertThat(pool.take(16_385).capacity()).isEqualTo(65_536);
        assertThat(pool.take(65_537).capacity()).isEqualTo(262_144);
        assertThat(pool.take(10_000_000).capacity()).isEqualTo(262_144);
        assertThat(pool.take().capacity()).isEqualTo(262_144);
    }

    @Test
    void each_size_is_used_again() {
        for (int bytes : List.of(1, 20_000, 100_000)) {
            ByteBuffer chunk = pool.take(bytes);
            pool.giveBack(chunk.position(3));
            assertThat(pool.take(bytes)).isSameAs(chunk);
            assertThat(chunk.position()).isZero();
        }
    }

    @Test
    void what_was_in_use_at_once_is_kept() {
        useAtOnce(8 * MEBIBYTE);
        assertThat(pool.freeBytes()).isEqualTo(8 * MEBIBYTE);
        useAtOnce(8 * MEBIBYTE);
        assertThat(pool.freeBytes()).isEqualTo(8 * MEBIBYTE);
    }

    @Test
    void what_has_not_been_needed_for_seconds_is_let_go() {
        useAtOnce(64 * MEBIBYTE);
        for (int i = 0; i < 177; i++) {
            pool.trim(false);
        }
        assertThat(pool.freeBytes()).isBetween(31L * MEBIBYTE, 33L * MEBIBYTE);
        assertThat(pool.isTrimmed()).isFalse();
        for (int i = 0; i < 30; i++) {
            pool.trim(true);
        }
        assertThat(pool.freeBytes()).isEqualTo(MEBIBYTE);
        assertThat(pool.isTrimmed()).isTrue();
    }

    @Test
    void what_is_in_use_is_counted_until_it_is_given_back() {
        List<ByteBuffer> chunks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            chunks.add(pool.take());
        }
        for (int i = 0; i < 200; i++) {
            pool.trim(true);
        }
        chunks.forEach(pool::giveBack);
        assertThat(pool.freeBytes()).isEqualTo(2 * MEBIBYTE);
    }
}
