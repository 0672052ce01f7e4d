/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static dev.longfatpipe.observe.SenderState.AFTER_LOSS;
import static dev.longfatpipe.observe.SenderState.HANDSHAKE;
import static dev.longfatpipe.observe.SenderState.RECEIVE_WINDOW;
import static dev.longfatpipe.observe.SenderState.SLOW_READER;
import static dev.longfatpipe.observe.SenderState.SLOW_START;
import static dev.longfatpipe.observe.SenderState.WAITING_FOR_DATA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.emulate.Bottleneck;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SenderAccountTests {

    private static final long MILLI = 1_000_000L;
    private static final long START = 3_000_000 * MILLI;

    /** 1 byte is 80 ns. */
    private final Bottleneck line = new Bottleneck(100_000_000, 1L << 40);

    private final UnreadWatch reader = new UnreadWatch(START);
    private final SenderAccount account = new SenderAccount(line, reader, START);

    private static long at(long millis) {
        return START + millis * MILLI;
    }

    /** Keeps the line busy for so long. */
    private void serve(long fromMillis, long millis) {
        line.serve(at(fromMillis), millis * MILLI / 80);
    }

    @Test
    void a_sender_begins_with_the_handshake() {
        account.enter(SLOW_START, at(100));
        assertThat(account.times().in(HANDSHAKE)).isEqualTo(Duration.ofMillis(100));
        assertThat(account.idleLineTimes().in(HANDSHAKE)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void time_is_counted_for_the_state_it_was_spent_in() {
        account.enter(SLOW_START, at(0));
        account.enter(RECEIVE_WINDOW, at(30));
        account.enter(SLOW_START, at(80));
        account.enter(null, at(100));
        assertThat(account.times().in(SLOW_START)).isEqualTo(Duration.ofMillis(50));
        assertThat(account.times().in(RECEIVE_WINDOW)).isEqualTo(Duration.ofMillis(50));
        assertThat(account.times().total()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void entering_the_state_again_changes_nothing() {
        account.enter(SLOW_START, at(0));
        account.enter(SLOW_START, at(10));
        account.enter(SLOW_START, at(20));
        account.enter(null, at(30));
        assertThat(account.times().in(SLOW_START)).isEqualTo(Duration.ofMillis(30));
    }

    @Test
    void a_window_that_holds_the_sender_back_while_the_reader_is_behind_is_the_readers_time() {
        reader.note(14_999, 100_000, 100 * MILLI, START);
        account.enter(RECEIVE_WINDOW, at(0));
        account.update(at(400));
        assertThat(account.times().in(RECEIVE_WINDOW)).isEqualTo(Duration.ofMillis(400));
        reader.note(50_000, 100_000, 100 * MILLI, at(400));
        account.update(at(800));
        account.enter(SLOW_START, at(900));
        account.enter(null, at(1_000));
        assertThat(account.times().in(RECEIVE_WINDOW)).isEqualTo(Duration.ofMillis(400));
        assertThat(account.times().in(SLOW_READER)).isEqualTo(Duration.ofMillis(500));
        assertThat(account.times().in(SLOW_START)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void the_time_in_which_the_line_was_busy_is_not_idle() {
        account.enter(SLOW_START, at(0));
        serve(10, 25);
        account.enter(RECEIVE_WINDOW, at(50));
        serve(50, 5);
        account.enter(null, at(60));
        assertThat(account.idleLineTimes().in(SLOW_START)).isEqualTo(Duration.ofMillis(25));
        assertThat(account.idleLineTimes().in(RECEIVE_WINDOW)).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void a_queue_that_outlasts_a_state_is_busy_in_the_next_one_too() {
        account.enter(SLOW_START, at(0));
        serve(0, 40);
        account.enter(RECEIVE_WINDOW, at(10));
        account.enter(AFTER_LOSS, at(30));
        account.enter(null, at(50));
        assertThat(account.idleLineTimes().in(SLOW_START)).isZero();
        assertThat(account.idleLineTimes().in(RECEIVE_WINDOW)).isZero();
        assertThat(account.idleLineTimes().in(AFTER_LOSS)).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void waiting_counts_only_once_more_data_came() {
        account.enter(WAITING_FOR_DATA, at(0));
        account.update(at(500));
        assertThat(account.times().in(WAITING_FOR_DATA)).isZero();
        assertThat(account.waiting(at(500))).isEqualTo(Duration.ofMillis(500));
        account.enter(SLOW_START, at(800));
        assertThat(account.times().in(WAITING_FOR_DATA)).isEqualTo(Duration.ofMillis(800));
        assertThat(account.waiting(at(900))).isZero();
    }

    @Test
    void a_sender_that_ends_while_it_waits_was_done_and_not_waiting() {
        account.enter(WAITING_FOR_DATA, at(0));
        account.enter(null, at(800));
        account.update(at(900));
        assertThat(account.times().in(WAITING_FOR_DATA)).isZero();
        assertThat(account.times().total()).isZero();
    }

    @Test
    void every_other_state_is_brought_up_to_date_on_request() {
        account.enter(RECEIVE_WINDOW, at(0));
        account.update(at(10));
        assertThat(account.times().in(RECEIVE_WINDOW)).isEqualTo(Duration.ofMillis(10));
        account.update(at(25));
        assertThat(account.times().in(RECEIVE_WINDOW)).isEqualTo(Duration.ofMillis(25));
    }

    @Test
    void an_update_ahead_of_late_work_counts_no_time_twice() {
        account.enter(RECEIVE_WINDOW, at(0));
        account.update(at(20)); // a snapshot is taken …
        account.enter(SLOW_START, at(15)); // … before work that was due earlier is done
        account.enter(null, at(40));
        assertThat(account.times().total()).isEqualTo(Duration.ofMillis(40));
    }

    @Test
    void after_its_end_no_time_is_counted() {
        account.enter(null, at(10));
        account.update(at(1_000));
        assertThat(account.times().total()).isEqualTo(Duration.ofMillis(10));
    }
}
