/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** On real sockets, with sizes that every kernel grants. */
class BufferedSocketsTests {

    private static final int RECEIVE = 40_960;
    private static final int SEND = 24_576;

    private final BufferedSockets buffers = BufferedSockets.of(SocketBufferPolicy.parse("40KiB", "24KiB"));

    @Test
    void counts_bandwidth_delay_products_on_the_path() {
        BufferedSockets onPath = BufferedSockets.of(
                SocketBufferPolicy.parse("2bdp", "auto"),
                Path.builder().rtt("10ms").rate("10mbit").build());

        assertThat(onPath.receive()).isEqualTo(BufferSetting.explicit(DataSize.ofBytes(25_000)));
        assertThat(onPath.send()).isEqualTo(BufferSetting.auto());
        assertThat(onPath).hasToString("socket buffers (receive 2bdp, send auto)");
        assertThat(onPath.policy()).isEqualTo(SocketBufferPolicy.parse("2bdp", "auto"));
    }

    @Test
    void refuses_bandwidth_delay_products_without_a_path() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BufferedSockets.of(SocketBufferPolicy.parse("auto", "2bdp")))
                .withMessage("send [2bdp] needs a path to be measured on: write a size such as \"64KiB\"");
    }

    @Nested
    class Apply {

        @Test
        void socket() throws IOException {
            try (Socket socket = buffers.apply(new Socket())) {
                assertThat(socket.getReceiveBufferSize()).isEqualTo(RECEIVE);
                assertThat(socket.getSendBufferSize()).isEqualTo(SEND);
                assertThat(buffers.warnings()).isEmpty();
            }
        }

        @Test
        void socket_channel() throws IOException {
            try (SocketChannel channel = buffers.apply(SocketChannel.open())) {
                assertThat(channel.getOption(StandardSocketOptions.SO_RCVBUF)).isEqualTo(RECEIVE);
                assertThat(channel.getOption(StandardSocketOptions.SO_SNDBUF)).isEqualTo(SEND);
                assertThat(buffers.warnings()).isEmpty();
            }
        }

        @Test
        void server_socket_and_what_it_accepts() throws IOException {
            try (ServerSocket listener = buffers.apply(new ServerSocket())) {
                listener.bind(loopback(0));
                try (Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                        Socket accepted = buffers.apply(listener.accept())) {
                    assertThat(client.isConnected()).isTrue();
                    assertThat(accepted.getReceiveBufferSize()).isEqualTo(RECEIVE);
                    assertThat(accepted.getSendBufferSize()).isEqualTo(SEND);
                    assertThat(buffers.warnings()).isEmpty();
                }
            }
        }

        @Test
        void closes_an_accepted_socket_that_cannot_have_its_buffer() throws IOException {
            SocketException gone = new SocketException("gone");
            try (Socket accepted = new Socket() {
                @Override
                public synchronized void setSendBufferSize(int size) throws SocketException {
                    throw gone;
                }
            }) {
                assertThatExceptionOfType(SocketException.class)
                        .isThrownBy(() -> BufferedServerSocketFactory.buffered(accepted, buffers))
                        .isSameAs(gone);
                assertThat(accepted.isClosed()).isTrue();
            }
        }

        @Test
        void server_socket_channel_and_what_it_accepts() throws IOException {
            try (ServerSocketChannel listener = buffers.apply(ServerSocketChannel.open())) {
                listener.bind(loopback(0));
                try (SocketChannel client = SocketChannel.open(listener.getLocalAddress());
                        SocketChannel accepted = buffers.apply(listener.accept())) {
                    assertThat(client.isConnected()).isTrue();
                    assertThat(accepted.getOption(StandardSocketOptions.SO_RCVBUF))
                            .isEqualTo(RECEIVE);
                    assertThat(accepted.getOption(StandardSocketOptions.SO_SNDBUF))
                            .isEqualTo(SEND);
                    assertThat(buffers.warnings()).isEmpty();
                }
            }
        }

        @Test
        void warns_about_a_bound_listener_and_a_connected_socket() throws IOException {
            try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
                buffers.apply(client);
                buffers.apply(listener);

                assertThat(buffers.warnings())
                        .containsExactly(
                                "SO_RCVBUF 40960 was set on a socket that is already connected: its window scale was"
                                        + " fixed in the SYN, so that the window may stay smaller; set it before"
                                        + " connect()",
                                "SO_RCVBUF 40960 was set on a listening socket that is already bound: connections"
                                        + " accepted before have another buffer and window scale; set it before"
                                        + " bind()");
            }
        }
    }

    @Nested
    class Factories {

        @Test
        void sockets_of_both_factories_have_the_buffers_of_the_policy() throws IOException {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            SocketFactory sockets = buffers.socketFactory();
            try (ServerSocket listener = buffers.serverSocketFactory().createServerSocket(0, 5, loopback);
                    Socket byAddress = sockets.createSocket(loopback, listener.getLocalPort());
                    Socket first = listener.accept();
                    Socket fromPort = sockets.createSocket(loopback, listener.getLocalPort(), loopback, 0);
                    Socket byName = sockets.createSocket(loopback.getHostAddress(), listener.getLocalPort());
                    Socket byNameFromPort =
                            sockets.createSocket(loopback.getHostAddress(), listener.getLocalPort(), loopback, 0);
                    Socket unconnected = sockets.createSocket()) {
                for (Socket socket : new Socket[] {byAddress, first, fromPort, byName, byNameFromPort, unconnected}) {
                    assertThat(socket.getReceiveBufferSize()).isEqualTo(RECEIVE);
                    assertThat(socket.getSendBufferSize()).isEqualTo(SEND);
                }
                assertThat(buffers.warnings()).isEmpty();
            }
        }

        @Test
        void listeners_can_be_made_unbound_or_on_any_address() throws IOException {
            try (ServerSocket unbound = buffers.serverSocketFactory().createServerSocket();
                    ServerSocket any = buffers.serverSocketFactory().createServerSocket(0);
                    ServerSocket withBacklog = buffers.serverSocketFactory().createServerSocket(0, 1)) {
                assertThat(unbound.isBound()).isFalse();
                assertThat(any.getInetAddress().isAnyLocalAddress()).isTrue();
                assertThat(withBacklog.getReceiveBufferSize()).isEqualTo(RECEIVE);
            }
        }

        @Test
        void nobody_listening_is_told_as_by_any_socket() throws IOException {
            int port;
            try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = listener.getLocalPort();
            }
            assertThatExceptionOfType(ConnectException.class)
                    .isThrownBy(() -> buffers.socketFactory().createSocket(InetAddress.getLoopbackAddress(), port));
        }
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
