/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BusyLineTests {

    private final BusyLine line = new BusyLine(0);

    @Test
    void what_enters_keeps_the_line_busy_for_its_time() {
        line.entered(30, 100);
        assertThat(line.busyNanos()).isEqualTo(30);
    }

    @Test
    void what_comes_faster_than_it_leaves_keeps_it_busy_for_longer() {
        line.entered(250, 100);
        assertThat(line.busyNanos()).isEqualTo(100);
        line.entered(0, 200);
        assertThat(line.busyNanos()).isEqualTo(200);
        line.entered(0, 300);
        assertThat(line.busyNanos()).isEqualTo(250);
    }

    @Test
    void what_was_lost_on_a_cut_line_does_not() {
        line.entered(250, 100);
        line.clear();
        line.entered(0, 300);
        assertThat(line.busyNanos()).isEqualTo(100);
    }
}
