/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutageClockTests {

    private final OutageClock clock = new OutageClock();

    private long total(long nowNanos) {
        return clock.total(nowNanos).toNanos();
    }

    @Test
    void a_line_that_is_up_has_not_been_cut() {
        assertThat(clock.isCut()).isFalse();
        assertThat(total(100)).isZero();
        clock.restore(200);
        assertThat(total(300)).isZero();
    }

    @Test
    void the_time_goes_on_until_the_line_is_up() {
        clock.cut(100);
        assertThat(clock.isCut()).isTrue();
        assertThat(total(130)).isEqualTo(30);
        clock.cut(140);
        clock.restore(150);
        assertThat(clock.isCut()).isFalse();
        assertThat(total(900)).isEqualTo(50);
    }

    @Test
    void all_times_count_together() {
        clock.cut(100);
        clock.restore(150);
        clock.restore(170);
        clock.cut(200);
        assertThat(total(205)).isEqualTo(55);
        clock.restore(210);
        assertThat(total(300)).isEqualTo(60);
    }
}
