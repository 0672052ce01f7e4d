/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue that is too small for an unpaced sender, and jitter. The model's times are those of backend relay on a driven clock. */
class QueueAndJitterTests {

    private static Path path(long rttMillis, String rate, String queue) {
        return Path.of(Duration.ofMillis(rttMillis), DataRate.parse(rate)).toBuilder()
                .queue(Queue.parse(queue))
                .build();
    }

    private static ExpectationBuilder hundredByHundred(String queue) {
        return Expectation.of(path(100, "100mbit", queue), Direction.DOWNSTREAM);
    }

    private static double millis(ExpectationBuilder builder, long mebibytes) {
        return builder.bytes(DataSize.ofMebibytes(mebibytes))
                        .build()
                        .completion()
                        .orElseThrow()
                        .toNanos()
                / 1e6;
    }

    @Nested
    class Steady_state {

        /** 0.85 and 0.75 are the averages of sawteeth from 0.7 and 0.5 to 1. */
        @ParameterizedTest
        @CsvSource({
            "0.5, 0, 0.75",
            "0.5, 1, 1",
            "0.5, 0.5, 0.9643",
            "0.7, 0, 0.85",
            "0.7, 0.1, 0.9210",
            "0.7, 0.25, 0.9808",
            "0.7, 0.43, 1"
        })
        void of_a_sawtooth_over_a_queue_in_bandwidth_delay_products(double beta, double queue, double share) {
            assertThat(Sawtooth.share(beta, queue)).isCloseTo(share, within(0.0005));
        }

        /** truth/linux-6.18-tun.csv, k_queue: 94.8 mbit; the model of the relay has 93.4 in 6 s of slow start and all. */
        @Test
        void behind_a_quarter_of_a_bandwidth_delay_product_is_that_of_a_kernel_within_two_percent() {
            Expectation steady = hundredByHundred("0.25bdp").build();
            assertThat(steady.goodput().orElseThrow().megabitsPerSecond()).isCloseTo(94.77, within(0.02 * 94.77));
            assertThat(steady.binding().orElseThrow().because())
                    .isEqualTo("1448 of 1514 bytes of each frame carry payload, and cubic leaves 2 % of the line idle"
                            + " behind so small a queue");
        }

        @ParameterizedTest
        @ValueSource(strings = {"0.5bdp", "1bdp", "4bdp"})
        void behind_half_of_one_is_the_line(String queue) {
            assertThat(hundredByHundred(queue).build().goodput().orElseThrow().bitsPerSecond())
                    .isEqualTo(95_640_686);
        }

        @Test
        void of_several_connections_leaves_less_idle_for_one_reduces_at_a_time() {
            DataRate one = hundredByHundred("0.1bdp").build().goodput().orElseThrow();
            DataRate eight =
                    hundredByHundred("0.1bdp").connections(8).build().goodput().orElseThrow();
            assertThat(one.megabitsPerSecond()).isCloseTo(88.1, within(0.1));
            assertThat(eight.megabitsPerSecond()).isCloseTo(95.6, within(0.1));
        }

        @Test
        void of_bbr_does_not_depend_on_the_queue() {
            assertThat(hundredByHundred("0.1bdp")
                            .congestionControl("bbr")
                            .build()
                            .goodput()
                            .orElseThrow()
                            .bitsPerSecond())
                    .isEqualTo(95_640_686);
        }
    }

    @Nested
    class Queue_of_a_transfer {

        @ParameterizedTest
        @ValueSource(longs = {1, 10, 20, 100})
        void of_half_a_bandwidth_delay_product_costs_nothing(long mebibytes) {
            double deep = millis(hundredByHundred("4bdp"), mebibytes);
            assertThat(millis(hundredByHundred("0.5bdp"), mebibytes)).isCloseTo(deep, within(0.01 * deep));
        }

        /** truth/linux-6.1-hystart.csv: 1497 to 1570 ms, median 1516. */
        @Test
        void of_a_quarter_costs_what_it_costs_a_kernel() {
            assertThat(millis(hundredByHundred("0.25bdp"), 10)).isCloseTo(1_516, within(55.0));
        }

        @Test
        void of_a_tenth_ends_slow_start_far_below_the_line() {
            double deep = millis(hundredByHundred("4bdp"), 20);
            assertThat(millis(hundredByHundred("0.1bdp"), 20)).isGreaterThan(1.5 * deep);
        }

        @Test
        void of_a_tenth_costs_several_connections_less() {
            double one = millis(hundredByHundred("0.1bdp"), 50);
            double eight = millis(hundredByHundred("0.1bdp").connections(8), 50);
            assertThat(eight).isLessThan(one);
        }

        @Test
        void takes_no_longer_to_compute_for_a_petabyte() {
            assertThat(hundredByHundred("0.1bdp")
                            .bytes(DataSize.ofBytes(1_000_000_000_000_000L))
                            .build()
                            .completion())
                    .isPresent();
        }
    }

    @Nested
    class Jitter {

        private double millisOfTransfer(String jitter, long rttMillis, long bytes) {
            Path path = Path.of(Duration.ofMillis(rttMillis), DataRate.parse("100mbit")).toBuilder()
                    .jitter(DurationText.parse(jitter))
                    .build();
            return Expectation.of(path, Direction.DOWNSTREAM)
                            .bytes(DataSize.ofBytes(bytes))
                            .build()
                            .completion()
                            .orElseThrow()
                            .toNanos()
                    / 1e6;
        }

        /** Three flights: the first packet of each is half the jitter late on average, the last of all the whole of it. */
        @Test
        void makes_each_round_trip_longer_by_half_of_it_and_the_last_arrival_by_nearly_all() {
            double without = millisOfTransfer("0ms", 100, 65_536);
            double with = millisOfTransfer("4ms", 100, 65_536);
            assertThat(with - without).isCloseTo(2 * 2 + 4 * 15 / 16.0, within(0.05));
        }

        @Test
        void below_the_threshold_of_hystart_leaves_slow_start_alone() {
            double without = millisOfTransfer("0ms", 100, 10_485_760);
            assertThat(millisOfTransfer("12ms", 100, 10_485_760)).isLessThan(without * 1.05);
        }

        @Test
        void above_the_threshold_is_taken_for_a_queue() {
            double without = millisOfTransfer("0ms", 40, 10_485_760);
            assertThat(millisOfTransfer("20ms", 40, 10_485_760)).isBetween(without * 1.3, without * 3);
        }
    }

    @Nested
    class Request {

        @Test
        void of_one_segment_takes_the_way_of_a_packet() {
            assertThat(millis(hundredByHundred("1bdp").afterRequest(DataSize.ofBytes(1_448)), 1))
                    .isEqualTo(millis(hundredByHundred("1bdp").afterRequest(true), 1));
        }

        @Test
        void of_a_mebibyte_takes_as_long_as_its_answer_of_a_mebibyte() {
            double answer = millis(hundredByHundred("1bdp"), 1);
            assertThat(millis(hundredByHundred("1bdp").afterRequest(DataSize.ofMebibytes(1)), 1))
                    .isCloseTo(2 * answer, within(0.001));
        }
    }
}
