/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.assertj.PipeAssertions.percent;
import static dev.longfatpipe.diagnose.LimitingFactor.LINK;
import static dev.longfatpipe.diagnose.LimitingFactor.RECEIVE_WINDOW;
import static dev.longfatpipe.diagnose.LimitingFactor.SENDER;
import static dev.longfatpipe.diagnose.LimitingFactor.SLOW_READER;
import static dev.longfatpipe.diagnose.LimitingFactor.UNKNOWN;
import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.diagnose.Recorded;
import dev.longfatpipe.diagnose.RecordedFlow;
import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class TransferAssertTests {

    /** What follows a failure's first line for {@link #narrow()}. */
    private static final String NARROW = "\n" + """
              Path      rtt 100 ms (measured 100.4 ms), rate 100 mbit, queue 1bdp; BDP 1.25 MB; backend relay (TCP modelled); kernel
                        linux-6.1
              Limit     RECEIVE_WINDOW: the line stood idle 95.4 % of the time (9.5 s of 9.95 s), 96.3 % of that because the
                        receiver's window was full: no more bytes may be under way than the receiver has announced to have room for
                        client socket 127.0.0.1:51514 has SO_RCVBUF 65536, set explicitly -> window 64088 -> ceiling 5.1 mbit at rtt
                        100 ms: matches
              Fix       do not set SO_RCVBUF on the client's socket: auto-tuning may grow to net.ipv4.tcp_rmem max = 33554432 here
                        (window 16777216 bytes); or set it to >= 2.5 MB (2 BDP) BEFORE connect(), which net.core.rmem_max (now
                        67108864) allows""".indent(2).stripTrailing();

    private static Recorded narrow() {
        return Recorded.on(LONG_FAT, 10_000)
                .flow(RecordedFlow.of(6_250_000)
                        .idle(SenderState.HANDSHAKE, 150)
                        .idle(SenderState.SLOW_START, 200)
                        .spent(SenderState.RECEIVE_WINDOW, 9_600, 9_150)
                        .receiver(RecordedFlow.explicit(65_536), 64_088));
    }

    private static Recorded full() {
        return Recorded.on(LONG_FAT, 20_000)
                .flow(RecordedFlow.of(230_000_000)
                        .idle(SenderState.HANDSHAKE, 150)
                        .idle(SenderState.SLOW_START, 400)
                        .spent(SenderState.AFTER_QUEUE_OVERFLOW, 19_300, 0));
    }

    private static Recorded stalled() {
        return narrow().stalled(Duration.ofMillis(1_200));
    }

    private static Recorded nothing() {
        return Recorded.on(LONG_FAT, 1_000);
    }

    private static Recorded unknown() {
        return Recorded.on(LONG_FAT, 10_000)
                .flow(RecordedFlow.of(6_250_000)
                        .idle(SenderState.RECEIVE_WINDOW, 4_000)
                        .idle(SenderState.SLOW_READER, 3_000)
                        .idle(SenderState.SEND_BUFFER, 2_900));
    }

    private static ThrowableAssertAlternative<AssertionError> fails(ThrowingCallable assertion) {
        return assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion);
    }

    private static ThrowableAssertAlternative<TestAbortedException> aborts(ThrowingCallable assertion) {
        return assertThatExceptionOfType(TestAbortedException.class).isThrownBy(assertion);
    }

    @Nested
    class Reaches_a_share_of_the_expectation {

        @Test
        void passes_at_the_share_and_returns_for_more() {
            assertThat(full().transfer())
                    .reachesAtLeast(percent(95))
                    .ofTheExpectation()
                    .reachesAtLeast(percent("90.5"))
                    .ofTheExpectation();
        }

        @Test
        void fails_below_it_with_the_diagnosis() {
            Transfer transfer = narrow().transfer();

            fails(() -> assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation())
                    .withMessage(
                            "Expected goodput >= 31.5 mbit (80 % of the expectation, 39.4 mbit) but was 5 mbit (12.6 %)."
                                    + NARROW);
        }

        @Test
        void fails_when_nothing_came_through() {
            Transfer transfer = nothing().transfer();

            fails(() -> assertThat(transfer).reachesAtLeast(percent(1)).ofTheExpectation())
                    .withMessageStartingWith(
                            "Expected goodput >= 956.4 kbit (1 % of the expectation, 95.6 mbit) but was 0 bit (0 %).")
                    .withMessageContaining("Limit     UNKNOWN: no byte reached the client through the pipe");
        }

        @Test
        void is_aborted_on_a_machine_that_could_not_hold_the_path() {
            Transfer transfer = stalled().transfer();

            aborts(() -> assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation())
                    .withMessage(
                            "INCONCLUSIVE: the machine was too busy to hold the path: the pipe's work was overdue for"
                                    + " 12 % of the time (1.2 s of 10 s; 5 % is tolerated), at worst by 300 ms. Without that it"
                                    + " would have failed with:\n"
                                    + "Expected goodput >= 31.5 mbit (80 % of the expectation, 39.4 mbit) but was 5 mbit (12.6 %)."
                                    + NARROW);
        }

        @Test
        void passes_on_such_a_machine_what_passes_anywhere() {
            assertThat(stalled().transfer()).reachesAtLeast(percent(10)).ofTheExpectation();
        }

        @Test
        void keeps_the_description_of_the_assertion() {
            Transfer transfer = narrow().transfer();
            Transfer stalled = stalled().transfer();

            fails(() -> assertThat(transfer)
                            .as("nightly copy")
                            .reachesAtLeast(percent(80))
                            .ofTheExpectation())
                    .withMessageStartingWith("[nightly copy] Expected goodput >= 31.5 mbit");
            aborts(() -> assertThat(stalled)
                            .as("nightly copy")
                            .reachesAtLeast(percent(80))
                            .ofTheExpectation())
                    .withMessageStartingWith("[nightly copy] INCONCLUSIVE: ");
        }

        @Test
        void is_refused_where_nothing_bounds_the_goodput() {
            Transfer transfer = Recorded.on(Path.builder().build(), 1_000)
                    .flow(RecordedFlow.of(1_000_000))
                    .transfer();

            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation())
                    .withMessage(
                            "path [rtt 0 ms, rate unlimited] bounds nothing, so that there is no expectation to take a"
                                    + " share of: give it a rate or an rtt, or ask for a goodput such as \"50mbit\"");
        }
    }

    @Nested
    class Reaches_a_share_of_the_link_rate {

        @Test
        void passes_at_the_share() {
            assertThat(full().transfer()).reachesAtLeast(percent(92)).ofTheLinkRate();
        }

        @Test
        void fails_below_it() {
            Transfer transfer = narrow().transfer();

            fails(() -> assertThat(transfer).reachesAtLeast(percent(80)).ofTheLinkRate())
                    .withMessage("Expected goodput >= 80 mbit (80 % of the line rate, 100 mbit) but was 5 mbit (5 %)."
                            + NARROW);
        }

        @Test
        void says_that_headers_make_it_impossible() {
            Transfer transfer = full().transfer();

            fails(() -> assertThat(transfer).reachesAtLeast(percent(100)).ofTheLinkRate())
                    .withMessageStartingWith(
                            "Expected goodput >= 100 mbit (100 % of the line rate, 100 mbit) but was 92 mbit (92 %)."
                                    + " Headers leave at most 95.6 mbit of this line to the application.\n");
        }

        @Test
        void is_aborted_on_a_machine_that_could_not_hold_the_path() {
            Transfer transfer = stalled().transfer();

            aborts(() -> assertThat(transfer).reachesAtLeast(percent(80)).ofTheLinkRate())
                    .withMessageStartingWith("INCONCLUSIVE: ");
        }
    }

    @Nested
    class Reaches_a_rate {

        @Test
        void passes_at_the_rate() {
            assertThat(narrow().transfer()).reachesAtLeast(DataRate.parse("5mbit"));
        }

        @Test
        void fails_below_it() {
            Transfer transfer = narrow().transfer();

            fails(() -> assertThat(transfer).reachesAtLeast(DataRate.parse("50mbit")))
                    .withMessage("Expected goodput >= 50 mbit but was 5 mbit (12.6 % of the expectation, 39.4 mbit)."
                            + NARROW);
        }

        @Test
        void is_aborted_on_a_machine_that_could_not_hold_the_path() {
            Transfer transfer = stalled().transfer();

            aborts(() -> assertThat(transfer).reachesAtLeast(DataRate.parse("50mbit")))
                    .withMessageStartingWith("INCONCLUSIVE: ");
        }
    }

    @Nested
    class Completes_within {

        @Test
        void passes_at_the_time() {
            assertThat(narrow().transfer()).completesWithin(Duration.ofSeconds(10));
        }

        @Test
        void fails_after_it() {
            Transfer transfer = narrow().transfer();

            fails(() -> assertThat(transfer).completesWithin(Duration.ofSeconds(2)))
                    .withMessage(
                            "Expected completion within 2 s but took 10 s (6.25 MB downstream; the path allows 1.27 s)."
                                    + NARROW);
        }

        @Test
        void fails_when_nothing_came_through() {
            Transfer transfer = nothing().transfer();

            fails(() -> assertThat(transfer).completesWithin(Duration.ofSeconds(2)))
                    .withMessageStartingWith("Expected completion within 2 s but no byte was delivered.\n");
        }

        @Test
        void is_aborted_on_a_machine_that_could_not_hold_the_path() {
            Transfer transfer = stalled().transfer();

            aborts(() -> assertThat(transfer).completesWithin(Duration.ofSeconds(2)))
                    .withMessageStartingWith("INCONCLUSIVE: ");
        }
    }

    @Nested
    class Is_limited_by {

        @Test
        void passes_for_the_factor() {
            assertThat(narrow().transfer()).isLimitedBy(RECEIVE_WINDOW);
            assertThat(full().transfer()).isLimitedBy(LINK);
            assertThat(unknown().transfer()).isLimitedBy(UNKNOWN);
        }

        @Test
        void fails_for_another_with_the_evidence() {
            Transfer transfer = narrow().transfer();

            fails(() -> assertThat(transfer).isLimitedBy(LINK))
                    .withMessage(
                            "Expected the transfer to be limited by LINK but it was limited by RECEIVE_WINDOW: goodput"
                                    + " 5 mbit (12.6 % of the expectation, 39.4 mbit)." + NARROW);
        }

        @Test
        void fails_where_it_is_not_known() {
            Transfer transfer = unknown().transfer();

            fails(() -> assertThat(transfer).isLimitedBy(LINK))
                    .withMessageStartingWith(
                            "Expected the transfer to be limited by LINK but what limited it is UNKNOWN:"
                                    + " goodput 5 mbit (12.6 % of the expectation, 39.4 mbit).\n");
        }

        @Test
        void is_aborted_on_a_machine_that_could_not_hold_the_path() {
            Transfer transfer = stalled().transfer();

            aborts(() -> assertThat(transfer).isLimitedBy(LINK)).withMessageStartingWith("INCONCLUSIVE: ");
        }
    }

    @Nested
    class Is_not_limited_by {

        @Test
        void passes_for_other_factors() {
            assertThat(narrow().transfer()).isNotLimitedBy(LINK).isNotLimitedBy(SENDER, SLOW_READER);
            assertThat(unknown().transfer()).isNotLimitedBy(LINK);
        }

        @Test
        void fails_for_the_factor() {
            Transfer transfer = narrow().transfer();

            fails(() -> assertThat(transfer).isNotLimitedBy(RECEIVE_WINDOW))
                    .withMessage("Expected the transfer not to be limited by RECEIVE_WINDOW but it was: goodput 5 mbit"
                            + " (12.6 % of the expectation, 39.4 mbit)." + NARROW);
        }

        @Test
        void fails_for_one_of_several() {
            Transfer transfer = narrow().transfer();

            fails(() -> assertThat(transfer).isNotLimitedBy(SENDER, RECEIVE_WINDOW))
                    .withMessageStartingWith(
                            "Expected the transfer not to be limited by SENDER or RECEIVE_WINDOW but it was"
                                    + " limited by RECEIVE_WINDOW: goodput 5 mbit (12.6 % of the expectation, 39.4 mbit).\n");
        }

        @Test
        void is_aborted_on_a_machine_that_could_not_hold_the_path() {
            Transfer transfer = stalled().transfer();

            aborts(() -> assertThat(transfer).isNotLimitedBy(RECEIVE_WINDOW)).withMessageStartingWith("INCONCLUSIVE: ");
        }
    }
}
