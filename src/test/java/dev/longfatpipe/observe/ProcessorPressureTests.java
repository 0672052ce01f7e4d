/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessorPressureTests {

    @Test
    void is_the_time_in_which_something_waited() {
        assertThat(ProcessorPressure.parse(List.of(
                        "some avg10=1.01 avg60=1.60 avg300=3.90 total=12578091382",
                        "full avg10=0.00 avg60=0.00 avg300=0.00 total=7")))
                .isEqualTo(Duration.ofNanos(12_578_091_382_000L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "some",
                "some avg10=0.00",
                "some avg10=0.00 total=",
                "some avg10=0.00 total=-1",
                "some total=12345678901234567890",
                "full avg10=0.00 avg60=0.00 avg300=0.00 total=7"
            })
    void what_is_no_pressure_says_nothing(String line) {
        assertThat(ProcessorPressure.parse(List.of(line))).isNull();
        assertThat(ProcessorPressure.parse(List.of())).isNull();
    }

    @Test
    void of_this_machine_is_told_where_the_kernel_tells_it() {
        if (Files.isReadable(Path.of("/proc/pressure/cpu")) && ProcessorPressure.time() != null) {
            assertThat(ProcessorPressure.time()).isPositive();
        } else {
            assertThat(ProcessorPressure.time()).isNull();
        }
    }

    @Test
    void is_counted_from_one_reading_to_the_next() {
        assertThat(reading(2_000, 900).since(reading(1_000, 400)).contended()).isEqualTo(Duration.ofMillis(500));
        assertThat(reading(2_000, 900).since(Punctuality.NONE).contended()).isNull();
    }

    @Test
    void is_at_most_the_time_in_which_not_all_processors_were_idle_where_the_kernel_tells_of_no_waits() {
        assertThat(reading(2_000, 900).mostContended()).isEqualTo(Duration.ofMillis(900));
        assertThat(idle(2_000, 1_500).mostContended()).isEqualTo(Duration.ofMillis(500));
        assertThat(idle(100, 60).mostContended()).isZero();
        assertThat(Punctuality.NONE.mostContended()).isZero();
    }

    private static Punctuality idle(long elapsedMillis, long idleMillis) {
        return new Punctuality(
                Duration.ofMillis(elapsedMillis),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofMillis(idleMillis));
    }

    private static Punctuality reading(long elapsedMillis, long contendedMillis) {
        return new Punctuality(
                Duration.ofMillis(elapsedMillis),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                null,
                Duration.ofMillis(contendedMillis));
    }
}
