/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static dev.longfatpipe.backend.relay.DrivenPipe.MILLI;
import static dev.longfatpipe.backend.relay.DrivenPipe.SECOND;
import static dev.longfatpipe.backend.relay.DrivenPipe.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finite transfers on a new connection; times count from the end of the handshake. */
class TcpFlowSlowStartTests {

    private static DrivenPipe hundredByHundred() {
        return new DrivenPipe(Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100)));
    }

    /** With a queue deep enough that doubling does not overflow it. */
    @ParameterizedTest
    @CsvSource({"65536, 252", "262144, 455", "1048576, 663", "10485760, 1475"})
    void the_last_byte_arrives_when_the_published_arithmetic_says(long bytes, double millis) {
        Path path = Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100)).toBuilder()
                .queue(Queue.parse("4bdp"))
                .build();
        DrivenPipe pipe = new DrivenPipe(path);
        DrivenFlow flow = pipe.sender().open().offer(bytes).end();
        pipe.runUntilQuiet();
        assertThat((flow.arrivalNanosOf(bytes) - START) / 1e6).isCloseTo(millis, within(25.0));
    }

    /** truth/linux-6.1-hystart.csv: ten runs of a kernel ended slow start at 1055 to 1061 segments and took 1477 to 1479 ms. */
    @ParameterizedTest
    @ValueSource(strings = {"1bdp", "4bdp"})
    void cubic_leaves_slow_start_where_a_kernel_does_and_a_queue_of_one_bandwidth_delay_product_does_not_overflow(
            String queue) {
        DrivenPipe pipe = new DrivenPipe(Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100)).toBuilder()
                .queue(Queue.parse(queue))
                .build());
        DrivenFlow flow = pipe.sender().open().offer(10_485_760).end();
        while (flow.flow().windows().congestion().inSlowStart()) {
            pipe.runFor(MILLI / 10);
        }
        assertThat(flow.flow().windows().congestion().window() / 1448).isBetween(1_055L, 1_061L);
        pipe.runUntilQuiet();
        assertThat(flow.flow().counters().queueDrops).isZero();
        assertThat((flow.arrivalNanosOf(10_485_760) - START) / 1e6).isCloseTo(1_478, within(5.0));
    }

    /** truth/linux-6.1-hystart.csv: 1497 to 1570 ms, up to 1274 packets sent again. */
    @Test
    void a_queue_of_a_quarter_overflows_all_the_same() {
        DrivenPipe pipe = new DrivenPipe(Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100)).toBuilder()
                .queue(Queue.parse("0.25bdp"))
                .build());
        DrivenFlow flow = pipe.sender().open().offer(10_485_760).end();
        pipe.runUntilQuiet();
        assertThat(flow.flow().counters().queueDrops).isPositive();
        assertThat((flow.arrivalNanosOf(10_485_760) - START) / 1e6).isBetween(1_475.0, 1_600.0);
    }

    /** truth/linux-6.1-netem.csv, h_finite, medians of ms_excl_handshake with one segment per packet. */
    @ParameterizedTest
    @CsvSource({"65536, 256.59", "262144, 461.82", "1048576, 669.9"})
    void the_last_byte_arrives_when_it_did_on_a_kernel(long bytes, double millis) {
        DrivenPipe pipe = hundredByHundred();
        DrivenFlow flow = pipe.sender().open().offer(bytes).end();
        pipe.runUntilQuiet();
        assertThat((flow.arrivalNanosOf(bytes) - START) / 1e6).isCloseTo(millis, within(millis * 0.03));
    }

    @Test
    void the_first_byte_arrives_after_its_serialisation_and_one_way() {
        DrivenPipe pipe = hundredByHundred();
        DrivenFlow flow = pipe.sender().open().offer(1);
        pipe.runUntilQuiet();
        assertThat(flow.arrivalNanosOf(1) - START).isEqualTo(67 * 80 + 50 * MILLI);
    }

    @Test
    void nothing_is_sent_before_the_handshake_is_over() {
        DrivenPipe pipe = hundredByHundred();
        DrivenFlow flow =
                pipe.sender().establishedAt(START + 100 * MILLI).open().offer(1 << 20);
        pipe.runUntil(START + 99 * MILLI);
        assertThat(flow.flow().sent()).isZero();
        pipe.runUntil(START + 100 * MILLI);
        flow.readable();
        pipe.runUntilQuiet();
        assertThat(flow.arrivalNanosOf(1) - START).isGreaterThan(150 * MILLI);
        assertThat(flow.flow().account().times().in(SenderState.HANDSHAKE)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void the_account_of_a_cold_megabyte_names_slow_start() {
        DrivenPipe pipe = hundredByHundred();
        DrivenFlow flow = pipe.sender().open().offer(1 << 20);
        pipe.runUntil(START + SECOND);
        assertThat(flow.flow().account().idleLineTimes().longest()).isEqualTo(SenderState.SLOW_START);
        assertThat(flow.flow()
                        .account()
                        .idleLineTimes()
                        .in(SenderState.SLOW_START)
                        .toMillis())
                .isBetween(450L, 620L);
    }

    @Test
    void the_end_arrives_after_the_last_byte() {
        DrivenPipe pipe = hundredByHundred();
        DrivenFlow flow = pipe.sender().open().offer(1 << 20).end();
        assertThat(flow.flow().finNanos()).isEqualTo(Long.MAX_VALUE);
        pipe.runUntilQuiet();
        assertThat(flow.flow().hasEnded()).isTrue();
        assertThat(flow.flow().finNanos())
                .isBetween(flow.arrivalNanosOf(1 << 20), flow.arrivalNanosOf(1 << 20) + MILLI);
    }

    @Test
    void the_end_of_a_stream_without_a_byte_takes_one_way_on_an_untouched_line() {
        DrivenPipe pipe = hundredByHundred();
        DrivenFlow flow = pipe.sender().open().end();
        assertThat(flow.flow().finNanos()).isEqualTo(START + 50 * MILLI);
    }

    @Test
    void a_conversation_takes_one_round_trip_per_exchange() {
        DrivenPipe pipe =
                new DrivenPipe(Path.builder().rtt(Duration.ofMillis(100)).build());
        DrivenFlow requests = pipe.sender().direction(Direction.UPSTREAM).open();
        DrivenFlow replies = pipe.sender().open();
        for (int i = 1; i <= 50; i++) {
            requests.offer(10);
            pipe.runUntil(requests.nextNanos());
            assertThat(requests.flow().taken()).isEqualTo(10L * i);
            replies.offer(20);
            while (replies.flow().taken() < 20L * i) {
                pipe.runUntil(Math.min(replies.nextNanos(), requests.nextNanos()));
            }
            assertThat(pipe.now()).isEqualTo(START + i * 100L * MILLI);
        }
    }
}
