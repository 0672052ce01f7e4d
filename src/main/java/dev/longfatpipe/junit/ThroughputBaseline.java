/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Compares what a test reaches with what it reached when its baseline was recorded, and fails it when that is less.
 *
 * <pre>{@code
 * @LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1")
 * @ThroughputBaseline
 * class ReplicationTest {
 *     @Test
 *     void fills_the_pipe(Pipe pipe) throws Exception {
 *         InetSocketAddress origin = pipe.to(server.address());
 *         pipe.measure(() -> client.download(origin));
 *     }
 * }
 * }</pre>
 *
 * <p>The part of the test inside {@link dev.longfatpipe.Pipe#measure pipe.measure(…)} runs several times, so it has to be something that
 * can be done again; what surrounds it runs once. A test measures once on each of its pipes: warm up before it, outside of
 * {@code measure}. {@code measure} returns the run in the middle, and so do assertions on it.
 *
 * <p>Baselines are in a text file per test class in {@code src/test/longfatpipe}, to be committed with the tests. The configuration parameter,
 * or system property, {@code longfatpipe.baseline} says what is done with them: {@code check} (the default) compares, and fails a test
 * without a baseline; {@code record} writes what is measured now; {@code update} compares, and writes what is missing or has
 * improved; {@code off} measures once and compares nothing. Others: {@code longfatpipe.baseline.folder}, {@code .repeats}, {@code
 * .budget}, {@code .ci} ({@code allow} to record where the environment says that it is CI), and {@code longfatpipe.inconclusive} ({@code fail}
 * to fail a test that is inconclusive).
 *
 * <p>A test fails when its utilisation is lower than the baseline's beyond chance and a drop of less than {@link #minimumDrop()} is not
 * shown, while a transfer of the library's own over the same pipe reaches what it reached then. When that does not, the
 * machine is the slower one, and the test is aborted as INCONCLUSIVE.
 *
 * <p>On a class it holds for each of its tests, on a method for that test; the nearest to the test counts, and subclasses and
 * {@code @Nested} classes have it too.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(LongFatPipeExtension.class)
public @interface ThroughputBaseline {

    /** The least drop of utilisation that is worth a failure, as a share of what the baseline reached; at most half. */
    String minimumDrop() default "5%";

    /** How often the measured part runs at the most when the test is compared, 1 to 1000. */
    int repeats() default 5;

    /** For how long it is repeated at the most; what has begun ends. */
    String budget() default "20s";

    /**
     * How many samples a baseline has, 3 to 1000. With 10 a drop can be told from chance by 3 runs, with 20 by 2: for a measured part that
     * takes long.
     */
    int samples() default 10;
}
