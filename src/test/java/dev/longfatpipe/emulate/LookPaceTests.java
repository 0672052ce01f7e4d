/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LookPaceTests {

    private static final long MILLI = 1_000_000;

    private double draw = 0.5;
    private final LookPace pace = new LookPace(100 * MILLI, new Draws());

    /** Draws what it is told to; in the middle a period is as long as its mean. */
    private final class Draws implements RandomGenerator {

        @Override
        public long nextLong() {
            throw new UnsupportedOperationException();
        }

        @Override
        public double nextDouble() {
            return draw;
        }
    }

    @Test
    void is_the_least_until_a_look_was_made_and_where_looks_are_quick() {
        assertThat(pace.periodNanos(20 * MILLI)).isEqualTo(20 * MILLI);
        pace.took(MILLI);
        assertThat(pace.periodNanos(20 * MILLI)).isEqualTo(20 * MILLI);
    }

    @Test
    void leaves_seven_eighths_of_the_time_to_others() {
        pace.took(8 * MILLI);
        assertThat(pace.periodNanos(20 * MILLI)).isEqualTo(64 * MILLI);
    }

    @Test
    void has_a_longest_period() {
        pace.took(50 * MILLI);
        assertThat(pace.periodNanos(20 * MILLI)).isEqualTo(100 * MILLI);
    }

    @Test
    void is_uneven() {
        draw = 0;
        assertThat(pace.periodNanos(20 * MILLI)).isEqualTo(15 * MILLI);
        draw = 1;
        assertThat(pace.periodNanos(20 * MILLI)).isEqualTo(25 * MILLI);
    }

    @Test
    void smooths_what_looks_take() {
        pace.took(8 * MILLI);
        pace.took(0);
        assertThat(pace.periodNanos(20 * MILLI)).isEqualTo(56 * MILLI);
    }
}
