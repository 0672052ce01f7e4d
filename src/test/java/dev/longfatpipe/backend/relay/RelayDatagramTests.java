/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.observe.Transport;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Datagrams through the relay, with real sockets; what every backend must do is in the contract. */
class RelayDatagramTests {

    private static final long STEP_NANOS = 50_000_000L;

    private static final Path SHORT = Path.builder().rtt("2ms").build();

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T closing(T closeable) {
        opened.add(0, closeable);
        return closeable;
    }

    private RelayPipe pipe(Path path) throws IOException {
        return closing(Relayed.open(path));
    }

    private DatagramSocket socket() throws SocketException {
        return socket(InetAddress.getLoopbackAddress());
    }

    private DatagramSocket socket(InetAddress address) throws SocketException {
        DatagramSocket socket = closing(new DatagramSocket(new InetSocketAddress(address, 0)));
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static InetSocketAddress address(DatagramSocket socket) {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    private static void send(DatagramSocket from, InetSocketAddress to, int bytes) throws IOException {
        from.send(new DatagramPacket(new byte[bytes], bytes, to));
    }

    private static DatagramPacket receive(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[65_507], 65_507);
        socket.receive(packet);
        return packet;
    }

    @Test
    void of_one_client_are_a_session_that_is_told_as_a_connection() throws Exception {
        RelayPipe pipe = pipe(SHORT);
        DatagramSocket server = socket();
        DatagramSocket client = socket();
        InetSocketAddress through = pipe.to(address(server));
        send(client, through, 100);
        DatagramPacket first = receive(server);
        send(client, through, 200);
        DatagramPacket second = receive(server);
        send(server, (InetSocketAddress) first.getSocketAddress(), 300);
        DatagramPacket answer = receive(client);

        assertThat(second.getSocketAddress()).isEqualTo(first.getSocketAddress());
        assertThat(answer.getSocketAddress()).isEqualTo(through);
        assertThat(pipe.snapshot().connections()).singleElement().satisfies(connection -> {
            assertThat(connection.id().transport()).isEqualTo(Transport.UDP);
            assertThat(connection.id().client()).isEqualTo(address(client));
            assertThat(connection.id().server()).isEqualTo(address(server));
            assertThat(connection.upstream().deliveredBytes()).isEqualTo(300);
            assertThat(connection.downstream().deliveredBytes()).isEqualTo(300);
            assertThat(connection.upstream().segments()).isEqualTo(2);
        });
        assertThat(pipe.snapshot().upstreamPackets()).isEqualTo(new PacketCounts(2, 300 + 2 * 28, 0, 0, 0));
        assertThat(pipe.snapshot().downstreamPackets()).isEqualTo(new PacketCounts(1, 328, 0, 0, 0));
        assertThat(pipe.warnings()).isEmpty();
    }

    @Test
    void are_waited_for_until_the_last_has_arrived() throws Exception {
        RelayPipe pipe = pipe(Path.builder().rtt("300ms").build());
        DatagramSocket server = socket();
        send(socket(), pipe.to(address(server)), 100);

        assertThat(pipe.awaitDelivery(Duration.ofSeconds(10))).isTrue();

        assertThat(pipe.snapshot().connections().get(0).upstream().deliveredBytes())
                .isEqualTo(100);
    }

    @Test
    void over_ipv6_are_relayed() throws Exception {
        InetAddress six = Inet6Address.getByName("::1");
        DatagramSocket server;
        try {
            server = socket(six);
        } catch (SocketException e) {
            assumeTrue(false, "no IPv6 on this machine");
            return;
        }
        RelayPipe pipe = pipe(SHORT);
        send(socket(six), pipe.to(address(server)), 100);

        assertThat(receive(server).getLength()).isEqualTo(100);
        assertThat(pipe.snapshot().upstreamPackets().deliveredBytes()).isEqualTo(148);
    }

    @Test
    void to_nobody_are_not_delivered_and_said_to_be_so() throws Exception {
        RelayPipe pipe = pipe(SHORT);
        DatagramSocket gone = socket();
        InetSocketAddress server = address(gone);
        gone.close();
        DatagramSocket client = socket();
        InetSocketAddress through = pipe.to(server);
        for (int i = 0; i < 3; i++) {
            send(client, through, 100);
        }
        Relayed.await("the relay is told", () -> !pipe.warnings().isEmpty());
        pipe.awaitDelivery(Duration.ofSeconds(10));

        assertThat(pipe.warnings())
                .containsExactly("server 127.0.0.1:" + server.getPort()
                        + " could not be reached (UDP port unreachable): is it listening there?");
        assertThat(pipe.snapshot().connections().get(0).upstream().deliveredBytes())
                .isZero();

        DatagramSocket late = closing(new DatagramSocket(server));
        late.setSoTimeout(10_000);
        send(client, through, 77);
        assertThat(receive(late).getLength()).isEqualTo(77);
        assertThat(pipe.snapshot().connections().get(0).upstream().deliveredBytes())
                .isEqualTo(77);
    }

    @Test
    void that_the_servers_socket_has_no_room_for_are_said_to_be_dropped_there() throws Exception {
        assumeTrue(Files.exists(java.nio.file.Path.of("/proc/net/udp")), "only Linux tells");
        RelayPipe pipe = pipe(SHORT);
        DatagramSocket server = socket();
        server.setReceiveBufferSize(4_096);
        DatagramSocket client = socket();
        InetSocketAddress through = pipe.to(address(server));
        for (int i = 0; i < 100; i++) {
            send(client, through, 1_000);
        }
        pipe.awaitDelivery(Duration.ofSeconds(10));
        pipe.snapshot();

        assertThat(pipe.warnings())
                .singleElement()
                .asString()
                .matches(
                        "server socket 127\\.0\\.0\\.1:\\d+ dropped 9\\d datagrams, for its receive buffer was full: they count as"
                                + " delivered\\. Read faster, or set a larger SO_RCVBUF on it");
    }

    @Test
    void in_bursts_that_fit_the_relays_socket_are_all_relayed_at_a_gigabit() throws Exception {
        RelayPipe pipe =
                pipe(Path.builder().rtt("2ms").rate("1gbit").queue("50ms").build());
        DatagramSocket server = socket();
        server.setReceiveBufferSize(8 << 20);
        DatagramSocket client = socket();
        InetSocketAddress through = pipe.to(address(server));
        int bytes = 1_472;
        // the kernel charges about 2,300 bytes for each; a burst is half of what the granted buffer, twice its size,
        // has room for
        int burst = Math.min(1_500, server.getReceiveBufferSize() / 2_400);
        int sent = 0;
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < burst; j++, sent++) {
                send(client, through, bytes);
            }
            drain(server, sent - (i * burst));
        }

