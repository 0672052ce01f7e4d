/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.path.LossTreatment;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Opens a pipe on an emulated path for each test, and closes it after the test.
 *
 * <pre>{@code
 * @LongFatPipe(rtt = "100ms", rate = "100mbit")
 * class ReplicationTest {
 *     @Test
 *     void fillsThePipe(Pipe pipe) throws Exception {
 *         InetSocketAddress origin = pipe.to(server.address());
 *         Transfer transfer = pipe.measure(() -> client.download(origin));
 *         assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation();
 *     }
 * }
 * }</pre>
 *
 * <p>The test takes the pipe as a parameter of type {@link dev.longfatpipe.Pipe Pipe}; so may its {@code @BeforeEach} and
 * {@code @AfterEach} methods. Before the test begins, the pipe is probed; where the machine cannot hold the path the test is
 * aborted as {@code INCONCLUSIVE}. A test that ends without a byte through its pipe fails, since its client bypassed it.
 *
 * <p>On a class it holds for each of its tests, also those of subclasses and {@code @Nested} classes; on a method for that
 * test. The annotation that is nearer to the test replaces the farther one <em>of the same name</em> with all its attributes,
 * and stands beside those of other names. It may be repeated, each with its own {@link #name()}, for a test with several
 * pipes, and used as a meta-annotation: {@code @TransatlanticLink} may be all that a team writes.
 *
 * <p>Each attribute that is a text is read as {@link dev.longfatpipe.path.PathBuilder} reads it; one that cannot be read fails
 * the test with the attribute and what to write instead. JUnit configuration parameters, or system properties of the same
 * names, override annotations: {@code longfatpipe.backend}, {@code longfatpipe.kernel} and {@code longfatpipe.seed}.
 *
 * <p>Two such tests never run at the same time in one JVM, even if JUnit runs tests in parallel, unless both say that they may
 * ({@link #concurrent()}).
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Repeatable(LongFatPipes.class)
@ExtendWith(LongFatPipeExtension.class)
@ResourceLock(providers = MeasuredTestsLock.class)
public @interface LongFatPipe {

    /** The name of the pipe, by which {@link PipeName} asks for it. Needed when a test has several. */
    String name() default "";

    /** A preset to start from, such as {@code "transatlantic"}: see {@link dev.longfatpipe.path.NamedPath}. */
    String path() default "";

    /** The round-trip time of the empty path, half of it in each direction: {@code "100ms"}. Default 0. */
    String rtt() default "";

    /** The one-way delay from client to server, where it is not half of the rtt: {@code "20ms"}. */
    String delayUpstream() default "";

    /** The one-way delay from server to client, where it is not half of the rtt: {@code "80ms"}. */
    String delayDownstream() default "";

    /** The line rate of both directions: {@code "100mbit"}. Unlimited by default. */
    String rate() default "";

    /**
     * Whether the rate is that of each connection by itself. Backend {@code toxiproxy} cannot let connections share one, and refuses
     * several at a time without this; all others can, and refuse this.
     */
    boolean perConnectionRate() default false;

    /** The line rate from client to server, where it is another than {@link #rate()}: {@code "10mbit"}. */
    String rateUpstream() default "";

    /** The line rate from server to client, where it is another than {@link #rate()}: {@code "100mbit"}. */
    String rateDownstream() default "";

    /** The loss of each direction: {@code "0.1%"}, or bursts, {@code "gilbert-elliott p=1% r=25%"}. Default none. */
    String loss() default "";

    /**
     * What that loss is: lost packets, or where a test says so and the backend cannot lose any ({@code toxiproxy}), a cap on the rate
     * of each connection.
     */
    LossTreatment lossAs() default LossTreatment.PACKETS;

    /** The most that is added to the one-way delay of a packet, which keeps its order: {@code "5ms"}. Default none. */
    String jitter() default "";

    /** The room in front of the bottleneck: {@code "1bdp"}, {@code "64KiB"}, {@code "50ms"}. Default {@code 1bdp}. */
    String queue() default "";

    /** The largest IP packet in bytes, 576 to 65535; 0, the default, stands for 1500. */
    int mtu() default 0;

    /**
     * Whose kernel the TCP of both ends is: {@code "host"} (the default), {@code "linux-6.1"} or {@code "linux-6.18"}.
     *
     * @see dev.longfatpipe.kernel.KernelProfile#named(String)
     */
    String kernel() default "";

    /** Settings of that kernel that are others, as in sysctl.conf: {@code "net.ipv4.tcp_rmem=4096 131072 524288"}. */
    String[] sysctls() default {};

    /** The congestion control of both ends: {@code "cubic"}, {@code "reno"}, {@code "bbr"}. Default that of the kernel. */
    String congestionControl() default "";

    /** The backend: {@code "relay"} (the default), or any other on the class path. */
    String backend() default "";

    /** The seed of every random draw; 0, the default, stands for 1. */
    long seed() default 0;

    /**
     * The share of the expectation that every test has to reach, without an assertion of its own: {@code "80%"}. Judged is what
     * the test measured last with {@link dev.longfatpipe.Pipe#measure}, or else everything that crossed the pipe. Default: not
     * judged.
     */
    String atLeast() default "";

    /** The goodput that every test has to reach, application bytes per second, judged as {@link #atLeast()}: {@code "50mbit"}. */
    String goodputAtLeast() default "";

    /**
     * The time within which every test has to be done, from the first thing that happens on the pipe to the last byte, judged as
     * {@link #atLeast()}: {@code "2s"}.
     */
    String completesWithin() default "";

    /** Whether the test may run at the same time as others that say so too; their rates then share this machine. */
    boolean concurrent() default false;
}
