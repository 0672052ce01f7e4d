/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.Punctuality;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PipeClockTests {

    private static final long MILLI = 1_000_000L;
    private static final long START = 1_000_000_000_000L;

    private long machine = START;
    private final PipeClock clock = new PipeClock(() -> machine, 5 * MILLI);

    private Punctuality punctuality() {
        return clock.punctuality().read(machine, 0, null);
    }

    @Test
    void shows_what_the_machine_shows() {
        machine += 7;
        assertThat(clock.nanos()).isEqualTo(START + 7);
        assertThat(clock.onMachine(START + 7)).isEqualTo(START + 7);
    }

    @Test
    void stays_as_it_is_when_work_is_late_by_a_tenth_of_a_second() {
        machine += 100 * MILLI;
        assertThat(clock.begin(START)).isEqualTo(START + 100 * MILLI);
        assertThat(clock.nanos()).isEqualTo(START + 100 * MILLI);
    }

    @Test
    void has_stood_still_when_work_is_later_than_that() {
        machine += 730 * MILLI;
        assertThat(clock.begin(START)).isEqualTo(START + 100 * MILLI);
        assertThat(clock.nanos()).isEqualTo(START + 100 * MILLI);
        assertThat(clock.onMachine(START + 100 * MILLI)).isEqualTo(machine);
        machine += 3;
        assertThat(clock.nanos()).isEqualTo(START + 100 * MILLI + 3);
    }

    @Test
    void does_not_stand_still_twice_for_the_same_work() {
        machine += 730 * MILLI;
        clock.begin(START);
        assertThat(clock.begin(START)).isEqualTo(START + 100 * MILLI);
    }

    @Test
    void stands_still_again_when_the_machine_sleeps_again() {
        machine += 730 * MILLI;
        clock.begin(START);
        machine += 400 * MILLI;
        assertThat(clock.begin(START + 200 * MILLI)).isEqualTo(START + 300 * MILLI);
        assertThat(punctuality().stalled()).isEqualTo(Duration.ofMillis(730 + 300));
    }

    @Test
    void goes_on_while_nothing_is_due() {
        machine += 730 * MILLI;
        assertThat(clock.begin(Long.MAX_VALUE)).isEqualTo(machine);
        assertThat(clock.begin(machine + 1)).isEqualTo(machine);
        assertThat(punctuality().stalled()).isZero();
    }

    @Test
    void measures_lateness_by_the_machine() {
        machine += 730 * MILLI;
        clock.begin(START);
        assertThat(punctuality())
                .isEqualTo(new Punctuality(
                        Duration.ofMillis(730), Duration.ofMillis(730), Duration.ofMillis(730), Duration.ZERO));
    }
}
