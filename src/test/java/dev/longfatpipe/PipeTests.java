/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipeTests {

    private static final InetSocketAddress SERVER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);

    private final HandmadePipe backend = new HandmadePipe();
    private final Pipe pipe = new Pipe(backend);

    @Test
    void tells_what_it_is() {
        assertThat(pipe.name()).isEmpty();
        assertThat(pipe.path()).isEqualTo(HandmadePipe.PATH);
        assertThat(pipe.warnings()).isEmpty();
        assertThat(pipe).hasToString("pipe (rtt 100 ms, rate 100 mbit, queue 1bdp, backend handmade)");
        assertThat(new Pipe(new HandmadePipe("far")))
                .hasToString("pipe [far] (rtt 100 ms, rate 100 mbit, queue 1bdp, backend handmade)");
    }

    @Nested
    class To {

        @Test
        void a_server() {
            assertThat(pipe.to(SERVER)).isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000));
            assertThat(pipe.to("127.0.0.1", 8080).getPort()).isEqualTo(40_000);
            assertThat(backend.servers).containsExactly(SERVER, SERVER);
        }

        @Test
        void refuses_a_server_that_is_not_resolved() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pipe.to(InetSocketAddress.createUnresolved("no-such-host.invalid", 80)))
                    .withMessage("server [no-such-host.invalid:80] cannot be resolved: give a name that this machine"
                            + " knows, or an address such as 127.0.0.1");
        }

        @Test
        void refuses_a_server_without_a_port() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pipe.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))
                    .withMessage("server [localhost:0] has no port: start the server first and pass the port that it"
                            + " listens on");
        }

        @ParameterizedTest
        @ValueSource(ints = {-1, 0, 65_536})
        void refuses_a_port_out_of_range(int port) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pipe.to("127.0.0.1", port))
                    .withMessage("port [" + port + "] must be between 1 and 65535");
        }

        @Test
        void tells_that_the_machine_has_no_address_left() {
            backend.refusesServers = new IOException("too many open files");

            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> pipe.to(SERVER))
                    .withMessage("cannot lead pipe to [" + SERVER + "]")
                    .withCause(backend.refusesServers);
        }
    }

    @Nested
    class Measure {

        @Test
        void counts_what_crosses_meanwhile_and_waits_for_delivery() throws Exception {
            backend.deliver(1_000);

            Transfer transfer = pipe.measure(() -> backend.deliver(500));

            assertThat(transfer.bytes().bytes()).isEqualTo(500);
            assertThat(transfer.direction()).isEqualTo(Direction.DOWNSTREAM);
            assertThat(pipe.total().bytes().bytes()).isEqualTo(1_500);
            assertThat(pipe.lastMeasured()).containsSame(transfer);
            assertThat(backend.deliveriesAwaited).isEqualTo(1);
        }

        @Test
        void takes_bytes_for_read_when_the_action_returns_and_not_when_all_has_been_waited_for() throws Exception {
            backend.deliveryTakes = Duration.ofMillis(500);
            backend.arrive(1_000);

            Transfer transfer = pipe.measure(backend::read);

            assertThat(transfer.bytes().bytes()).isEqualTo(1_000);
            assertThat(transfer.duration()).isEqualTo(Duration.ofSeconds(1));
            assertThat(pipe.measureAside(() -> backend.deliver(10)).duration()).isEqualTo(Duration.ofSeconds(1));
        }

        @Test
        void nothing_was_measured_before_the_first() {
            assertThat(pipe.lastMeasured()).isEmpty();
        }

        @Test
        void of_an_action_that_throws_is_what_crossed_until_then_without_waiting() throws Exception {
            pipe.measure(() -> backend.deliver(1_000));
            IOException refused = new IOException("refused");

            assertThat(measuring(refused, () -> backend.deliver(200))).isSameAs(refused);

            assertThat(pipe.lastMeasured().orElseThrow().bytes().bytes()).isEqualTo(200);
            assertThat(refused.getSuppressed()).isEmpty();
            assertThat(backend.deliveriesAwaited).isEqualTo(1);
        }

        @Test
        void a_failure_to_look_at_the_pipe_hides_neither_the_action_s_own_nor_shows_earlier_figures() throws Exception {
            pipe.measure(() -> backend.deliver(1_000));
            AssertionError own = new AssertionError("the action's own");
            IllegalStateException failed = new IllegalStateException("the pipe has failed");

            assertThat(measuring(own, () -> backend.refusesSnapshots = failed)).isSameAs(own);

            assertThat(own).hasSuppressedException(failed);
            assertThat(pipe.lastMeasured()).isEmpty();
        }

        @Test
        void an_action_that_throws_what_the_pipe_throws_gets_that_once() {
            IllegalStateException failed = new IllegalStateException("the pipe has failed");

            assertThat(measuring(failed, () -> backend.refusesSnapshots = failed))
                    .isSameAs(failed)
                    .hasNoSuppressedExceptions();
        }

        private Throwable measuring(Throwable thrown, Runnable before) {
            return catchThrowable(() -> pipe.measure(() -> {
                before.run();
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (Exception) thrown;
            }));
        }
    }

    @Nested
    class Closed {

        @Test
        void closes_what_it_stands_on_once() {
            assertThat(pipe.isClosed()).isFalse();

            pipe.close();
            pipe.close();

            assertThat(pipe.isClosed()).isTrue();
            assertThat(backend.closings).isEqualTo(1);
        }

        @Test
        void keeps_its_total_and_what_was_measured_last() throws Exception {
            pipe.measure(() -> backend.deliver(500));
            backend.deliver(1_000);
            assertThat(pipe.totalAtClose()).isEmpty();

            pipe.close();

            assertThat(pipe.totalAtClose().orElseThrow().bytes().bytes()).isEqualTo(1_500);
            assertThat(pipe.lastMeasured().orElseThrow().bytes().bytes()).isEqualTo(500);
        }

        @Test
        void is_closed_even_where_its_total_cannot_be_taken() {
            backend.refusesSnapshots = new IllegalStateException("the pipe has failed");

            pipe.close();

            assertThat(backend.closings).isEqualTo(1);
            assertThat(pipe.totalAtClose()).isEmpty();
        }

        @Test
        void does_nothing_any_more() {
            pipe.close();

            refuses(() -> pipe.to(SERVER));
            refuses(() -> pipe.to("127.0.0.1", 8080));
            refuses(() -> pipe.to(URI.create("http://127.0.0.1:8080")));
            refuses(() -> pipe.measure(() -> backend.deliver(1)));
            refuses(pipe::total);
            refuses(() -> pipe.awaitDelivery(Duration.ZERO));
            assertThat(backend.servers).isEmpty();
        }

        private void refuses(ThrowingCallable use) {
            assertThatIllegalStateException()
                    .isThrownBy(use)
                    .withMessage("pipe is closed: a pipe lives only as long as the test (or the try block) that it was"
                            + " opened for");
        }
    }
}
