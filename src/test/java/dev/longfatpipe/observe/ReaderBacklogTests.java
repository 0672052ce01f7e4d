/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaderBacklogTests {

    private static final long MILLI = 1_000_000;
    private static final long RTT = 100 * MILLI;
    private static final long WINDOW = 100_000;

    private final ReaderBacklog reader = new ReaderBacklog();

    @Test
    void of_whom_nothing_is_known_is_not_behind() {
        assertThat(reader.isBehind()).isFalse();
        reader.add(1_000_000, 0, 1_000 * MILLI, RTT);
        reader.add(1_000_000, WINDOW, 0, RTT);
        reader.add(1_000_000, WINDOW, -1, RTT);
        assertThat(reader.isBehind()).isFalse();
    }

    @Test
    void is_behind_from_fifteen_hundredths_of_the_window_on() {
        reader.add(14_999, WINDOW, 20 * MILLI, RTT);
        assertThat(reader.isBehind()).isFalse();
        ReaderBacklog slower = new ReaderBacklog();
        slower.add(15_001, WINDOW, 20 * MILLI, RTT);
        assertThat(slower.isBehind()).isTrue();
    }

    /** A full socket for a part of each period of 130 ms, empty in the rest. */
    @ParameterizedTest
    @CsvSource({"10, false", "15, false", "25, true", "60, true"})
    void a_reader_that_comes_back_late_is_judged_by_the_mean(int fullMillis, boolean behind) {
        for (int period = 0; period < 30; period++) {
            reader.add(0, WINDOW, (130 - fullMillis) * MILLI, RTT);
            if (period > 5) {
                assertThat(reader.isBehind()).as("before, in period %d", period).isEqualTo(behind);
            }
            reader.add(WINDOW, WINDOW, fullMillis * MILLI, RTT);
            if (period > 5) {
                assertThat(reader.isBehind()).as("after, in period %d", period).isEqualTo(behind);
            }
        }
    }

    @Test
    void a_reader_that_catches_up_is_forgiven_within_ten_round_trips() {
        reader.add(WINDOW, WINDOW, 10_000 * MILLI, RTT);
        assertThat(reader.isBehind()).isTrue();
        reader.add(0, WINDOW, 10 * RTT, RTT);
        assertThat(reader.isBehind()).isFalse();
    }

    /** Between two looks of a short path a reader may have been late by chance. */
    @Test
    void on_a_short_path_ten_looks_are_one_mean() {
        reader.add(0, WINDOW, 1_000 * MILLI, MILLI);
        reader.add(WINDOW, WINDOW, 20 * MILLI, MILLI);
        assertThat(reader.isBehind()).isFalse();
        reader.add(WINDOW, WINDOW, 20 * MILLI, MILLI);
        assertThat(reader.isBehind()).isTrue();
    }
}
