/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.assertj.PipeAssertions;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.opentest4j.TestAbortedException;

/** Fixed marks for every test: {@code goodputAtLeast} and {@code completesWithin}. The scenes move their bytes in two seconds. */
class AbsoluteGateTests {

    @Test
    void a_test_within_both_passes() {
        Run.of(Within.class).passes(1);
    }

    @Test
    void too_low_a_goodput_fails_with_the_explanation() {
        assertThat(Run.of(TooLow.class).failure())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("Expected goodput >= 50 mbit but was 4.8 mbit (41.2 % of the expectation, 11.6"
                        + " mbit).\n  Path      rtt 100 ms (measured 100 ms), rate 100 mbit")
                .hasMessageContaining("\n  Limit     RECEIVE_WINDOW: ");
    }

    @Test
    void too_long_a_time_fails_with_the_explanation() {
        assertThat(Run.of(TooLong.class).failure())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith(
                        "Expected completion within 1.5 s but took 2 s (1.2 MB downstream; the path allows ")
                .hasMessageContaining("\n  Limit     RECEIVE_WINDOW: ");
    }

    @Test
    void neither_fails_on_a_machine_that_did_not_hold_the_path() {
        for (Class<?> fixture : new Class<?>[] {TooLowOnABusyMachine.class, TooLongOnABusyMachine.class}) {
            assertThat(Run.of(fixture).abortion())
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessageStartingWith(
                            "INCONCLUSIVE: the machine was too busy to hold the path: the pipe's work was"
                                    + " overdue for 15 % of the time (300 ms of 2 s; 5 % is tolerated), at worst by 300 ms. Without"
                                    + " that it would have failed with:\nExpected ");
        }
    }

    @Test
    void an_inconclusive_test_fails_where_that_is_asked_for_whoever_found_it_out() {
        String setting = "longfatpipe.inconclusive=fail";
        for (Class<?> fixture : new Class<?>[] {TooLowOnABusyMachine.class, AssertingOnABusyMachine.class}) {
            Run run = Run.of(fixture, setting);

            assertThat(run.failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("INCONCLUSIVE: the machine was too busy to hold the path")
                    .hasMessageEndingWith("\nIt fails because of longfatpipe.inconclusive=fail.");
            assertThat(run.published("longfatpipe")).singleElement().asString().startsWith("INCONCLUSIVE ");
        }
        assertThat(Run.of(Unverified.class, setting).failure())
                .isInstanceOf(AssertionError.class)
                .hasMessage("INCONCLUSIVE: rtt 100 ms was asked for, but 140 ms were measured\nIt fails because of"
                        + " longfatpipe.inconclusive=fail.");
    }

    @Test
    void an_extension_that_is_built_by_hand_has_them_too() {
        assertThat(Run.of(ByHandTooLow.class).failure()).hasMessageStartingWith("Expected goodput >= 50 mbit but was ");
        assertThat(Run.of(ByHandTooLong.class).failure())
                .hasMessageStartingWith("Expected completion within 1.5 s but ");
    }

    @Test
    void marks_that_cannot_be_read_are_refused() {
        assertThat(Run.of(UnreadableGoodput.class).failure())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageStartingWith("@LongFatPipe(goodputAtLeast = \"50\"): goodputAtLeast [50] has no unit: ");
        assertThat(Run.of(UnreadableTime.class).failure())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageStartingWith("@LongFatPipe(completesWithin = \"soon\"): completesWithin [soon] ");
    }

    /** A test that plays the scene of its pipe. */
    abstract static class Scene {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            backend = "fake",
            seed = FakeBackend.FULL,
            goodputAtLeast = "59mbit",
            completesWithin = "2s")
    static class Within extends Scene {}

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            backend = "fake",
            seed = FakeBackend.NARROW,
            goodputAtLeast = "50mbit")
    static class TooLow extends Scene {}

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = "fake", seed = FakeBackend.NARROW, completesWithin = "1.5s")
    static class TooLong extends Scene {}

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            backend = "fake",
            seed = FakeBackend.STALLED,
            goodputAtLeast = "50mbit")
    static class TooLowOnABusyMachine extends Scene {}

    @LongFatPipe(
            rtt = "100ms",
            rate = "100mbit",
            backend = "fake",
            seed = FakeBackend.STALLED,
            completesWithin = "1.5s")
    static class TooLongOnABusyMachine extends Scene {}

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = "fake", seed = FakeBackend.STALLED)
    static class AssertingOnABusyMachine {

        @Test
        void test(Pipe pipe) throws Exception {
            PipeAssertions.assertThat(pipe.measure(() -> pipe.to(Server.ADDRESS)))
                    .reachesAtLeast(DataRate.parse("50mbit"));
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = "fake", seed = FakeBackend.UNVERIFIED)
    static class Unverified {

        @Test
        void test(Pipe pipe) {}
    }

    static class ByHandTooLow extends Scene {

        @RegisterExtension
        static final LongFatPipeExtension LINK = LongFatPipeExtension.builder(
                        Path.of(Duration.ofMillis(100), DataRate.parse("100mbit")))
                .backend("fake")
                .seed(FakeBackend.NARROW)
                .atLeast(DataRate.parse("50mbit"))
                .build();
    }

    static class ByHandTooLong extends Scene {

        @RegisterExtension
        static final LongFatPipeExtension LINK = LongFatPipeExtension.builder(
                        Path.of(Duration.ofMillis(100), DataRate.parse("100mbit")))
                .backend("fake")
                .seed(FakeBackend.NARROW)
                .completesWithin(Duration.ofMillis(1_500))
                .build();
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = "fake", goodputAtLeast = "50")
    static class UnreadableGoodput {

        @Test
        void test(Pipe pipe) {}
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = "fake", completesWithin = "soon")
    static class UnreadableTime {

        @Test
        void test(Pipe pipe) {}
    }
}
