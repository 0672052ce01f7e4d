/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.diagnose.LimitingFactor.LOSS;
import static dev.longfatpipe.diagnose.LimitingFactor.RECEIVE_WINDOW;
import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.RecordedPipe;
import dev.longfatpipe.diagnose.Recorded;
import dev.longfatpipe.diagnose.RecordedFlow;
import dev.longfatpipe.observe.SenderState;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class PipeAssertTests {

    private static RecordedFlow narrow() {
        return RecordedFlow.of(6_250_000)
                .idle(SenderState.HANDSHAKE, 150)
                .spent(SenderState.RECEIVE_WINDOW, 9_800, 9_150)
                .receiver(RecordedFlow.explicit(65_536), 64_088);
    }

    private static RecordedFlow starved() {
        return RecordedFlow.of(6_250_000).idle(SenderState.WAITING_FOR_DATA, 9_800);
    }

    private static String firstLines(String text, int count) {
        return String.join("\n", text.lines().limit(count).toList());
    }

    @Nested
    class Has_no_connection_limited_by {

        @Test
        void passes_when_none_is() {
            Pipe pipe =
                    RecordedPipe.of(Recorded.on(LONG_FAT, 10_000).flow(narrow()).flow(starved()));

            assertThat(pipe).hasNoConnectionLimitedBy(LOSS);
        }

        @Test
        void fails_with_the_diagnosis_of_the_connection() {
            Pipe pipe = RecordedPipe.of(
                    Recorded.on(LONG_FAT, 10_000).flows(4, starved()).flow(narrow()));

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> assertThat(pipe).hasNoConnectionLimitedBy(RECEIVE_WINDOW))
                    .withMessage("""
                    Expected no connection to be limited by RECEIVE_WINDOW but 1 of 5 was: #5 127.0.0.1:51518 -> 127.0.0.1:8080.
                      Path      rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp; BDP 1.25 MB; backend relay (TCP modelled); kernel
                                linux-6.1
                      Limit     RECEIVE_WINDOW: the line stood idle 93.4 % of the time (9.3 s of 9.95 s), 98.3 % of that because the
                                receiver's window was full: no more bytes may be under way than the receiver has announced to have room for
                                client socket 127.0.0.1:51518 has SO_RCVBUF 65536, set explicitly -> window 64088 -> ceiling 5.1 mbit at rtt
                                100 ms: matches
                      Fix       do not set SO_RCVBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = 33554432 here
                                (window 16777216 bytes); or set it to >= 500 kB (2 BDP shared by 5 connections) BEFORE connect(), which
                                net.core.rmem_max (now 67108864) allows""");
        }

        @Test
        void names_three_and_counts_the_others() {
            Pipe pipe = RecordedPipe.of(
                    Recorded.on(LONG_FAT, 10_000).flows(5, narrow()).flow(starved()));

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> assertThat(pipe).hasNoConnectionLimitedBy(RECEIVE_WINDOW))
                    .extracting(error -> firstLines(String.valueOf(error.getMessage()), 1))
                    .isEqualTo("Expected no connection to be limited by RECEIVE_WINDOW but 5 of 6 were:"
                            + " #1 127.0.0.1:51514 -> 127.0.0.1:8080, #2 127.0.0.1:51515 -> 127.0.0.1:8080,"
                            + " #3 127.0.0.1:51516 -> 127.0.0.1:8080 and 2 more.");
        }

        @Test
        void fails_when_nothing_came_through() {
            Pipe pipe = RecordedPipe.of(Recorded.on(LONG_FAT, 10_000));

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> assertThat(pipe).hasNoConnectionLimitedBy(RECEIVE_WINDOW))
                    .withMessageStartingWith("Expected the pipe to carry traffic but no byte crossed it");
        }

        @Test
        void is_aborted_on_a_machine_that_could_not_hold_the_path() {
            Pipe pipe =
                    RecordedPipe.of(Recorded.on(LONG_FAT, 10_000).flow(narrow()).stalled(Duration.ofMillis(1_200)));

            assertThatExceptionOfType(TestAbortedException.class)
                    .isThrownBy(() -> assertThat(pipe).hasNoConnectionLimitedBy(RECEIVE_WINDOW))
                    .withMessageStartingWith("INCONCLUSIVE: the machine was too busy to hold the path: ")
                    .withMessageContaining("Expected no connection to be limited by RECEIVE_WINDOW but 1 of 1 was:"
                            + " #1 127.0.0.1:51514 -> 127.0.0.1:8080.\n");
        }

        @Test
        void needs_an_open_pipe() {
            Pipe pipe = RecordedPipe.of(Recorded.on(LONG_FAT, 10_000).flow(narrow()));
            pipe.close();

            assertThatIllegalStateException()
                    .isThrownBy(() -> assertThat(pipe).hasNoConnectionLimitedBy(RECEIVE_WINDOW))
                    .withMessage("pipe is closed: a pipe lives only as long as the test (or the try block) that it was"
                            + " opened for");
        }
    }

    @Nested
    class Has_carried_traffic {

        @Test
        void passes_with_one_byte() {
            assertThat(RecordedPipe.of(Recorded.on(LONG_FAT, 10).flow(RecordedFlow.of(1))))
                    .hasCarriedTraffic();
        }

        @Test
        void fails_when_no_client_connected() {
            Pipe pipe = RecordedPipe.of(Recorded.on(LONG_FAT, 10_000));

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> assertThat(pipe).hasCarriedTraffic())
                    .withMessage("""
                    Expected the pipe to carry traffic but no byte crossed it (no client connected).
                      Path      rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp; BDP 1.25 MB; backend relay (TCP modelled); kernel
                                linux-6.1
                      Limit     UNKNOWN: no byte reached the client through the pipe, and no client connected to it
                      Fix       have the client connect to the address that pipe.to(server) returns: a client that connects to the server
                                itself bypasses the pipe""");
        }

        @Test
        void fails_when_a_client_connected_in_vain_and_tells_warnings() {
            Pipe pipe = RecordedPipe.of(Recorded.on(LONG_FAT, 10_000)
                    .flow(RecordedFlow.of(0).request(0))
                    .warning(
                            "server 127.0.0.1:8080 could not be reached (Connection refused): is it listening there?"));

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> assertThat(pipe).hasCarriedTraffic())
                    .withMessage("""
                    Expected the pipe to carry traffic but no byte crossed it (1 client connected).
                      Path      rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp; BDP 1.25 MB; backend relay (TCP modelled); kernel
                                linux-6.1
                      Limit     UNKNOWN: no byte reached the client through the pipe, over 1 connection that was open
                      Fix       see that the server listens at the address that the pipe leads to, and that it answers
                      Warnings  server 127.0.0.1:8080 could not be reached (Connection refused): is it listening there?""");
        }
    }
}
