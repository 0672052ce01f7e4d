/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static dev.longfatpipe.observe.SenderState.AFTER_LOSS;
import static dev.longfatpipe.observe.SenderState.HANDSHAKE;
import static dev.longfatpipe.observe.SenderState.SLOW_START;
import static dev.longfatpipe.observe.SenderState.WAITING_FOR_DATA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SenderTimesTests {

    private static SenderTimes of(SenderState state, long nanos) {
        long[] all = new long[SenderState.values().length];
        all[state.ordinal()] = nanos;
        return SenderTimes.ofNanos(all);
    }

    private final SenderTimes times = of(HANDSHAKE, 100).plus(of(SLOW_START, 300));

    @Test
    void each_state_has_its_time_and_its_share() {
        assertThat(times.in(SLOW_START)).isEqualTo(Duration.ofNanos(300));
        assertThat(times.in(AFTER_LOSS)).isZero();
        assertThat(times.total()).isEqualTo(Duration.ofNanos(400));
        assertThat(times.share(SLOW_START)).isEqualTo(0.75);
        assertThat(times.longest()).isEqualTo(SLOW_START);
    }

    @Test
    void no_time_has_no_shares() {
        assertThat(SenderTimes.NONE.share(SLOW_START)).isZero();
        assertThat(SenderTimes.NONE.longest()).isEqualTo(WAITING_FOR_DATA);
        assertThat(SenderTimes.NONE.total()).isZero();
        assertThat(SenderTimes.NONE).hasToString("none");
    }

    @Test
    void adding_and_taking_off_undo_each_other() {
        assertThat(times.plus(of(SLOW_START, 5)).minus(of(SLOW_START, 5))).isEqualTo(times);
        assertThat(times.plus(of(SLOW_START, 5))).isNotEqualTo(times);
        assertThat(times.plus(SenderTimes.NONE)).isEqualTo(times).hasSameHashCodeAs(times);
    }

    @Test
    void nothing_becomes_negative() {
        assertThat(times.minus(of(SLOW_START, 1_000)).in(SLOW_START)).isZero();
        assertThat(times.without(SLOW_START, Duration.ofNanos(1_000)).in(SLOW_START))
                .isZero();
        assertThat(times.without(SLOW_START, Duration.ofNanos(100)).in(SLOW_START))
                .isEqualTo(Duration.ofNanos(200));
    }

    @Test
    void the_array_it_was_made_of_may_change() {
        long[] nanos = new long[SenderState.values().length];
        SenderTimes made = SenderTimes.ofNanos(nanos);
        nanos[0] = 5;
        assertThat(made).isEqualTo(SenderTimes.NONE);
    }

    @Test
    void it_reads_as_a_list_of_the_states_that_had_time() {
        assertThat(times).hasToString("HANDSHAKE PT0.0000001S, SLOW_START PT0.0000003S");
    }

    @Test
    void a_wrong_number_of_states_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SenderTimes.ofNanos(1, 2))
                .withMessage("times [[1, 2]] must have one entry per state: [HANDSHAKE, WAITING_FOR_DATA, SLOW_START,"
                        + " AFTER_LOSS, AFTER_QUEUE_OVERFLOW, RECEIVE_WINDOW, SLOW_READER, SEND_BUFFER]");
    }

    @Test
    void a_negative_time_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SenderTimes.ofNanos(0, 0, -1, 0, 0, 0, 0, 0))
                .withMessage("times [[0, 0, -1, 0, 0, 0, 0, 0]] must not be negative");
    }
}
