/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** Passed, failed or inconclusive. */
class JudgementTests {

    @Nested
    class At_least {

        @Test
        void a_test_that_reaches_the_share_passes() {
            Run.of(Full.class).passes(1);
        }

        @Test
        void a_test_that_does_not_fails_with_the_explanation() {
            assertThat(Run.of(Narrow.class).failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("Expected goodput >= 9.3 mbit (80 % of the expectation, 11.6 mbit) but was"
                            + " 4.8 mbit (41.2 %).\n  Path      rtt 100 ms (measured 100 ms), rate 100 mbit")
                    .hasMessageContaining("\n  Limit     RECEIVE_WINDOW: ")
                    .hasMessageContaining("\n  Fix       ");
        }

        @Test
        void names_the_pipe_where_it_has_a_name() {
            assertThat(Run.of(NarrowOfTwo.class).failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("Pipe [narrow]: Expected goodput >= ");
        }

        @Test
        void a_test_that_the_machine_was_too_busy_for_is_aborted() {
            assertThat(Run.of(Stalled.class).abortion())
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessageStartingWith(
                            "INCONCLUSIVE: the machine was too busy to hold the path: the pipe's work was"
                                    + " overdue for 15 % of the time (300 ms of 2 s; 5 % is tolerated), at worst by 300 ms. Without"
                                    + " that it would have failed with:\nExpected goodput >= 9.3 mbit");
        }

        @Test
        void what_was_measured_last_is_judged_rather_than_everything() {
            assertThat(Run.of(NarrowButMeasured.class).failure()).hasMessageContaining("but was 4.8 mbit");
        }
    }

    @Nested
    class Verified {

        @Test
        void a_pipe_that_is_not_what_was_asked_for_aborts_the_test_before_its_body() {
            assertThat(Run.of(Unverified.class).abortion())
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessage("INCONCLUSIVE: rtt 100 ms was asked for, but 140 ms were measured");
        }

        @Test
        void the_message_names_the_pipe_where_it_has_a_name() {
            assertThat(Run.of(UnverifiedWithName.class).abortion())
                    .hasMessage("INCONCLUSIVE: pipe [far]: rtt 100 ms was asked for, but 140 ms were measured");
            assertThat(FakeBackend.opened("far").isClosed()).isTrue();
        }
    }

    @Nested
    class The_body {

        @Test
        void that_fails_is_the_failure_and_nothing_is_added() {
            Throwable failure = Run.of(FailingAndNarrow.class).failure();

            assertThat(failure).hasMessage("the test's own");
            assertThat(failure.getSuppressed()).isEmpty();
        }

        @Test
        void that_gives_up_by_itself_stays_aborted() {
            assertThat(Run.of(GivingUp.class).abortion()).hasMessage("Assumption failed: not today");
        }

        @Test
        void that_closes_the_pipe_itself_is_judged_by_what_had_crossed_it() {
            assertThat(Run.of(ClosingItself.class).passes(1).published("longfatpipe"))
                    .containsExactly("PASSED       ClosingItself.test  rtt 100 ms, rate 100 mbit, queue 1bdp"
                            + " | expected 59.9 mbit | achieved 60 mbit | 100 % | LINK");
            assertThat(Run.of(ClosingItselfTooSlow.class).failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("Expected goodput >= 9.3 mbit (80 % of the expectation, 11.6 mbit) but was"
                            + " 4.8 mbit (41.2 %).");
        }

        @Test
        void that_closes_the_pipe_without_having_used_it_says_nothing_about_the_path() {
            assertThat(Run.of(ClosingItselfUnused.class).failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("No byte crossed the pipe (rtt 100 ms, rate unlimited), so that this test"
                            + " says nothing about the path: no client connected to it.");
        }

        @Test
        void that_closes_a_pipe_which_cannot_tell_its_total_any_more_is_inconclusive() {
            Run run = Run.of(ClosingItselfMute.class);

            assertThat(run.abortion())
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessage("INCONCLUSIVE: what crossed the pipe could not be told when the test closed it: let the"
                            + " extension close it, or measure with pipe.measure(...)");
            assertThat(run.published("longfatpipe"))
                    .containsExactly("INCONCLUSIVE ClosingItselfMute.test  rtt 100 ms, rate unlimited | what crossed"
                            + " the pipe could not be told when the test closed it: let the extension close it, or"
                            + " measure with pipe.measure(...)");
        }

        @Test
        void that_throws_while_it_measures_is_reported_by_that_measurement_and_not_by_an_earlier_one() {
            Run run = Run.of(ThrowingWhileMeasured.class);

            assertThat(run.failure()).hasMessage("the action's own");
            assertThat(run.published("longfatpipe"))
                    .containsExactly("FAILED       ThrowingWhileMeasured.test  rtt 100 ms, rate unlimited"
                            + " | no byte crossed the pipe in the last measurement");
        }

        @Test
        void is_judged_before_its_clean_up_methods() {
            Run.of(ClosingAfterwards.class).passes(1);
        }
    }

    @Nested
    class Backend_that_does_not_work_here {

        @Test
        void aborts_the_test_with_the_reason() {
            assertThat(Run.of(Absent.class).abortion())
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessage("backend [absent] does not work here: there is no such device; add it");
        }

        @Test
        void fails_it_when_it_is_required() {
            assertThat(Run.of(Absent.class, "longfatpipe.require=docker, absent")
                            .failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessage(
                            "backend [absent] does not work here: there is no such device; add it; that fails the test"
                                    + " because longfatpipe.require names it");
        }

        @Test
        void aborts_it_when_something_else_is_required() {
            Run.of(Absent.class, "longfatpipe.require=docker").abortion();
        }
    }

    abstract static class OneTransfer {

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> pipe.to(Server.ADDRESS));
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", atLeast = "80%", backend = FakeBackend.NAME)
    static class Full extends OneTransfer {}

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            atLeast = "80%",
            kernel = "linux-6.1",
            backend = FakeBackend.NAME,
            seed = FakeBackend.NARROW)
    static class Narrow {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            atLeast = "80%",
            backend = FakeBackend.NAME,
            seed = FakeBackend.NARROW)
    static class NarrowButMeasured extends OneTransfer {}

    @LongFatPipe(name = "full", rtt = "100ms", rate = "100mbit", atLeast = "80%", backend = FakeBackend.NAME)
    @LongFatPipe(
            name = "narrow",
            rtt = "100ms",
            rate = "100mbit",
            atLeast = "80%",
            backend = FakeBackend.NAME,
            seed = FakeBackend.NARROW)
    static class NarrowOfTwo {

        @Test
        void test(@PipeName("full") Pipe full, @PipeName("narrow") Pipe narrow) {
            full.to(Server.ADDRESS);
            narrow.to(Server.ADDRESS);
        }
    }

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            atLeast = "80%",
            backend = FakeBackend.NAME,
            seed = FakeBackend.STALLED)
    static class Stalled extends OneTransfer {}

    @LongFatPipe(rtt = "100ms", backend = FakeBackend.NAME, seed = FakeBackend.UNVERIFIED)
    static class Unverified {

        @Test
        void test() {
            throw new AssertionError("the body ran");
        }
    }

    @LongFatPipe(name = "far", rtt = "100ms", backend = FakeBackend.NAME, seed = FakeBackend.UNVERIFIED)
    static class UnverifiedWithName extends Unverified {

        @Override
        @Test
        @LongFatPipe(rtt = "1ms", backend = FakeBackend.NAME)
        void test() {
            super.test();
        }
    }

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            atLeast = "80%",
            backend = FakeBackend.NAME,
            seed = FakeBackend.STALLED)
    static class FailingAndNarrow {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
            throw new AssertionError("the test's own");
        }
    }

