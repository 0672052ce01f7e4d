/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipePerTestTests {

    @Nested
    class One_annotation_on_a_class {

        @Test
        void opens_a_pipe_for_each_test_and_closes_it() {
            Recorded.PIPES.clear();

            Run.of(Recorded.class).passes(2);

            assertThat(Recorded.PIPES).hasSize(2).doesNotHaveDuplicates().allMatch(Pipe::isClosed);
            assertThat(Recorded.PIPES)
                    .allSatisfy(pipe -> assertThat(pipe.path()).hasToString("rtt 100 ms, rate 100 mbit, queue 1bdp"));
        }

        @Test
        void gives_every_method_of_one_test_the_same_pipe() {
            Run.of(SamePipe.class).passes(1);
        }

        @Test
        void serves_repeated_parameterized_and_dynamic_tests_and_one_instance_per_class() {
            Run.of(EveryKindOfTest.class).passes(6);
        }

        @Test
        void closes_the_pipe_of_a_test_that_fails() {
            Throwable failure = Run.of(Failing.class).failure();

            assertThat(failure).isInstanceOf(AssertionError.class).hasMessage("the test's own");
            assertThat(failure.getSuppressed()).isEmpty();
            assertThat(FakeBackend.opened("failing").isClosed()).isTrue();
        }
    }

    @Nested
    class Clean_up {

        @Test
        void that_fails_is_reported_and_does_not_decide_the_test() {
            Run run = Run.of(Unclosable.class).passes(1);

            assertThat(run.published("longfatpipe.warning"))
                    .containsExactly("pipe (rtt 100 ms, rate 100 mbit, queue 1bdp) could not be closed:"
                            + " java.lang.IllegalStateException: stuck");
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME)
    static class Recorded {

        static final List<Pipe> PIPES = new ArrayList<>();

        @Test
        void one(Pipe pipe) {
            PIPES.add(pipe);
            assertThat(pipe.isClosed()).isFalse();
            pipe.to(Server.ADDRESS);
        }

        @Test
        void two(Pipe pipe) {
            one(pipe);
        }
    }

    @LongFatPipe(rtt = "100ms", backend = FakeBackend.NAME)
    static class SamePipe {

        private final List<Pipe> pipes = new ArrayList<>();

        @BeforeEach
        void before(Pipe pipe) {
            pipes.add(pipe);
            pipe.to(Server.ADDRESS);
        }

        @Test
        void test(Pipe pipe) {
            pipes.add(pipe);
        }

        @AfterEach
        void after(Pipe pipe) {
            pipes.add(pipe);
            assertThat(pipe.isClosed()).isFalse();
            assertThat(pipes).hasSize(3).containsOnly(pipe);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    @LongFatPipe(rtt = "100ms", backend = FakeBackend.NAME)
    static class EveryKindOfTest {

        @RepeatedTest(2)
        void repeated(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }

        @ParameterizedTest
        @ValueSource(strings = {"a", "b"})
        void parameterized(String argument, Pipe pipe) {
            assertThat(argument).isNotEmpty();
            pipe.to(Server.ADDRESS);
        }

        @TestFactory
        List<DynamicTest> dynamic(Pipe pipe) {
            return List.of(
                    DynamicTest.dynamicTest("first", () -> pipe.to(Server.ADDRESS)),
                    DynamicTest.dynamicTest(
                            "second", () -> assertThat(pipe.isClosed()).isFalse()));
        }
    }

    @LongFatPipe(name = "failing", rtt = "100ms", backend = FakeBackend.NAME)
    static class Failing {

        @Test
        void test() {
            throw new AssertionError("the test's own");
        }
    }

    @LongFatPipe(rtt = "100ms", rate = "100mbit", backend = FakeBackend.NAME, seed = FakeBackend.UNCLOSABLE)
    static class Unclosable {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }
}
