/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that JUnit runs in parallel. */
class ParallelTests {

    private static final String[] IN_PARALLEL = {
        "junit.jupiter.execution.parallel.enabled=true",
        "junit.jupiter.execution.parallel.mode.default=concurrent",
        "junit.jupiter.execution.parallel.config.strategy=fixed",
        "junit.jupiter.execution.parallel.config.fixed.parallelism=4"
    };

    @Test
    void measured_tests_run_one_after_the_other() {
        Alone.RUNNING.set(0);

        Run.of(Alone.class, IN_PARALLEL).passes(4);
    }

    @Test
    void tests_that_say_so_run_at_the_same_time_each_with_its_own_pipe() {
        Together.PIPES.clear();

        Run.of(Together.class, IN_PARALLEL).passes(2);

        assertThat(Together.PIPES).hasSize(2).allMatch(Pipe::isClosed);
    }

    @LongFatPipe(rtt = "1ms", rate = "100mbit", backend = FakeBackend.NAME)
    static class Alone {

        static final AtomicInteger RUNNING = new AtomicInteger();

        @Test
        void one(Pipe pipe) {
            runsAlone(pipe);
        }

        @Test
        void two(Pipe pipe) {
            runsAlone(pipe);
        }

        @RepeatedTest(2)
        @Execution(ExecutionMode.CONCURRENT)
        void repeated(Pipe pipe) {
            runsAlone(pipe);
        }

        private static void runsAlone(Pipe pipe) {
            assertThat(RUNNING.incrementAndGet()).isEqualTo(1);
            pipe.to(Server.ADDRESS);
            assertThat(RUNNING.decrementAndGet()).isZero();
        }
    }

    @LongFatPipe(rtt = "1ms", rate = "100mbit", backend = FakeBackend.NAME, concurrent = true)
    static class Together {

        static final Set<Pipe> PIPES = ConcurrentHashMap.newKeySet();
        static final CyclicBarrier BOTH = new CyclicBarrier(2);

        @BeforeEach
        void remember(Pipe pipe) {
            PIPES.add(pipe);
        }

        @Test
        void one(Pipe pipe) throws Exception {
            meets(pipe);
        }

        @Test
        void two(Pipe pipe) throws Exception {
            meets(pipe);
        }

        private static void meets(Pipe pipe) throws Exception {
            pipe.to(Server.ADDRESS);
            BOTH.await(30, TimeUnit.SECONDS);
            assertThat(pipe.isClosed()).isFalse();
        }
    }
}
