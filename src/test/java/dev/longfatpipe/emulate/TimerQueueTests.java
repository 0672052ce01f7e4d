/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimerQueueTests {

    private final TimerQueue timers = new TimerQueue();
    private final List<String> done = new ArrayList<>();

    @Test
    void nothing_is_ever_due_in_an_empty_queue() {
        assertThat(timers.nextNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(timers.runNext(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void work_is_done_in_order_of_time() {
        timers.at(30, () -> done.add("c"));
        timers.at(10, () -> done.add("a"));
        timers.at(20, () -> done.add("b"));
        runAll(100);
        assertThat(done).containsExactly("a", "b", "c");
    }

    @Test
    void work_of_the_same_time_is_done_in_the_order_in_which_it_was_asked_for() {
        for (int i = 0; i < 50; i++) {
            String name = Integer.toString(i);
            timers.at(10, () -> done.add(name));
        }
        runAll(10);
        assertThat(done).hasSize(50).startsWith("0", "1", "2").endsWith("48", "49");
    }

    @Test
    void work_is_not_done_before_its_time() {
        timers.at(10, () -> done.add("a"));
        assertThat(timers.runNext(9)).isFalse();
        assertThat(timers.nextNanos()).isEqualTo(10);
        assertThat(timers.runNext(10)).isTrue();
        assertThat(done).containsExactly("a");
        assertThat(timers.nextNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void cancelled_work_is_neither_done_nor_waited_for() {
        TimerQueue.Timer first = timers.at(10, () -> done.add("a"));
        timers.at(20, () -> done.add("b"));
        first.cancel();
        assertThat(timers.nextNanos()).isEqualTo(20);
        runAll(100);
        assertThat(done).containsExactly("b");
    }

    @Test
    void cancelling_work_that_was_done_does_nothing() {
        TimerQueue.Timer timer = timers.at(10, () -> done.add("a"));
        runAll(10);
        timer.cancel();
        timers.at(11, () -> done.add("b"));
        runAll(11);
        assertThat(done).containsExactly("a", "b");
    }

    @Test
    void work_may_ask_for_more_work() {
        timers.at(10, () -> timers.at(5, () -> done.add("overdue")));
        runAll(10);
        assertThat(done).containsExactly("overdue");
    }

    @Test
    void times_before_zero_come_first() {
        timers.at(1, () -> done.add("b"));
        timers.at(-1, () -> done.add("a"));
        runAll(1);
        assertThat(done).containsExactly("a", "b");
    }

    private void runAll(long nowNanos) {
        while (timers.runNext(nowNanos)) {
            // each call does one thing
        }
    }
}
