/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.emulate.DeliveryWait.Standing;
import java.time.Duration;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

class DeliveryWaitTests {

    private static final long STEP = Duration.ofMillis(100).toNanos();
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();
    private static final Duration LONG = Duration.ofDays(1_000_000);

    private long nanos;
    private long looks;

    /** Every look takes a tenth of a second. */
    private boolean await(Duration atMost, LongFunction<Standing> look) throws InterruptedException {
        return new DeliveryWait(() -> nanos, 0).await(atMost, () -> {
            nanos += STEP;
            return look.apply(++looks);
        });
    }

    private static Standing moving(long progress) {
        return new Standing(false, progress, false, PATIENCE);
    }

    @Test
    void ends_when_two_looks_in_a_row_find_nothing_under_way() throws Exception {
        assertThat(await(LONG, look -> new Standing(look != 2, 1, false, PATIENCE)))
                .isTrue();
        assertThat(looks).isEqualTo(4);
    }

    @Test
    void gives_up_when_nothing_has_moved_for_longer_than_its_patience() throws Exception {
        assertThat(await(LONG, look -> moving(Math.min(look, 50)))).isFalse();
        assertThat(nanos).isEqualTo(50 * STEP + PATIENCE + STEP);
    }

    @Test
    void is_patient_as_long_as_something_is_bound_to_move() throws Exception {
        assertThat(await(LONG, look -> new Standing(false, 1, look < 100, PATIENCE)))
                .isFalse();
        assertThat(nanos).isEqualTo(99 * STEP + PATIENCE + STEP);
    }

    @Test
    void gives_up_when_time_is_up_whatever_moves() throws Exception {
        assertThat(await(Duration.ofSeconds(7), DeliveryWaitTests::moving)).isFalse();
        assertThat(nanos).isEqualTo(Duration.ofSeconds(7).toNanos() + STEP);
    }

    @Test
    void patience_is_four_round_trips_and_two_seconds_at_least() {
        assertThat(DeliveryWait.patienceNanos(Duration.ofMillis(100))).isEqualTo(PATIENCE);
        assertThat(DeliveryWait.patienceNanos(Duration.ofSeconds(2)))
                .isEqualTo(Duration.ofSeconds(8).toNanos());
        assertThat(DeliveryWait.patienceNanos(Duration.ofMillis(100), Duration.ofMillis(500)))
                .isEqualTo(Duration.ofMillis(500).toNanos());
    }
}
