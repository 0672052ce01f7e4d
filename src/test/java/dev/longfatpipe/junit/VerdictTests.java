/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The line that each test leaves. */
class VerdictTests {

    private static final String KEY = "longfatpipe";

    @Test
    void a_test_that_passes() {
        assertThat(Run.of(Passing.class).passes(1).published(KEY))
                .containsExactly("PASSED       Passing.test  rtt 100 ms, rate 100 mbit, queue 1bdp"
                        + " | expected 59.9 mbit | achieved 60 mbit | 100 % | LINK");
    }

    @Test
    void a_test_that_fails() {
        Run run = Run.of(Failing.class);

        assertThat(run.failure()).hasMessage("the test's own");
        assertThat(run.published(KEY))
                .containsExactly("FAILED       Failing.test  rtt 100 ms, rate 100 mbit, queue 1bdp"
                        + " | expected 11.6 mbit | achieved 4.8 mbit | 41.2 % | RECEIVE_WINDOW");
    }

    @Test
    void a_test_through_whose_pipe_nothing_went() {
        assertThat(Run.of(Bypassing.class).published(KEY))
                .containsExactly("FAILED       Bypassing.test  rtt 100 ms, rate 100 mbit, queue 1bdp"
                        + " | no byte crossed the pipe");
    }

    @Test
    void a_test_that_is_inconclusive_before_its_body() {
        assertThat(Run.of(Unverified.class).published(KEY))
                .containsExactly("INCONCLUSIVE Unverified.test  rtt 100 ms, rate 100 mbit, queue 1bdp"
                        + " | rtt 100 ms was asked for, but 140 ms were measured");
    }

    @Test
    void a_test_that_is_inconclusive_after_its_body() {
        assertThat(Run.of(Stalled.class).published(KEY))
                .containsExactly("INCONCLUSIVE Stalled.test  rtt 100 ms, rate 100 mbit, queue 1bdp"
                        + " | expected 11.6 mbit | achieved 4.8 mbit | 41.2 % | RECEIVE_WINDOW | the machine was too busy to"
                        + " hold the path: the pipe's work was overdue for 15 % of the time (300 ms of 2 s; 5 % is"
                        + " tolerated), at worst by 300 ms");
    }

    @Test
    void a_test_on_a_path_of_which_nothing_can_be_expected_still_leaves_one() {
        assertThat(Run.of(UnknownCongestionControl.class).passes(1).published(KEY))
                .containsExactly("PASSED       UnknownCongestionControl.test  rtt 100 ms, rate 100 mbit, queue 1bdp,"
                        + " loss 1% | achieved 60 mbit | congestion control [vegas] has no known answer to loss: write"
                        + " \"cubic\", \"reno\" or \"bbr\"");
    }

    @Test
    void a_test_that_gives_up_by_itself_leaves_none() {
        assertThat(Run.of(GivingUp.class).published(KEY)).isEmpty();
    }

    @Test
    void invocations_are_told_apart_and_so_are_pipes_and_nested_classes() {
        assertThat(Run.of(Outer.class).passes(2).published(KEY))
                .hasSize(4)
                .anyMatch(line -> line.startsWith("PASSED       Outer.Inner.test call 1 [near]  "))
                .anyMatch(line -> line.startsWith("PASSED       Outer.Inner.test call 1 [far]  "))
                .anyMatch(line -> line.startsWith("PASSED       Outer.Inner.test call 2 [near]  "))
                .anyMatch(line -> line.startsWith("PASSED       Outer.Inner.test call 2 [far]  "));
    }

    @Nested
    @ResourceLock(Resources.SYSTEM_OUT)
    class On_the_console {

        @Test
        void only_when_it_is_asked_for() {
            assertThat(printedBy(() -> Run.of(Passing.class).passes(1))).isEmpty();
            assertThat(printedBy(() ->
                            Run.of(Passing.class, "longfatpipe.verdicts=report").passes(1)))
                    .isEmpty();
            assertThat(printedBy(() -> Run.of(Passing.class, "longfatpipe.verdicts=console")
                            .passes(1)))
                    .startsWith("PASSED       Passing.test  rtt 100 ms, rate 100 mbit")
                    .hasLineCount(1);
        }

        private static String printedBy(Runnable action) {
            PrintStream console = System.out;
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            try {
                action.run();
            } finally {
                System.setOut(console);
            }
            return printed.toString(StandardCharsets.UTF_8);
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME)
    static class Passing {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME, seed = FakeBackend.NARROW)
    static class Failing {

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> pipe.to(Server.ADDRESS));
            throw new AssertionError("the test's own");
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME)
    static class Bypassing {

        @Test
        void test() {}
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", loss = "1%", congestionControl = "vegas", backend = FakeBackend.NAME)
    static class UnknownCongestionControl extends Passing {}

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME, seed = FakeBackend.UNVERIFIED)
    static class Unverified extends Bypassing {}

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            atLeast = "80%",
            backend = FakeBackend.NAME,
            seed = FakeBackend.STALLED)
    static class Stalled extends Passing {}

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME)
    static class GivingUp {

        @Test
        void test() {
            Assumptions.abort("not today");
        }
    }

    @LongFatPipe(name = "near", rtt = "1ms", rate = "100mbit", backend = FakeBackend.NAME)
    @LongFatPipe(name = "far", rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME)
    static class Outer {

        @Nested
        class Inner {

            @ParameterizedTest(name = "call {index}")
            @ValueSource(strings = {"a", "b"})
            void test(String argument, @PipeName("near") Pipe near, @PipeName("far") Pipe far) {
                near.to(Server.ADDRESS);
                far.to(Server.ADDRESS);
            }
        }
    }
}