    @LongFatPipe(rtt = "100ms", backend = FakeBackend.NAME)
    static class GivingUp {

        @Test
        void test() {
            Assumptions.abort("Assumption failed: not today");
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", atLeast = "80%", backend = FakeBackend.NAME)
    static class ClosingItself {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
            pipe.close();
        }
    }

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            atLeast = "80%",
            backend = FakeBackend.NAME,
            seed = FakeBackend.NARROW)
    static class ClosingItselfTooSlow extends ClosingItself {}

    @LongFatPipe(rtt = "100ms", backend = FakeBackend.NAME)
    static class ClosingItselfUnused {

        @Test
        void test(Pipe pipe) {
            pipe.close();
        }
    }

    @LongFatPipe(rtt = "100ms", backend = FakeBackend.NAME, seed = FakeBackend.MUTE)
    static class ClosingItselfMute extends ClosingItself {}

    @LongFatPipe(rtt = "100ms", backend = FakeBackend.NAME)
    static class ThrowingWhileMeasured {

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> pipe.to(Server.ADDRESS));
            pipe.measure(() -> {
                throw new AssertionError("the action's own");
            });
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", atLeast = "80%", backend = FakeBackend.NAME)
    static class ClosingAfterwards extends OneTransfer {

        @AfterEach
        void close(Pipe pipe) {
            pipe.close();
        }
    }

    @LongFatPipe(rtt = "100ms", backend = "absent")
    static class Absent {

        @Test
        void test() {
            throw new AssertionError("the body ran");
        }
    }
}