        assertThat(pipe.snapshot().upstreamPackets()).isEqualTo(new PacketCounts(sent, sent * 1_500L, 0, 0, 0));
        assertThat(pipe.warnings()).isEmpty();
    }

    private static void drain(DatagramSocket server, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            receive(server);
        }
    }

    @Test
    void of_more_clients_than_there_are_sessions_end_the_one_that_was_silent_for_longest() throws Exception {
        RelayPipe pipe = pipe(Path.builder().build());
        DatagramSocket server = socket();
        server.setReceiveBufferSize(4 << 20);
        InetSocketAddress through = pipe.to(address(server));
        for (int i = 0; i <= DatagramListener.MOST_SESSIONS; i++) {
            send(socket(), through, 1 + i % 100);
            receive(server);
        }
        List<Boolean> open = pipe.snapshot().connections().stream()
                .map(ConnectionSample::open)
                .toList();

        assertThat(open.size()).isEqualTo(DatagramListener.MOST_SESSIONS + 1);
        assertThat(open.get(0)).isFalse();
        assertThat(open.subList(1, open.size())).doesNotContain(false);
        assertThat(pipe.warnings())
                .containsExactly("more than 1024 clients sent datagrams to server 127.0.0.1:"
                        + address(server).getPort()
                        + " through the relay: the session of the one that was silent for longest was ended");
    }

    @Test
    void begin_a_new_session_after_two_silent_minutes() throws Exception {
        AtomicLong ahead = new AtomicLong();
        Engine engine = closing(new Engine("test-datagrams", () -> System.nanoTime() + ahead.get(), 5_000_000));
        Relay relay = Relay.of(Relayed.request(SHORT, 1), engine, closing(SocketTable.ofThisHost()));
        Connections connections = new Connections();
        DatagramSocket server = socket();
        InetSocketAddress free = address(socket());
        opened.remove(0).close();
        DatagramListener listener = DatagramListener.open(relay, connections, free, address(server));
        engine.call(() -> {
            listener.register();
            return true;
        });
        DatagramSocket client = socket();
        send(client, free, 1);
        DatagramPacket first = receive(server);

        for (long left = DatagramListener.IDLE_NANOS + 1_000_000_000L; left > 0; left -= STEP_NANOS) {
            engine.call(() -> ahead.addAndGet(STEP_NANOS)); // more at once would be a machine that slept
        }
        Relayed.await("the session ends", () -> sample(engine, connections, 0).open() == false);
        send(client, free, 1);

        assertThat(receive(server).getSocketAddress()).isNotEqualTo(first.getSocketAddress());
        assertThat(sample(engine, connections, 1).open()).isTrue();
    }

    private static ConnectionSample sample(Engine engine, Connections connections, int index) {
        try {
            return engine.call(() -> connections.sample(0).get(index));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
