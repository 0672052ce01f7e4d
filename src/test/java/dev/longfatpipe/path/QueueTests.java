/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueTests {

    @Test
    void is_read_as_bytes_time_or_multiple_of_the_bdp() {
        assertThat(Queue.parse("64KiB")).isEqualTo(Queue.ofBytes(DataSize.ofKibibytes(64)));
        assertThat(Queue.parse("1514B")).isEqualTo(Queue.ofBytes(DataSize.ofBytes(1514)));
        assertThat(Queue.parse("50ms")).isEqualTo(Queue.ofTime(Duration.ofMillis(50)));
        assertThat(Queue.parse("2 min")).isEqualTo(Queue.ofTime(Duration.ofMinutes(2)));
        assertThat(Queue.parse("1bdp")).isEqualTo(Queue.ofBdp(BigDecimal.ONE)).isEqualTo(Queue.DEFAULT);
        assertThat(Queue.parse("0.25 BDP")).isEqualTo(Queue.ofBdp(new BigDecimal("0.25")));
        assertThat(Queue.parse(".5bdp")).isEqualTo(Queue.ofBdp(new BigDecimal("0.50")));
    }

    @ParameterizedTest
    @CsvSource({
        "64KiB, 100mbit, 100ms, 65536",
        "50ms, 100mbit, 100ms, 625000",
        "1bdp, 100mbit, 100ms, 1250000",
        "0.25bdp, 100mbit, 100ms, 312500",
        "1bdp, 500mbit, 50ms, 3125000",
        "1000bdp, 400gbit, 2s, 100000000000000",
        "1bdp, 10gbit, 2s, 2500000000",
        "1bdp, 1kbit, 2s, 250",
        "0.3bdp, 1kbit, 8ms, 0",
        "1bdp, 100mbit, 0ms, 0",
        "1ns, 1kbit, 100ms, 0"
    })
    void holds_that_many_bytes_on_a_line(String queue, String rate, String rtt, long bytes) {
        assertThat(Queue.parse(queue).on(DataRate.parse(rate), DurationText.parse(rtt)))
                .isEqualTo(DataSize.ofBytes(bytes));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0bdp     | queue [0bdp] holds no frame: write "1bdp", "64KiB" or "50ms"
            0B       | queue [0B] holds no frame: write "1bdp", "64KiB" or "50ms"
            0KiB     | queue [0KiB] holds no frame: write "1bdp", "64KiB" or "50ms"
            0ms      | queue [0ms] holds no frame: write "1bdp", "64KiB" or "50ms"
            0        | queue [0] has no unit: write "1bdp", "64KiB" or "50ms"
            1000     | queue [1000] has no unit: write "1bdp", "64KiB" or "50ms"
            1000p    | queue [1000p] has an unknown unit [p]: write "1bdp", "64KiB" or "50ms"
            100mbit  | queue [100mbit] has an unknown unit [mbit]: write "1bdp", "64KiB" or "50ms"
            2 bdps   | queue [2 bdps] has an unknown unit [bdps]: write "1bdp", "64KiB" or "50ms"
            ''       | queue [] is not a number with a unit: write "1bdp", "64KiB" or "50ms"
            bdp      | queue [bdp] is not a number with a unit: write "1bdp", "64KiB" or "50ms"
            1.2.3bdp | queue [1.2.3bdp] is not a number with a unit: write "1bdp", "64KiB" or "50ms"
            1,5bdp   | queue [1,5bdp] is not a number with a unit: write "1bdp", "64KiB" or "50ms"
            -1bdp    | queue [-1bdp] is negative: write more than 0, e.g. "1bdp"
            -50ms    | queue [-50ms] is negative: write "50ms"
            -64KiB   | queue [-64KiB] is negative: write "64KiB"
            1001bdp  | queue [1001bdp] is too large: write at most "1000bdp"
            2h       | queue [2h] is too large: write at most "3600s"
            64K      | queue [64K] is ambiguous, for K counts in 1000s to some and in 1024s to others: write "64KiB" or "64kB"
            5M       | queue [5M] is ambiguous, for M counts in 1000s to some and in 1024s to others: write "5MiB" or "5MB"
            5m       | queue [5m] is ambiguous, for m may be milliseconds or minutes: write "5ms" or "5min"
            """)
    void refuses_what_is_no_queue_and_says_what_to_write(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> Queue.parse(text)).withMessage(message);
    }

    @Test
    void names_the_subject_in_the_error() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queue.parse("upstream queue", "0bdp"))
                .withMessage("upstream queue [0bdp] holds no frame: write \"1bdp\", \"64KiB\" or \"50ms\"");
    }

    @Test
    void of_0_or_less_is_refused_however_it_is_made() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queue.ofBytes(DataSize.ZERO))
                .withMessage("queue [0B] holds no frame: write \"1bdp\", \"64KiB\" or \"50ms\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queue.ofTime(Duration.ZERO))
                .withMessage("queue [0ms] holds no frame: write \"1bdp\", \"64KiB\" or \"50ms\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queue.ofBdp(BigDecimal.ZERO))
                .withMessage("queue [0bdp] holds no frame: write \"1bdp\", \"64KiB\" or \"50ms\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queue.ofTime(Duration.ofMillis(-50)))
                .withMessage("queue [-50ms] is negative: write more than 0, e.g. \"50ms\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queue.ofBdp(new BigDecimal("-0.5")))
                .withMessage("queue [-0.5bdp] is negative: write more than 0, e.g. \"1bdp\"");
    }

    @Test
    void absurdly_large_is_refused_however_it_is_made() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queue.ofTime(Duration.ofHours(2)))
                .withMessage("queue [7200s] is too large: write at most \"1h\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queue.ofBdp(new BigDecimal("1E+6")))
                .withMessage("queue [1000000bdp] is too large: write at most \"1000bdp\"");
    }

    @Test
    void to_string_is_read_back_as_the_same_queue() {
        assertThat(Queue.ofBdp(new BigDecimal("1.50"))).hasToString("1.5bdp");
        assertThat(Queue.ofBdp(new BigDecimal("1E+2"))).hasToString("100bdp");
        Random random = new Random(8);
        for (int i = 0; i < 2_000; i++) {
            for (Queue queue : new Queue[] {
                Queue.ofBytes(DataSize.ofBytes(1 + random.nextLong(Long.MAX_VALUE >> random.nextInt(60)))),
                Queue.ofTime(Duration.ofNanos(1 + random.nextLong(3_600_000_000_000L >> random.nextInt(40)))),
                Queue.ofBdp(BigDecimal.valueOf(1 + random.nextInt(100_000), random.nextInt(3) + 2))
            }) {
                assertThat(Queue.parse(queue.toString())).isEqualTo(queue);
            }
        }
    }
}
