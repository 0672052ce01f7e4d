/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static dev.longfatpipe.backend.relay.DrivenPipe.MILLI;
import static dev.longfatpipe.backend.relay.DrivenPipe.SECOND;
import static dev.longfatpipe.backend.relay.DrivenPipe.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What windows do to a flow; no line, no loss, no wall clock. */
class TcpFlowWindowTests {

    private static final int SEGMENT = 1448;
    private static final long RTT = 100 * MILLI;

    private static DrivenPipe unlimited() {
        return new DrivenPipe(Path.builder().rtt(Duration.ofMillis(100)).build());
    }

    @Nested
    class ReceiveWindow {

        @ParameterizedTest
        @CsvSource({"65536, 64088", "262144, 260696", "524288, 522848", "1048576, 1047136"})
        void goodput_is_the_whole_segments_of_the_window_per_round_trip(long buffer, long window) {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().receiveBuffer(buffer).open().offerForever();
            pipe.runUntil(START + 12 * SECOND);
            assertThat(flow.arrivedBetween(START + 2 * SECOND, START + 12 * SECOND))
                    .isEqualTo(100 * (window / SEGMENT * SEGMENT));
            assertThat(flow.largestInFlight()).isLessThanOrEqualTo(window);
        }

        @Test
        void without_window_scaling_it_is_64_kib_per_round_trip_whatever_the_buffer() {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender()
                    .kernel(KernelProfile.linux61().with("net.ipv4.tcp_window_scaling", "0"))
                    .receiveBuffer(4 << 20)
                    .open()
                    .offerForever();
            pipe.runUntil(START + 12 * SECOND);
            // 65,535 bytes are 45 whole segments: 5.2 mbit
            assertThat(flow.arrivedBetween(START + 2 * SECOND, START + 12 * SECOND))
                    .isEqualTo(100 * 45 * SEGMENT);
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 10, 50, 300})
        void doubling_the_round_trip_halves_it(long rttMillis) {
            DrivenPipe pipe = new DrivenPipe(
                    Path.builder().rtt(Duration.ofMillis(rttMillis)).build());
            DrivenFlow flow = pipe.sender().receiveBuffer(65_536).open().offerForever();
            long rtt = rttMillis * MILLI;
            pipe.runUntil(START + 100 * rtt);
            assertThat(flow.arrivedBetween(START + 50 * rtt, START + 100 * rtt)).isEqualTo(50L * 44 * SEGMENT);
        }

        @ParameterizedTest
        @ValueSource(longs = {4096, 8192, 16384})
        void a_small_window_holds_from_the_first_byte_on(long buffer) {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().receiveBuffer(buffer).open().offerForever();
            long window = flow.flow().windows().receiver().window();
            pipe.runUntil(START + SECOND);
            assertThat(flow.arrivedBy(START + RTT - 1)).isLessThanOrEqualTo(window);
            assertThat(flow.largestInFlight()).isLessThanOrEqualTo(window);
        }

        @ParameterizedTest
        @ValueSource(longs = {4096, 8192, 16384})
        void a_small_window_that_is_read_when_the_connection_opens_holds_from_the_first_byte_on(long buffer) {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().establishedAt(START + RTT).open();
            // the relay makes the flow first, and reads the application's socket then
            flow.flow().onReceiverRead(KernelProfile.linux61(), DrivenPipe.explicit(buffer));
            long window = flow.flow().windows().receiver().window();
            assertThat(window).isLessThanOrEqualTo(buffer);
            pipe.runUntil(START + RTT);
            flow.offerForever();
            pipe.runUntil(START + SECOND);
            assertThat(flow.largestInFlight()).isLessThanOrEqualTo(window);
        }

        @Test
        void the_account_names_it() {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().receiveBuffer(65_536).open().offerForever();
            pipe.runUntil(START + 10 * SECOND);
            flow.flow().account().update(pipe.now());
            assertThat(flow.flow().account().times().share(SenderState.RECEIVE_WINDOW))
                    .isGreaterThan(0.95);
            assertThat(flow.flow().account().idleLineTimes().longest()).isEqualTo(SenderState.RECEIVE_WINDOW);
            assertThat(flow.flow().account().times().total()).isEqualTo(Duration.ofSeconds(10));
        }

