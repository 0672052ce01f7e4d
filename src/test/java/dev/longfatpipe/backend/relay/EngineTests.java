/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EngineTests {

    private static final long MILLI = 1_000_000L;

    private static Engine engine() throws IOException {
        return new Engine("test-engine", Ticker.system(), 5 * MILLI);
    }

    @Test
    void work_is_done_on_its_thread_and_its_result_returned() throws Exception {
        try (Engine engine = engine()) {
            assertThat(engine.call(() -> Thread.currentThread().getName())).isEqualTo("test-engine");
        }
    }

    @Test
    void what_work_throws_is_thrown_at_who_asked_for_it() throws Exception {
        try (Engine engine = engine()) {
            assertThatThrownBy(() -> engine.call(() -> {
                        throw new IOException("no");
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no");
            assertThatThrownBy(() -> engine.call(() -> {
                        throw new IllegalArgumentException("never");
                    }))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("never");
            assertThat(engine.call(() -> 1)).as("it lives on").isEqualTo(1);
        }
    }

    @Test
    void what_is_to_be_done_before_the_next_work_is_done_once_and_before_it() throws Exception {
        List<String> done = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch both = new CountDownLatch(2);
        try (Engine engine = engine()) {
            engine.call(() -> {
                engine.beforeNextWork(() -> done.add("announced"));
                return true;
            });
            engine.call(() -> done.add("a call is no work"));
            engine.call(() -> {
                for (String name : List.of("first", "second")) {
                    engine.timers().at(engine.clock().nanos(), () -> {
                        done.add(name);
                        both.countDown();
                    });
                }
                return true;
            });
            assertThat(both.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(done).containsExactly("a call is no work", "announced", "first", "second");
    }

    @Test
    void it_must_not_wait_for_itself() throws Exception {
        try (Engine engine = engine()) {
            assertThatThrownBy(() -> engine.call(() -> engine.call(() -> 1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the engine must not wait for itself");
        }
    }

    @Test
    void timers_are_run_in_order_and_never_early() throws Exception {
        List<Integer> done = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger early = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(50);
        try (Engine engine = engine()) {
            engine.call(() -> {
                long now = engine.clock().nanos();
                for (int i = 49; i >= 0; i--) {
                    int number = i;
                    long due = now + i * MILLI;
                    engine.timers().at(due, () -> {
                        if (engine.clock().nanos() < due) {
                            early.incrementAndGet();
                        }
                        done.add(number);
                        all.countDown();
                    });
                }
                return true;
            });
            assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(done).isSorted().hasSize(50);
        assertThat(early).hasValue(0);
    }

    @Test
    void work_that_is_found_overdue_when_a_socket_is_ready_is_measured_as_late() throws Exception {
        AtomicLong asleep = new AtomicLong();
        try (ServerSocketChannel server = ServerSocketChannel.open();
                Engine engine = new Engine("test-engine", () -> System.nanoTime() + asleep.get(), 5 * MILLI)) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            server.configureBlocking(false);
            CountDownLatch served = new CountDownLatch(1);
            engine.call(() -> {
                Engine.Ready accept = (key, now) -> {
                    key.interestOps(0);
                    served.countDown();
                };
                engine.timers().at(engine.clock().nanos() + 60_000 * MILLI, () -> {});
                return server.register(engine.selector(), SelectionKey.OP_ACCEPT, accept);
            });
            asleep.set(63_000 * MILLI);
            try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
                assertThat(served.await(10, TimeUnit.SECONDS)).isTrue();
                Duration worst = engine.call(() -> engine.clock().punctuality().read(0, 0, null))
                        .worst();
                assertThat(worst).isBetween(Duration.ofMillis(2_900), Duration.ofMillis(3_900));
                assertThat(client.isConnected()).isTrue();
            }
        }
    }

    @Test
    void a_timer_set_by_a_call_wakes_an_engine_that_sleeps() throws Exception {
        try (Engine engine = engine()) {
            CountDownLatch done = new CountDownLatch(1);
            engine.call(() -> engine.timers().at(engine.clock().nanos() + 20 * MILLI, done::countDown));
            assertThat(done.await(500, TimeUnit.MILLISECONDS)).isTrue();
        }
    }

    @Test
    void work_that_asks_for_itself_again_and_again_does_not_lock_calls_out() throws Exception {
        try (Engine engine = engine()) {
            engine.call(() -> {
                again(engine);
                return true;
            });
            for (int i = 0; i < 20; i++) {
                assertThat(engine.call(() -> 7)).isEqualTo(7);
            }
        }
    }

    private static void again(Engine engine) {
        engine.timers().at(engine.clock().nanos(), () -> again(engine));
    }

    @Test
    void a_call_is_answered_in_a_round_of_its_own() throws Exception {
        // what is asked after an answer sees the sockets as they were served in between
        try (Engine engine = engine()) {
            AtomicInteger rounds = new AtomicInteger();
            engine.call(() -> {
                countRounds(engine, rounds);
                return true;
            });
            for (int i = 0; i < 200; i++) {
                int before = engine.call(rounds::get);
                int after = engine.call(rounds::get);
                assertThat(after).isGreaterThan(before);
            }
        }
    }

    private static void countRounds(Engine engine, AtomicInteger rounds) {
        rounds.incrementAndGet();
        engine.timers().at(engine.dueBy() + 1, () -> countRounds(engine, rounds));
    }

    @Nested
    class Ended {

        @Test
        void it_says_that_it_is_closed() throws Exception {
            Engine engine = engine();
            engine.close();
            engine.close();
            assertThatThrownBy(() -> engine.call(() -> 1))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the pipe is closed");
        }

        @Test
        void it_says_why_it_failed() throws Exception {
            try (Engine engine = engine()) {
                engine.call(() -> engine.timers().at(0, () -> {
                    throw new IllegalStateException("a bug");
                }));
                assertThatThrownBy(() -> {
                            while (true) {
                                engine.call(() -> 1);
                            }
                        })
                        .isInstanceOf(IOException.class)
                        .hasMessage("the pipe has failed")
                        .hasRootCauseMessage("a bug");
            }
        }

        @Test
        void it_says_so_when_memory_ran_out() throws Exception {
            try (Engine engine = engine()) {
                engine.call(() -> engine.timers().at(0, () -> {
                    throw new OutOfMemoryError("Cannot reserve direct buffer memory");
                }));
                assertThatThrownBy(() -> {
                            while (true) {
                                engine.call(() -> 1);
                            }
                        })
                        .isInstanceOf(IOException.class)
                        .hasMessage("the pipe has failed")
                        .hasRootCauseMessage("Cannot reserve direct buffer memory");
            }
        }

        @Test
        void calls_that_come_while_it_ends_are_answered_at_once() throws Exception {
            for (int round = 0; round < 200; round++) {
                Engine engine = engine();
                Thread closer = new Thread(engine::close);
                closer.start();
                long from = System.nanoTime();
                try {
                    while (true) {
                        engine.call(() -> 1);
                    }
                } catch (IOException e) {
                    assertThat(e).hasMessage("the pipe is closed");
                }
                assertThat(System.nanoTime() - from).isLessThan(5_000 * MILLI);
                closer.join();
            }
        }

        @Test
        void an_interrupted_caller_stays_interrupted() throws Exception {
            try (Engine engine = engine()) {
                Thread.currentThread().interrupt();
                assertThat(engine.call(() -> 1)).isEqualTo(1);
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }
}
