/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import org.apiguardian.api.API;

/**
 * Gives the sockets of a test the buffers that a policy asks for.
 *
 * <p>A socket has to get its buffers before it connects, a listening socket before it is bound: the window scale of a
 * connection is fixed in its SYN (RFC 7323, section 2.2), and a buffer that grows later cannot be advertised. Whatever comes
 * too late, and whatever the kernel cuts without a word, is done all the same and noted in {@link #warnings()}.
 *
 * <p>A buffer that the policy leaves to the kernel ({@code auto}) is not touched: setting it at all ends auto-tuning.
 * Thread-safe.
 *
 * <pre>{@code
 * try (Socket socket = buffers.apply(new Socket())) {
 *     socket.connect(origin);
 * }
 * OkHttpClient client = new OkHttpClient.Builder().socketFactory(buffers.socketFactory()).build();
 * }</pre>
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class BufferedSockets {

    private final SocketBufferPolicy policy;
    private final BufferSetting receive;
    private final BufferSetting send;
    private final BufferOptions options;

    private BufferedSockets(SocketBufferPolicy policy, BufferSetting receive, BufferSetting send) {
        this.policy = policy;
        this.receive = receive;
        this.send = send;
        this.options = new BufferOptions(receive, send);
    }

    /**
     * A policy on a path.
     *
     * @throws IllegalArgumentException if the policy counts in bandwidth-delay products and the path has none, or one that
     *     no socket option can ask for
     */
    public static BufferedSockets of(SocketBufferPolicy policy, Path path) {
        return new BufferedSockets(
                policy, policy.receive().on(path), policy.send().on(path));
    }

    /**
     * A policy that needs no path.
     *
     * @throws IllegalArgumentException if the policy counts in bandwidth-delay products
     */
    public static BufferedSockets of(SocketBufferPolicy policy) {
        return new BufferedSockets(
                policy, withoutPath("receive", policy.receive()), withoutPath("send", policy.send()));
    }

    private static BufferSetting withoutPath(String which, BufferSize size) {
        return size.withoutPath()
                .orElseThrow(() -> BufferSizeText.refused(
                        which, size.toString(), "needs a path to be measured on: write a size such as \"64KiB\""));
    }

    /** The policy as it was written. */
    public SocketBufferPolicy policy() {
        return policy;
    }

    /** What is asked of the kernel for SO_RCVBUF, for clients that take a number of bytes instead of a socket. */
    public BufferSetting receive() {
        return receive;
    }

    /** What is asked of the kernel for SO_SNDBUF, for clients that take a number of bytes instead of a socket. */
    public BufferSetting send() {
        return send;
    }

    /**
     * Gives a socket its buffers: a client's before it is connected, or one that was accepted, whose receive buffer is that
     * of its listener and whose send buffer is set here.
     *
     * @return the same socket
     * @throws IOException if the socket is closed
     */
    public <S extends Socket> S apply(S socket) throws IOException {
        options.applyTo(new ClientSocket.Plain(socket));
        return socket;
    }

    /**
     * Gives a channel its buffers, as {@link #apply(Socket)}.
     *
     * @return the same channel
     * @throws IOException if the channel is closed
     */
    public <C extends SocketChannel> C apply(C channel) throws IOException {
        options.applyTo(new ClientSocket.Channel(channel));
        return channel;
    }

    /**
     * Gives a listening socket the receive buffer that the sockets it accepts inherit, before it is bound. A listening socket
     * has no send buffer: pass each accepted socket to {@link #apply(Socket)}, or take {@link #serverSocketFactory()}.
     *
     * @return the same socket
     * @throws IOException if the socket is closed
     */
    public <S extends ServerSocket> S apply(S listener) throws IOException {
        options.applyTo(new ListeningSocket.Plain(listener));
        return listener;
    }

    /**
     * Gives a listening channel the receive buffer that the channels it accepts inherit, as {@link #apply(ServerSocket)}.
     *
     * @return the same channel
     * @throws IOException if the channel is closed
     */
    public <C extends ServerSocketChannel> C apply(C listener) throws IOException {
        options.applyTo(new ListeningSocket.Channel(listener));
        return listener;
    }

    /** A factory whose sockets have these buffers before they connect, for clients that take one. */
    public SocketFactory socketFactory() {
        return new BufferedSocketFactory(this);
    }

    /** A factory whose listening sockets, and the sockets that they accept, have these buffers. */
    public ServerSocketFactory serverSocketFactory() {
        return new BufferedServerSocketFactory(this);
    }

    /** What came too late and what the kernel cut, each once, in order of appearance. */
    public List<String> warnings() {
        return options.warnings();
    }

    /** For reports: {@code socket buffers (receive 64KiB, send auto)}. */
    @Override
    public String toString() {
        return "socket buffers (" + policy + ")";
    }
}
