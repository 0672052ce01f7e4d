/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongRingTests {

    private final LongRing ring = new LongRing();

    @Test
    void a_new_ring_is_empty() {
        assertThat(ring.isEmpty()).isTrue();
        assertThat(ring.size()).isZero();
    }

    @Test
    void what_went_in_first_comes_out_first() {
        ring.add(3);
        ring.add(1);
        ring.add(Long.MAX_VALUE);
        assertThat(ring.first()).isEqualTo(3);
        assertThat(ring.removeFirst()).isEqualTo(3);
        assertThat(ring.removeFirst()).isEqualTo(1);
        assertThat(ring.removeFirst()).isEqualTo(Long.MAX_VALUE);
        assertThat(ring.isEmpty()).isTrue();
    }

    @Test
    void positions_count_up_and_never_change_while_the_ring_grows() {
        for (int i = 0; i < 10; i++) {
            ring.add(i);
        }
        for (int i = 0; i < 7; i++) {
            ring.removeFirst();
        }
        for (int i = 10; i < 1_000; i++) {
            ring.add(i);
        }
        assertThat(ring.firstPosition()).isEqualTo(7);
        assertThat(ring.endPosition()).isEqualTo(1_000);
        for (int i = 7; i < 1_000; i++) {
            assertThat(ring.get(i)).isEqualTo(i);
        }
    }

    @Test
    void a_value_can_be_replaced_where_it_stands() {
        ring.add(10);
        ring.add(20);
        ring.add(30);
        ring.set(1, 21);
        ring.removeFirst();
        assertThat(ring.first()).isEqualTo(21);
        assertThat(ring.size()).isEqualTo(2);
    }

    @Test
    void random_use_agrees_with_a_deque() {
        Random random = new Random(1);
        Deque<Long> model = new ArrayDeque<>();
        for (int i = 0; i < 200_000; i++) {
            if (random.nextInt(100) < 51 || model.isEmpty()) {
                long value = random.nextLong();
                ring.add(value);
                model.addLast(value);
            } else {
                assertThat(ring.removeFirst()).isEqualTo(model.removeFirst());
            }
            assertThat(ring.size()).isEqualTo(model.size());
        }
        while (!model.isEmpty()) {
            assertThat(ring.removeFirst()).isEqualTo(model.removeFirst());
        }
        assertThat(ring.isEmpty()).isTrue();
    }
}
