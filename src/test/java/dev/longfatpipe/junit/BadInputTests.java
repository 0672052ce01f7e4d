/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.socket.BufferedSockets;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each mistake and the whole of its message. */
class BadInputTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    UnknownUnit         | @LongFatPipe(rate = "100"): rate [100] has no unit: write "100mbit" (or "12.5MB/s")
                    NoRate              | @LongFatPipe(rate = "0mbit"): rate [0mbit] is too slow for a line: write at least "1kbit", or omit it for an unlimited line
                    NegativeRtt         | @LongFatPipe(rtt = "-1ms"): rtt [-1ms] is negative: write "1ms"
                    TooMuchLoss         | @LongFatPipe(loss = "101%"): loss [101%] is too large: write at most "100%"
                    NoQueue             | @LongFatPipe(queue = "0bdp"): queue [0bdp] holds no frame: write "1bdp", "64KiB" or "50ms"
                    TinyMtu             | @LongFatPipe(mtu = 100): mtu [100] is no MTU: write 576 to 65535, in bytes; 1500 is Ethernet's
                    BadUpstreamRate     | @LongFatPipe(rateUpstream = "1mbps"): upstream rate [1mbps] is ambiguous, for tc reads mbps as megabytes per second, most people as megabits: write "1mbit" or "1MB/s"
                    BadDelay            | @LongFatPipe(delayDownstream = "10"): downstream delay [10] has no unit: write "10ms" (or "10s")
                    BadJitter           | @LongFatPipe(jitter = "1m"): jitter [1m] is ambiguous, for m may be milliseconds or minutes: write "1ms" or "1min"
                    ContradictoryDelays | @LongFatPipe(rtt = "10ms", delayUpstream = "20ms"): rtt [10ms] is not the sum of both delays, with upstream delay [20ms]: omit the rtt, or give one delay of at most the rtt
                    UnknownBackend      | @LongFatPipe(rtt = "10ms", backend = "tunnel"): backend [tunnel] is unknown: use one of absent, fake, netem, plain, relay, steps, toxiproxy, tun
                    UnknownKernel       | @LongFatPipe(kernel = "linux-7"): kernel profile [linux-7] is unknown: write "host", "linux-6.1" or "linux-6.18"
                    UnknownSysctl       | @LongFatPipe(sysctls = "net.ipv4.rmem=1"): sysctl [net.ipv4.rmem] is not part of a kernel profile: write one of net.core.rmem_max, net.core.wmem_max, net.ipv4.tcp_congestion_control, net.ipv4.tcp_rmem, net.ipv4.tcp_slow_start_after_idle, net.ipv4.tcp_window_scaling, net.ipv4.tcp_wmem
                    BadAtLeast          | @LongFatPipe(atLeast = "0.8"): atLeast [0.8] has no unit: write "0.8%" (or "80%" if it is a fraction of 1)
                    Incapable           | @LongFatPipe(rtt = "10ms", jitter = "1ms", backend = "fake"): jitter [1ms] cannot be honoured by backend [fake]: use backend absent, netem, relay, tun
                    TwoWithoutAName     | TwoWithoutAName declares two pipes without a name, @LongFatPipe(rtt = "10ms") and @LongFatPipe(rtt = "20ms"): give each its own, as in @LongFatPipe(name = "primary", ...), and write @PipeName("primary") before the parameter
                    TwoTheSame          | TwoTheSame.test() declares two pipes without a name, @LongFatPipe(rtt = "10ms") and @LongFatPipe(rtt = "10ms"): give each its own, as in @LongFatPipe(name = "primary", ...), and write @PipeName("primary") before the parameter
                    TwoOfOneName        | TwoOfOneName declares two pipes of the name [a], @LongFatPipe(name = "a", rtt = "10ms") and @LongFatPipe(name = "a", rtt = "20ms"): give each its own, as in @LongFatPipe(name = "primary", ...), and write @PipeName("primary") before the parameter
                    BadBuffer           | @SocketBuffers(receive = "64K"): receive [64K] is ambiguous, for K counts in 1000s to some and in 1024s to others: write "64KiB" or "64kB"
                    BuffersWithoutBdp   | @SocketBuffers(send = "2bdp"): buffer [2bdp] has no meaning on a path (rtt 10 ms, rate unlimited) without a bandwidth-delay product: write a size such as "64KiB", or give the path a rate and an rtt
                    UnknownCongestion   | @LongFatPipe(atLeast = "80%"): congestion control [vegas] has no known answer to loss: write "cubic", "reno" or "bbr"
                    NothingToShare      | @LongFatPipe(atLeast = "80%"): nothing bounds the expectation on this path (rtt 0 ms, rate unlimited), so that there is no share of it: give the path a rate
                    """)
    void what_cannot_be_read_or_done_fails_the_test(String fixture, String message) throws ClassNotFoundException {
        Throwable failure = Run.of(Class.forName(BadInputTests.class.getName() + "$" + fixture))
                .failure();

        assertThat(failure).isInstanceOf(ExtensionConfigurationException.class).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    longfatpipe.backend=tunnel  | longfatpipe.backend=tunnel: backend [tunnel] is unknown: use one of absent, fake, netem, plain, relay, steps, toxiproxy, tun
                    longfatpipe.kernel=linux-7  | longfatpipe.kernel=linux-7: kernel profile [linux-7] is unknown: write "host", "linux-6.1" or "linux-6.18"
                    longfatpipe.seed=many       | longfatpipe.seed [many] is not a whole number: write one such as "42"
                    longfatpipe.verdicts=loud   | longfatpipe.verdicts [loud] is unknown: write "console" to have verdict lines printed, or "report" to have them only in the report of the test
                    """)
    void a_configuration_parameter_that_cannot_be_read_fails_the_test(String parameter, String message) {
        Throwable failure = Run.of(Good.class, parameter).failure();

        assertThat(failure).isInstanceOf(ExtensionConfigurationException.class).hasMessage(message);
    }

    @Test
    void two_pipes_of_one_name_are_named_by_what_declares_them_whatever_the_backend() {
        assertThat(Run.of(TwoExtensions.class, "longfatpipe.backend=fake").failure())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(
                        "this test has two pipes without a name, LongFatPipeExtension (rtt 10 ms, rate unlimited) and"
                                + " LongFatPipeExtension (rtt 20 ms, rate unlimited): give each its own name");
    }

    @Nested
    class Parameters {

        @Test
        void a_pipe_without_any_annotation_is_refused_by_junit_itself() {
            assertThat(Run.of(NoAnnotation.class).failure())
                    .isInstanceOf(ParameterResolutionException.class)
                    .hasMessageStartingWith(
                            "No ParameterResolver registered for parameter [dev.longfatpipe.Pipe pipe]");
        }

        @Test
        void a_pipe_where_no_annotation_declares_one() {
            assertThat(Run.of(NoPipe.class).failure())
                    .isInstanceOf(ParameterResolutionException.class)
                    .hasMessage("parameter [dev.longfatpipe.Pipe pipe] needs a pipe, but this test declares none: write"
                            + " @LongFatPipe(rtt = \"100ms\", rate = \"100mbit\") on the test method or its class");
        }

        @Test
        void buffers_where_no_annotation_declares_them() {
            assertThat(Run.of(NoBuffers.class).failure())
                    .isInstanceOf(ParameterResolutionException.class)
                    .hasMessage("parameter [dev.longfatpipe.socket.BufferedSockets buffers] needs a policy, but this"
                            + " test declares none: write @SocketBuffers(receive = \"64KiB\") on the test method or its"
                            + " class");
        }

        @Test
        void a_pipe_of_a_name_that_there_is_not() {
            assertThat(Run.of(WrongName.class).failure())
                    .isInstanceOf(ParameterResolutionException.class)
                    .hasMessage("parameter [dev.longfatpipe.Pipe pipe] asks for @PipeName(\"backup\"), but the pipes of"
                            + " this test are [primary], [secondary]");
        }

        @Test
        void a_pipe_that_could_be_any_of_several() {
            assertThat(Run.of(AnyOfSeveral.class).failure())
                    .isInstanceOf(ParameterResolutionException.class)
                    .hasMessage("parameter [dev.longfatpipe.Pipe pipe] could be any of the pipes [primary],"
                            + " [secondary]: write @PipeName(\"primary\") before it");
        }

        @Test
        void a_pipe_for_the_constructor() {
            assertThat(Run.of(InConstructor.class).failure())
                    .isInstanceOf(ParameterResolutionException.class)
                    .hasMessage("parameter [dev.longfatpipe.Pipe pipe] of " + InConstructor.class.getName()
                            + " comes too early or too late, for a pipe lives as long as one test: take it as a"
                            + " parameter of the test method, or of a @BeforeEach or @AfterEach method");
        }

        @Test
        void a_pipe_for_all_tests_of_a_class() {
            assertThat(Run.of(InBeforeAll.class).failureOfTheClass())
                    .isInstanceOf(ParameterResolutionException.class)
                    .hasMessage("parameter [dev.longfatpipe.Pipe pipe] of beforeAll comes too early or too late, for a"
                            + " pipe lives as long as one test: take it as a parameter of the test method, or of a"
                            + " @BeforeEach or @AfterEach method");
        }
    }

    @Nested
    class Use {

        @Test
        void an_address_that_cannot_be_resolved() {
            assertThat(Run.of(Unresolvable.class).failure())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "server [no-such-host.invalid:80] cannot be resolved: give a name that this machine knows,"
                                    + " or an address such as 127.0.0.1");
        }

        @Test
        void a_pipe_after_its_test() {
            LEAKED.set(null);

            assertThat(Run.of(Leaking.class).failure())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("pipe is closed: a pipe lives only as long as the test (or the try block) that it was"
                            + " opened for");
        }

        @Test
        void a_server_that_is_not_listening() {
            assertThat(Run.of(Refused.class).failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessage(
                            "No byte crossed the pipe (rtt 10 ms, rate unlimited), so that this test says nothing about"
                                    + " the path: 1 connection was opened through it, but nothing was delivered.\n"
                                    + "  Warning   server 127.0.0.1:9 could not be reached (Connection refused): is it listening"
                                    + " there?");
        }

        @Test
        void a_client_that_bypasses_the_pipe() {
            assertThat(Run.of(Bypassing.class).failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessage(
                            "No byte crossed the pipe (rtt 10 ms, rate unlimited), so that this test says nothing about"
                                    + " the path: no client connected to it. Let the client connect to the address that"
                                    + " pipe.to(server) returns, and keep it from following an address that the server"
                                    + " advertises.");
        }

        @Test
        void a_client_that_bypasses_one_of_several_pipes() {
            assertThat(Run.of(BypassingOne.class).failure())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("No byte crossed the pipe [unused] (rtt 20 ms, rate unlimited), so that");
        }
    }

    private static final AtomicReference<Pipe> LEAKED = new AtomicReference<>();

    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
    static class Good {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    abstract static class OneTest {

        @Test
        void test() {}
    }

    @LongFatPipe(rate = "100")
    static class UnknownUnit extends OneTest {}

    @LongFatPipe(rate = "0mbit")
    static class NoRate extends OneTest {}

    @LongFatPipe(rtt = "-1ms")
    static class NegativeRtt extends OneTest {}

    @LongFatPipe(loss = "101%")
    static class TooMuchLoss extends OneTest {}

    @LongFatPipe(queue = "0bdp")
    static class NoQueue extends OneTest {}

    @LongFatPipe(mtu = 100)
    static class TinyMtu extends OneTest {}

    @LongFatPipe(rateUpstream = "1mbps")
    static class BadUpstreamRate extends OneTest {}

    @LongFatPipe(delayDownstream = "10")
    static class BadDelay extends OneTest {}

    @LongFatPipe(jitter = "1m")
    static class BadJitter extends OneTest {}

    @LongFatPipe(rtt = "10ms", delayUpstream = "20ms")
    static class ContradictoryDelays extends OneTest {}

    @LongFatPipe(rtt = "10ms", backend = "tunnel")
    static class UnknownBackend extends OneTest {}

    @LongFatPipe(kernel = "linux-7")
    static class UnknownKernel extends OneTest {}

    @LongFatPipe(sysctls = "net.ipv4.rmem=1")
    static class UnknownSysctl extends OneTest {}

    @LongFatPipe(atLeast = "0.8")
    static class BadAtLeast extends OneTest {}

    @LongFatPipe(rtt = "10ms", jitter = "1ms", backend = FakeBackend.NAME)
    static class Incapable extends OneTest {}

    @LongFatPipe(rtt = "10ms")
    @LongFatPipe(rtt = "20ms")
    static class TwoWithoutAName extends OneTest {}

    static class TwoTheSame {

        @Test
        @LongFatPipe(rtt = "10ms")
        @LongFatPipe(rtt = "10ms")
        void test() {}
    }

    @LongFatPipe(name = "a", rtt = "10ms")
    @LongFatPipe(name = "a", rtt = "20ms")
    static class TwoOfOneName extends OneTest {}

    @SocketBuffers(receive = "64K")
    static class BadBuffer extends OneTest {}

    @SocketBuffers(send = "2bdp")
    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
    static class BuffersWithoutBdp extends OneTest {}

    @LongFatPipe(rtt = "100ms", loss = "1%", congestionControl = "vegas", atLeast = "80%", backend = FakeBackend.NAME)
    static class UnknownCongestion extends Good {}

    @LongFatPipe(atLeast = "80%", backend = FakeBackend.NAME)
    static class NothingToShare {

        @Test
        void test(Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }

    @LongFatPipe(rtt = "10ms", jitter = "1ms")
    static class Jittery extends OneTest {}

    static class TwoExtensions extends OneTest {

        @Order(1)
        @RegisterExtension
        static final LongFatPipeExtension NEAR =
                LongFatPipeExtension.builder(Path.builder().rtt("10ms").build()).build();

        @Order(2)
        @RegisterExtension
        static final LongFatPipeExtension FAR =
                LongFatPipeExtension.builder(Path.builder().rtt("20ms").build()).build();
    }

    static class NoAnnotation {

        @Test
        void test(Pipe pipe) {}
    }

    @ExtendWith(LongFatPipeExtension.class)
    static class NoPipe {

        @Test
        void test(Pipe pipe) {}
    }

    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
    static class NoBuffers {

        @Test
        void test(BufferedSockets buffers) {}
    }

    @LongFatPipe(name = "primary", backend = FakeBackend.NAME)
    @LongFatPipe(name = "secondary", backend = FakeBackend.NAME)
    static class WrongName {

        @Test
        void test(@PipeName("backup") Pipe pipe) {}
    }

    @LongFatPipe(name = "primary", backend = FakeBackend.NAME)
    @LongFatPipe(name = "secondary", backend = FakeBackend.NAME)
    static class AnyOfSeveral {

        @Test
        void test(Pipe pipe) {}
    }

    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
    static class InConstructor {

        InConstructor(Pipe pipe) {}

        @Test
        void test() {}
    }

    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
    static class InBeforeAll {

        @BeforeAll
        static void beforeAll(Pipe pipe) {}

        @Test
        void test() {}
    }

    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
    static class Unresolvable {

        @Test
        void test(Pipe pipe) {
            pipe.to(InetSocketAddress.createUnresolved("no-such-host.invalid", 80));
        }
    }

    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
    static class Leaking {

        @Test
        void first(Pipe pipe) {
            useAndLeak(pipe);
        }

        @Test
        void second(Pipe pipe) {
            useAndLeak(pipe);
        }

        private static void useAndLeak(Pipe pipe) {
            pipe.to(Server.ADDRESS);
            Pipe leaked = LEAKED.getAndSet(pipe);
            if (leaked != null) {
                leaked.to(Server.ADDRESS);
            }
        }
    }

    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME, seed = FakeBackend.REFUSED)
    static class Refused extends Good {}

    @LongFatPipe(rtt = "10ms", backend = FakeBackend.NAME)
    static class Bypassing extends OneTest {}

    @LongFatPipe(name = "used", rtt = "10ms", backend = FakeBackend.NAME)
    @LongFatPipe(name = "unused", rtt = "20ms", backend = FakeBackend.NAME)
    static class BypassingOne {

        @Test
        void test(@PipeName("used") Pipe pipe) {
            pipe.to(Server.ADDRESS);
        }
    }
}
