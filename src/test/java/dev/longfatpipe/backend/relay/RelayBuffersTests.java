/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.BufferReading.Source;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the application set on its sockets is found out from outside; skipped where sockets cannot be read. */
@Timeout(60)
class RelayBuffersTests {

    private final RelayPipe pipe;

    RelayBuffersTests() throws IOException {
        pipe = Relayed.open(Path.of(Duration.ofMillis(4), DataRate.ofGigabitsPerSecond(1)));
    }

    @BeforeEach
    void sockets_can_be_read() {
        try (SocketTable table = SocketTable.ofThisHost()) {
            assumeTrue(table.isAvailable(), "sockets cannot be read on this system");
        }
    }

    @AfterEach
    void close() {
        pipe.close();
    }

    /** The buffers of both ends after a first exchange of bytes. */
    private record Found(
            BufferReading clientReceive,
            BufferReading clientSend,
            BufferReading serverReceive,
            BufferReading serverSend) {}

    private interface Setting<T> {
        void applyTo(T socket) throws IOException;
    }

    private static <T> Setting<T> nothing() {
        return socket -> {};
    }

    private Found found(
            Setting<ServerSocket> beforeBind,
            Setting<Socket> afterAccept,
            Setting<Socket> beforeConnect,
            Setting<Socket> afterConnect)
            throws IOException, InterruptedException {
        ServerSocket listener = new ServerSocket();
        beforeBind.applyTo(listener);
        TestServer.Handler handler = socket -> {
            afterAccept.applyTo(socket);
            for (int i = 0; i < 2; i++) {
                socket.getOutputStream().write(socket.getInputStream().readNBytes(10_000));
            }
        };
        try (TestServer server =
                        TestServer.start(listener, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), handler);
                Socket client = new Socket()) {
            beforeConnect.applyTo(client);
            client.setSoTimeout(10_000);
            client.connect(pipe.to(server.address()));
            afterConnect.applyTo(client);
            for (int i = 0; i < 2; i++) {
                client.getOutputStream().write(new byte[10_000]);
                client.getInputStream().readNBytes(10_000);
            }
            ConnectionSample connection = pipe.snapshot().connections().get(0);
            return new Found(
                    connection.downstream().receiver(),
                    connection.upstream().sender(),
                    connection.upstream().receiver(),
                    connection.downstream().sender());
        }
    }

    private static void requireExplicit(BufferReading reading, long bytes) {
        assertThat(reading.setting()).isEqualTo(BufferSetting.explicit(DataSize.ofBytes(bytes)));
        assertThat(reading.source()).isEqualTo(Source.SOCK_DIAG);
        assertThat(reading.granted()).isEqualTo(DataSize.ofBytes(bytes));
    }

    private static void requireAuto(BufferReading reading) {
        assertThat(reading.setting().isAuto()).isTrue();
        assertThat(reading.source()).isEqualTo(Source.SOCK_DIAG);
        assertThat(reading.windowScale()).isBetween(0, 14);
    }

    @Nested
    class Client {

        @Test
        void that_sets_nothing_is_auto_tuned() throws Exception {
            Found found = found(nothing(), nothing(), nothing(), nothing());
            requireAuto(found.clientReceive());
            requireAuto(found.clientSend());
            assertThat(pipe.warnings()).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(ints = {8_192, 65_536, 100_000})
        void that_sets_both_before_it_connects_is_found_out(int bytes) throws Exception {
            Found found = found(
                    nothing(),
                    nothing(),
                    socket -> {
                        socket.setReceiveBufferSize(bytes);
                        socket.setSendBufferSize(bytes);
                    },
                    nothing());
            requireExplicit(found.clientReceive(), bytes);
            requireExplicit(found.clientSend(), bytes);
            requireAuto(found.serverReceive());
            requireAuto(found.serverSend());
        }

        @Test
        void that_sets_both_after_it_has_connected_is_found_out() throws Exception {
            Found found = found(nothing(), nothing(), nothing(), socket -> {
                socket.setReceiveBufferSize(20_000);
                socket.setSendBufferSize(30_000);
            });
            requireExplicit(found.clientReceive(), 20_000);
            requireExplicit(found.clientSend(), 30_000);
        }

        @Test
        void that_is_a_channel_is_found_out() throws Exception {
            try (TestServer server =
                            TestServer.start(socket -> socket.getInputStream().transferTo(socket.getOutputStream()));
                    SocketChannel client = SocketChannel.open()) {
                client.setOption(StandardSocketOptions.SO_RCVBUF, 50_000);
                client.setOption(StandardSocketOptions.SO_SNDBUF, 40_000);
                client.connect(pipe.to(server.address()));
                client.write(ByteBuffer.wrap(new byte[100]));
                ByteBuffer echo = ByteBuffer.allocate(100);
                while (echo.hasRemaining() && client.read(echo) >= 0) {
                    // until all of it is back
                }
                ConnectionSample connection = pipe.snapshot().connections().get(0);
                requireExplicit(connection.downstream().receiver(), 50_000);
                requireExplicit(connection.upstream().sender(), 40_000);
            }
        }
    }

    @Nested
    class Server {

        @Test
        void that_sets_nothing_is_auto_tuned() throws Exception {
            Found found = found(nothing(), nothing(), nothing(), nothing());
            requireAuto(found.serverReceive());
            requireAuto(found.serverSend());
        }

        @ParameterizedTest
        @ValueSource(ints = {8_192, 65_536, 100_000})
        void that_sets_its_listener_before_it_binds_is_found_out(int bytes) throws Exception {
            Found found = found(listener -> listener.setReceiveBufferSize(bytes), nothing(), nothing(), nothing());
            requireExplicit(found.serverReceive(), bytes);
            requireAuto(found.serverSend());
            requireAuto(found.clientReceive());
        }

        @Test
        void that_sets_what_it_has_accepted_is_found_out() throws Exception {
            Found found = found(
                    nothing(),
                    socket -> {
                        socket.setReceiveBufferSize(30_000);
                        socket.setSendBufferSize(20_000);
                    },
                    nothing(),
                    nothing());
            requireExplicit(found.serverSend(), 20_000);
            requireExplicit(found.serverReceive(), 30_000);
        }

        @Test
        void over_ipv6_is_found_out_too() throws Exception {
            byte[] loopback = new byte[16];
            loopback[15] = 1;
            ServerSocket listener = new ServerSocket();
            listener.setReceiveBufferSize(33_000);
            TestServer server;
            try {
                server = TestServer.start(
                        listener,
                        InetAddress.getByAddress(loopback),
                        socket -> socket.getInputStream().transferTo(socket.getOutputStream()));
            } catch (IOException e) {
                listener.close();
                assumeTrue(false, "no IPv6 on this machine");
                return;
            }
            try (server;
                    Socket client = new Socket()) {
                client.setSendBufferSize(22_000);
                InetSocketAddress through = pipe.to(server.address());
                client.connect(through);
                client.getOutputStream().write(1);
                client.getInputStream().read();
                ConnectionSample connection = pipe.snapshot().connections().get(0);
                requireExplicit(connection.upstream().receiver(), 33_000);
                requireExplicit(connection.upstream().sender(), 22_000);
                requireAuto(connection.downstream().receiver());
            }
        }
    }

    @Test
    void a_small_explicit_buffer_holds_a_transfer_back_from_its_first_bytes_on() throws Exception {
        Path path = Path.builder().rtt(Duration.ofMillis(40)).build();
        try (RelayPipe far = Relayed.open(path);
                TestServer server = TestServer.start(socket -> {
                    socket.getInputStream().read();
                    socket.getOutputStream().write(new byte[60_000]);
                });
                Socket client = new Socket()) {
            client.setReceiveBufferSize(4_096);
            client.connect(far.to(server.address()));
            client.getOutputStream().write(1);
            client.getInputStream().read();
            long from = System.nanoTime();
            client.getInputStream().readNBytes(59_999);
            long window = far.snapshot().connections().get(0).downstream().receiveWindow();
            assertThat(window).isLessThan(8_192);
            long rounds = 60_000 / window - 2;
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(Duration.ofMillis(40 * rounds));
        }
    }
}
