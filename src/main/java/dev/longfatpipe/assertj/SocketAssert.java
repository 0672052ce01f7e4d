/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import dev.longfatpipe.diagnose.BufferCheck;
import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import java.io.Closeable;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.apiguardian.api.API;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on the buffers of a socket: whether they keep a path full, by the window law of this host's kernel.
 *
 * <p>What the kernel granted is read from the socket. A socket that is not connected counts as auto-tuned when its buffer
 * is as large as that of an untouched one. Once connected, a receive buffer counts as that when it is as large or, on
 * Linux, larger and the window scale is that of an untouched one, which it is not if SO_RCVBUF was set before connect
 * or bind; a send buffer when it is at least half as large as that of an untouched socket that is connected over
 * loopback. Of a socket that is connected to another host a send buffer that is not smaller than that of an untouched
 * unconnected one does not tell, and is refused.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class SocketAssert extends AbstractAssert<SocketAssert, Closeable> {

    private final KernelProfile kernel;
    private final SocketProbe probe;

    SocketAssert(Socket actual) {
        this(actual, SocketProbe.of(actual), KernelProfile.host());
    }

    SocketAssert(SocketChannel actual) {
        this(actual, SocketProbe.of(actual.socket()), KernelProfile.host());
    }

    SocketAssert(ServerSocket actual) {
        this(actual, SocketProbe.of(actual), KernelProfile.host());
    }

    SocketAssert(ServerSocketChannel actual) {
        this(actual, SocketProbe.of(actual.socket()), KernelProfile.host());
    }

    SocketAssert(Closeable actual, SocketProbe probe, KernelProfile kernel) {
        super(actual, SocketAssert.class);
        this.probe = probe;
        this.kernel = kernel;
    }

    /**
     * Verifies that the receive buffer lets the path be filled: downstream for a socket, as a client has it, and
     * upstream for a listening one.
     *
     * <pre>{@code
     * Path path = Path.of(Duration.ofMillis(100), DataRate.parse("100mbit"));   // holds 1.25 MB
     * socket.setReceiveBufferSize(65536);
     * assertThat(socket).hasReceiveBufferFor(path);            // fails: window 64088 bytes, 5.1 mbit
     * assertThat(new Socket()).hasReceiveBufferFor(path);      // passes: auto-tuning may grow far enough
     * }</pre>
     *
     * @param path the path to fill
     * @throws IllegalArgumentException if the path has no rate: then no buffer is large enough
     * @throws UncheckedIOException if the socket is closed
     */
    public SocketAssert hasReceiveBufferFor(Path path) {
        return hasReceiveBufferFor(path, probe.isListening() ? Direction.UPSTREAM : Direction.DOWNSTREAM);
    }

    /**
     * Verifies that the receive buffer lets one direction of the path be filled.
     *
     * @param path the path to fill
     * @param direction what this socket receives: UPSTREAM for a socket that a server accepted
     * @throws IllegalArgumentException if the path has no rate there: then no buffer is large enough
     * @throws UncheckedIOException if the socket is closed
     */
    public SocketAssert hasReceiveBufferFor(Path path, Direction direction) {
        isNotNull();
        requireRate(path, direction);
        BufferSetting setting = probe.receive(kernel, path.mss());
        require(BufferCheck.receive(path, direction, kernel, setting), "receive");
        return this;
    }

    /**
     * Verifies that the send buffer lets the path be filled upstream, as a client does.
     *
     * <pre>{@code
     * Path path = Path.of(Duration.ofMillis(20), DataRate.parse("100mbit"));   // holds 250 kB
     * socket.setSendBufferSize(16384);
     * assertThat(socket).hasSendBufferFor(path);   // fails
     * socket.setSendBufferSize(1 << 20);
     * assertThat(socket).hasSendBufferFor(path);   // passes
     * }</pre>
     *
     * @param path the path to fill
     * @throws IllegalArgumentException if the path has no rate: then no buffer is large enough; or the socket is a
     *     listening one; or it is connected to another host, and does not tell whether its buffer was set
     * @throws UncheckedIOException if the socket is closed
     */
    public SocketAssert hasSendBufferFor(Path path) {
        return hasSendBufferFor(path, Direction.UPSTREAM);
    }

    /**
     * Verifies that the send buffer lets one direction of the path be filled.
     *
     * @param path the path to fill
     * @param direction what this socket sends: DOWNSTREAM for a socket that a server accepted
     * @throws IllegalArgumentException if the path has no rate there: then no buffer is large enough; or the socket is
     *     a listening one; or it is connected to another host, and does not tell whether its buffer was set
     * @throws UncheckedIOException if the socket is closed
     */
    public SocketAssert hasSendBufferFor(Path path, Direction direction) {
        isNotNull();
        requireRate(path, direction);
        require(BufferCheck.send(path, direction, kernel, probe.send()), "send");
        return this;
    }

    private void require(BufferCheck check, String buffer) {
        if (!check.isEnough()) {
            failWithMessage(
                    "%s",
                    check.under("Expected " + probe.name() + " to have a " + buffer
                            + " buffer that fills the path, but it has not."));
        }
    }

    private static void requireRate(Path path, Direction direction) {
        if (path.link(direction).lineRate().isEmpty()) {
            throw new IllegalArgumentException(
                    "path [" + path
                            + "] has no rate, so that no buffer is large enough to fill it: give it a rate such as \"100mbit\"");
        }
    }
}