        @Test
        void an_auto_tuned_window_does_not_hold_slow_start_back() {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().open().offerForever();
            for (int round = 1; round <= 9; round++) {
                pipe.runUntil(START + (2 * round - 1) * RTT / 2);
                assertThat(flow.flow().taken())
                        .as("after %d flights", round)
                        .isEqualTo(10L * SEGMENT * ((1L << round) - 1));
            }
        }

        @Test
        void an_auto_tuned_window_ends_at_the_share_of_tcp_rmem() {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender()
                    .kernel(KernelProfile.linux61().with("net.ipv4.tcp_rmem", "4096 131072 524288"))
                    .open()
                    .offerForever();
            pipe.runUntil(START + 20 * SECOND);
            long perRtt = flow.arrivedBetween(START + 10 * SECOND, START + 20 * SECOND) / 100;
            // facts.md: tcp_rmem max 524288 gives a window of 262144
            assertThat(perRtt).isBetween(255_000L, 262_144L);
        }
    }

    @Nested
    class SendBuffer {

        @ParameterizedTest
        @CsvSource({"65536, linux-6.1", "1048576, linux-6.1", "65536, linux-6.18", "262144, linux-6.18"})
        void goodput_lies_between_two_thirds_of_the_capacity_and_all_of_it(long buffer, String kernel) {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender()
                    .kernel(KernelProfile.named(kernel))
                    .sendBuffer(buffer)
                    .open()
                    .offerForever();
            long capacity = flow.flow().windows().sendBuffer().capacity();
            pipe.runUntil(START + 40 * SECOND);
            double perRtt = flow.arrivedBetween(START + 20 * SECOND, START + 40 * SECOND) / 200.0;
            assertThat(perRtt).isBetween(capacity * 0.66, (double) capacity);
            assertThat(flow.largestInFlight()).isLessThanOrEqualTo(capacity);
        }

        @Test
        void the_account_names_it() {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().sendBuffer(65_536).open().offerForever();
            pipe.runUntil(START + 10 * SECOND);
            flow.flow().account().update(pipe.now());
            assertThat(flow.flow().account().times().share(SenderState.SEND_BUFFER))
                    .isGreaterThan(0.9);
        }
    }

    @Nested
    class Reader {

        @Test
        void a_reader_that_stops_shuts_the_window_and_the_sender_stops() {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().receiveBuffer(65_536).open();
            flow.stopReading();
            flow.offerForever();
            pipe.runUntil(START + 10 * SECOND);
            assertThat(flow.flow().sent()).isBetween(64_088L - SEGMENT, 64_088L);
            assertThat(flow.flow().inFlight()).isZero();
            assertThat(flow.nextNanos()).as("nothing left to be done").isEqualTo(Long.MAX_VALUE);
            flow.flow().account().update(pipe.now());
            assertThat(flow.flow().account().times().longest()).isEqualTo(SenderState.SLOW_READER);
        }

        @Test
        void it_opens_again_one_way_after_the_reader_goes_on() {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().receiveBuffer(65_536).open();
            flow.stopReading();
            flow.offerForever();
            pipe.runUntil(START + 10 * SECOND);
            long before = flow.flow().sent();
            flow.resumeReading();
            pipe.runUntil(START + 10 * SECOND + RTT / 2 - 1);
            assertThat(flow.flow().sent()).isEqualTo(before);
            pipe.runUntil(START + 10 * SECOND + RTT / 2);
            assertThat(flow.flow().sent()).isGreaterThan(before);
            pipe.runUntil(START + 20 * SECOND);
            assertThat(flow.arrivedBetween(START + 15 * SECOND, START + 20 * SECOND))
                    .isEqualTo(50L * 44 * SEGMENT);
        }

        @Test
        void it_opens_again_when_the_window_was_shut_before_its_size_was_known() {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().open();
            flow.stopReading();
            flow.offerForever();
            pipe.runUntil(START + SECOND);
            assertThat(flow.nextNanos()).as("nothing left to be done").isEqualTo(Long.MAX_VALUE);
            // a busy relay reads the socket late: its window is much larger than what lies unread in it
            flow.flow().onReceiverRead(KernelProfile.linux61(), DrivenPipe.explicit(4_194_304));
            flow.resumeReading();
            pipe.runUntil(START + 2 * SECOND);
            assertThat(flow.flow().taken()).isGreaterThan(1_000_000);
        }

        @Test
        void a_slow_reader_sets_the_pace_whatever_it_takes_at_once() {
            for (long chunk : new long[] {100, 1_448, 5_000, 20_000, 50_000}) {
                DrivenPipe pipe = unlimited();
                DrivenFlow flow = pipe.sender().receiveBuffer(65_536).open();
                flow.stopReading();
                flow.offerForever();
                long every = chunk * 10_000; // 100 kB/s
                for (long at = START; at < START + 60 * SECOND; at += every) {
                    pipe.runUntil(at);
                    flow.take(Math.min(chunk, flow.flow().deliverable()));
                }
                assertThat((double) flow.flow().taken() / 60)
                        .as("taking %d bytes at once", chunk)
                        .isCloseTo(100_000, within(3_000.0));
            }
        }

        @Test
        void bytes_that_the_applications_socket_holds_are_unread_too() {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().receiveBuffer(65_536).open().offerForever();
            long at = START;
            long read = 0;
            // everything is handed over, but the application reads nothing: the inspection sees it
            while (at < START + 5 * SECOND) {
                at += 20 * MILLI;
                pipe.runUntil(at);
                flow.flow().onSocketHolds(flow.flow().taken() - read, at);
            }
            long sent = flow.flow().sent();
            assertThat(sent).isLessThan(4 * 64_088L);
            pipe.runUntil(START + 10 * SECOND);
            assertThat(flow.flow().sent()).isEqualTo(sent);
            flow.flow().onSocketHolds(0, pipe.now());
            pipe.runFor(RTT);
            assertThat(flow.flow().sent()).isGreaterThan(sent);
        }

        @Test
        void the_window_never_shrinks() {
            DrivenPipe pipe = unlimited();
            DrivenFlow flow = pipe.sender().receiveBuffer(262_144).open().offerForever();
            long edge = 0;
            for (int i = 0; i < 2_000; i++) {
                pipe.runFor(5 * MILLI);
                if (i % 97 == 50) {
                    flow.stopReading();
                } else if (i % 97 == 80) {
                    flow.resumeReading();
                }
                long rightEdge = flow.flow().windows().rightEdge();
                assertThat(rightEdge).isGreaterThanOrEqualTo(edge);
                edge = rightEdge;
            }
        }
    }

    @Nested
    class Idle {

        private final DrivenPipe pipe =
                new DrivenPipe(Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100)));

        private long secondTransferMillis(KernelProfile kernel, long pauseNanos) {
            DrivenFlow flow = pipe.sender().kernel(kernel).open().offer(4 << 20);
            pipe.runUntilQuiet();
            pipe.runFor(pauseNanos);
            long from = pipe.now();
            flow.offer(1 << 20);
            pipe.runUntilQuiet();
            return (flow.arrivalNanosOf(5 << 20) - from) / MILLI;
        }

        @Test
        void after_an_idle_time_slow_start_begins_again() {
            assertThat(secondTransferMillis(KernelProfile.linux61(), 2 * SECOND))
                    .isBetween(640L, 690L);
        }

        @Test
        void not_after_a_short_one() {
            assertThat(secondTransferMillis(KernelProfile.linux61(), 50 * MILLI))
                    .isBetween(137L, 260L);
        }

        @Test
        void not_when_the_kernel_does_not_do_it() {
            KernelProfile kernel = KernelProfile.linux61().with("net.ipv4.tcp_slow_start_after_idle", "0");
            assertThat(secondTransferMillis(kernel, 2 * SECOND)).isBetween(137L, 145L);
        }
    }
}
