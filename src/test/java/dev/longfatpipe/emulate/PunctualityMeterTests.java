/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.Punctuality;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PunctualityMeterTests {

    private static final long MILLI = 1_000_000L;
    private static final long START = 4_000_000 * MILLI;

    private final PunctualityMeter meter = new PunctualityMeter(5 * MILLI, START);

    private Punctuality read() {
        return meter.read(START + 1_000 * MILLI, 30 * MILLI, null);
    }

    @Test
    void an_engine_that_had_nothing_to_do_was_never_late() {
        assertThat(read())
                .isEqualTo(new Punctuality(Duration.ofSeconds(1), Duration.ZERO, Duration.ZERO, Duration.ofMillis(30)));
        assertThat(read().stalledShare()).isZero();
        assertThat(read().busyShare()).isEqualTo(0.03);
    }

    @Test
    void tolerated_lateness_is_no_stall_but_counts_as_the_worst() {
        meter.begun(START + 10 * MILLI, START + 15 * MILLI);
        assertThat(read().stalled()).isZero();
        assertThat(read().worst()).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void a_stall_lasts_from_when_the_work_was_due() {
        meter.begun(START + 10 * MILLI, START + 60 * MILLI);
        assertThat(read().stalled()).isEqualTo(Duration.ofMillis(50));
        assertThat(read().stalledShare()).isEqualTo(0.05);
    }

    @Test
    void two_works_late_at_the_same_time_are_one_stall() {
        meter.begun(START + 10 * MILLI, START + 60 * MILLI);
        meter.begun(START + 20 * MILLI, START + 60 * MILLI);
        meter.begun(START + 30 * MILLI, START + 70 * MILLI);
        assertThat(read().stalled()).isEqualTo(Duration.ofMillis(60));
        assertThat(read().worst()).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void a_stall_cannot_begin_before_the_engine() {
        meter.begun(START - 100 * MILLI, START + 20 * MILLI);
        assertThat(read().stalled()).isEqualTo(Duration.ofMillis(20));
    }
}
