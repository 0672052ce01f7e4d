/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PeriodicLookTests {

    private static final long PERIOD = 20_000_000L;
    private static final long MILLI = 1_000_000L;

    private final AtomicLong nanos = new AtomicLong();
    private final List<Long> due = new ArrayList<>();

    /** Time goes on whenever somebody asks for it. */
    private long tick() {
        return nanos.addAndGet(MILLI);
    }

    @Test
    void looks_are_due_one_period_after_the_other_until_one_is_the_last() {
        PeriodicLook looks = new PeriodicLook("looks", this::tick, () -> PERIOD, (at, now) -> {
            due.add(at);
            assertThat(now).isGreaterThanOrEqualTo(at);
            return due.size() < 4;
        });

        looks.start();
        looks.awaitEnd();

        long first = MILLI + PERIOD;
        assertThat(due).containsExactly(first, first + PERIOD, first + 2 * PERIOD, first + 3 * PERIOD);
    }

    @Test
    void looks_that_were_slept_through_are_not_made_up_for() {
        PeriodicLook looks = new PeriodicLook("looks", this::tick, () -> PERIOD, (at, now) -> {
            due.add(at);
            if (due.size() == 1) {
                nanos.addAndGet(1_000 * MILLI);
            }
            return due.size() < 4;
        });

        looks.start();
        looks.awaitEnd();

        assertThat(due.get(2)).isGreaterThanOrEqualTo(1_000 * MILLI);
    }

    @Test
    void ends_when_it_is_told_to() throws Exception {
        CountDownLatch looked = new CountDownLatch(1);
        PeriodicLook looks = new PeriodicLook("looks-to-be-ended", System::nanoTime, () -> MILLI, (at, now) -> {
            looked.countDown();
            return true;
        });
        looks.start();
        looked.await();

        looks.end();
        looks.awaitEnd();

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("looks-to-be-ended");
    }
}
