/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads from a socket what its application did about the buffers. */
final class SocketProbe {

    private final @Nullable Socket socket;
    private final @Nullable ServerSocket listener;

    private SocketProbe(@Nullable Socket socket, @Nullable ServerSocket listener) {
        this.socket = socket;
        this.listener = listener;
    }

    static SocketProbe of(Socket socket) {
        return new SocketProbe(socket, null);
    }

    static SocketProbe of(ServerSocket listener) {
        return new SocketProbe(null, listener);
    }

    boolean isListening() {
        return listener != null;
    }

    /**
     * {@code socket 127.0.0.1:51514 -> 127.0.0.1:8080}, {@code unconnected socket} or {@code listening socket
     * 0.0.0.0:8080}.
     */
    String name() {
        if (listener != null) {
            return listener.getLocalSocketAddress() instanceof InetSocketAddress bound
                    ? "listening socket " + ConnectionId.text(bound)
                    : "unbound listening socket";
        }
        if (socket != null
                && socket.getLocalSocketAddress() instanceof InetSocketAddress local
                && socket.getRemoteSocketAddress() instanceof InetSocketAddress remote) {
            return "socket " + ConnectionId.text(local) + " -> " + ConnectionId.text(remote);
        }
        return "unconnected socket";
    }

    BufferSetting receive(KernelProfile kernel, int mss) {
        try {
            int size = listener != null
                    ? listener.getReceiveBufferSize()
                    : requireSocket().getReceiveBufferSize();
            int untouched = untouchedReceiveBuffer();
            OptionalInt scale = announcedScale();
            boolean auto = scale.isPresent()
                    ? size >= untouched
                            && scale.getAsInt()
                                    == kernel.receiveWindow(BufferSetting.auto(), mss)
                                            .scale()
                    : size == untouched;
            return setting(auto, size);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    BufferSetting send() {
        if (listener != null) {
            throw new IllegalArgumentException(
                    name() + " sends nothing: check the send buffer of the socket that it accepts");
        }
        try {
            int size = requireSocket().getSendBufferSize();
            int untouched = untouchedSendBuffer();
            return requireSocket().getLocalSocketAddress() instanceof InetSocketAddress local
                            && requireSocket().getRemoteSocketAddress() instanceof InetSocketAddress remote
                    ? connectedSend(local.getAddress(), remote.getAddress(), size, untouched)
                    : setting(size == untouched, size);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /**
     * Linux raises an untouched send buffer when the socket is connected, to ten segments and more, and later never lowers it
     * ({@code tcp_init_buffer_space} and {@code tcp_sndbuf_expand} of {@code net/ipv4/tcp_input.c}). A segment of the
     * loopback interface is tens of kilobytes, so that only a pair over the same interface compares. It has the same only
     * roughly: the kernel adds for the reordering that it remembers of a destination.
     */
    BufferSetting connectedSend(InetAddress local, InetAddress remote, int size, int untouched) throws IOException {
        if (size < untouched) {
            return setting(false, size);
        }
        if (!local.isLoopbackAddress() && !local.equals(remote)) {
            throw new IllegalArgumentException(name() + " has a send buffer [" + size
                    + "] that does not tell whether it was set: over another interface than loopback the kernel raises an"
                    + " untouched one to a size that depends on the path. Assert before connect(), or on a connection over"
                    + " loopback, as a pipe has it");
        }
        return setting(size >= untouchedConnectedSendBuffer() / 2, size);
    }

    private static int untouchedConnectedSendBuffer() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket untouched = new Socket(server.getInetAddress(), server.getLocalPort())) {
            return untouched.getSendBufferSize();
        }
    }

    private static BufferSetting setting(boolean auto, int size) {
        return auto ? BufferSetting.auto() : BufferSetting.explicit(DataSize.ofBytes(size));
    }

    private Socket requireSocket() {
        if (socket == null) {
            throw new IllegalStateException("a listening socket has no such buffer");
        }
        return socket;
    }

    private UncheckedIOException unreadable(IOException cause) {
        return new UncheckedIOException(
                "the buffers of " + name() + " cannot be read (" + cause.getMessage() + "): assert before it is closed",
                cause);
    }

    private int untouchedReceiveBuffer() throws IOException {
        if (listener != null) {
            try (ServerSocket untouched = new ServerSocket()) {
                return untouched.getReceiveBufferSize();
            }
        }
        try (Socket untouched = new Socket()) {
            return untouched.getReceiveBufferSize();
        }
    }

    private static int untouchedSendBuffer() throws IOException {
        try (Socket untouched = new Socket()) {
            return untouched.getSendBufferSize();
        }
    }

    /** The window scale that this end announced, where the kernel tells. */
    private OptionalInt announcedScale() {
        if (socket == null
                || !(socket.getLocalSocketAddress() instanceof InetSocketAddress local)
                || !(socket.getRemoteSocketAddress() instanceof InetSocketAddress remote)) {
            return OptionalInt.empty();
        }
        try (SocketTable table = SocketTable.ofThisHost()) {
            return table.find(local, remote)
                    .map(SocketRecord::info)
                    .map(info -> OptionalInt.of(info.receiveWindowScale()))
                    .orElse(OptionalInt.empty());
        }
    }
}
