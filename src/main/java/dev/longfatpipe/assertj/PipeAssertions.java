/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.Utilisation;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.apiguardian.api.API;
import org.assertj.core.annotation.CheckReturnValue;

/**
 * Entry point of the assertions.
 *
 * <p>Its {@code assertThat} stands beside that of AssertJ; import both, and the compiler picks the right one by the
 * type:
 *
 * <pre>{@code
 * import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
 * import static dev.longfatpipe.assertj.PipeAssertions.percent;
 * import static org.assertj.core.api.Assertions.assertThat;
 *
 * assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation();
 * assertThat(answer.status()).isEqualTo(200);
 * }</pre>
 *
 * <p>An assertion that would fail on a machine that could not hold the path throws {@code
 * org.opentest4j.TestAbortedException} with {@code INCONCLUSIVE} and the measured numbers instead: the test counts as
 * aborted, never as failed.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@CheckReturnValue
public final class PipeAssertions {

    private PipeAssertions() {}

    /** Begins an assertion on what crossed a pipe. */
    public static TransferAssert assertThat(Transfer actual) {
        return new TransferAssert(actual);
    }

    /** Begins an assertion on everything that has crossed a pipe since it was opened. */
    public static PipeAssert assertThat(Pipe actual) {
        return new PipeAssert(actual);
    }

    /** Begins an assertion on the buffers of a socket, connected or not. */
    public static SocketAssert assertThat(Socket actual) {
        return new SocketAssert(actual);
    }

    /** Begins an assertion on the buffers of a socket, connected or not. */
    public static SocketAssert assertThat(SocketChannel actual) {
        return new SocketAssert(actual);
    }

    /** Begins an assertion on the receive buffer that accepted sockets inherit. */
    public static SocketAssert assertThat(ServerSocket actual) {
        return new SocketAssert(actual);
    }

    /** Begins an assertion on the receive buffer that accepted sockets inherit. */
    public static SocketAssert assertThat(ServerSocketChannel actual) {
        return new SocketAssert(actual);
    }

    /** A share in whole per cent, for {@link TransferAssert#reachesAtLeast(Utilisation)}. */
    public static Utilisation percent(long percent) {
        return Utilisation.ofPercent(percent);
    }

    /**
     * A share in per cent with decimals: {@code percent("79.5")}.
     *
     * @throws IllegalArgumentException if it is no number, or negative
     */
    public static Utilisation percent(String percent) {
        return Utilisation.ofPercent(percent);
    }
}
