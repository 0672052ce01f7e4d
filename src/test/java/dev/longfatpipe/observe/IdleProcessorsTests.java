/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdleProcessorsTests {

    @Test
    void idle_and_waiting_for_disks_is_divided_by_the_processors() {
        assertThat(IdleProcessors.parse(List.of(
                        "cpu  637829 933 68193 551043 446 0 7219 223 0 0",
                        "cpu0 318000 400 34000 275000 200 0 3600 111 0 0",
                        "cpu1 319829 533 34193 276043 246 0 3619 112 0 0",
                        "intr 1 2 3")))
                .isEqualTo(Duration.ofMillis(10 * (551_043 + 446) / 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cpu", "cpu  1 2 3 4", "cpu 1 2 3 x 5", "nonsense 1 2 3 4 5 6"})
    void what_is_no_proc_stat_says_nothing(String line) {
        assertThat(IdleProcessors.parse(List.of(line, "cpu0 1 2 3 4 5"))).isNull();
        assertThat(IdleProcessors.parse(List.of())).isNull();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void this_machine_has_been_idle_for_a_while() {
        assertThat(IdleProcessors.time()).isPositive();
    }

    @Test
    void a_share_is_told_for_times_that_are_long_enough() {
        Punctuality early = reading(1000, 600);
        assertThat(reading(2000, 640).since(early).idleShare()).hasValue(0.04);
        assertThat(reading(1100, 640).since(early).idleShare()).isEmpty();
        assertThat(Punctuality.NONE.idleShare()).isEmpty();
    }

    private static Punctuality reading(long elapsedMillis, long idleMillis) {
        return new Punctuality(
                Duration.ofMillis(elapsedMillis),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofMillis(idleMillis));
    }
}
