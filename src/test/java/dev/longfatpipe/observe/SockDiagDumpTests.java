/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class SockDiagDumpTests {

    private static final int HEADER = 16;
    private static final int DIAG = 72;

    @Test
    void all_connections_of_both_families_are_asked_for_at_once_but_those_that_are_over() {
        byte[] request = SockDiagMessages.requestAll(7);
        assertThat(request).hasSize(76);
        ByteBuffer read = ByteBuffer.wrap(request).order(ByteOrder.nativeOrder());
        assertThat(read.getInt(0)).isEqualTo(76);
        assertThat(read.getShort(4)).as("TCPDIAG_GETSOCK").isEqualTo((short) 18);
        assertThat(read.getShort(6)).as("NLM_F_REQUEST | NLM_F_DUMP").isEqualTo((short) 0x301);
        assertThat(read.getInt(8)).isEqualTo(7);
        assertThat(read.get(19)).as("INET_DIAG_INFO and INET_DIAG_SKMEMINFO").isEqualTo((byte) 0x42);
        assertThat(read.getInt(68))
                .as("ESTABLISHED to CLOSING without TIME_WAIT, CLOSE, LISTEN")
                .isEqualTo(0xb3f);
    }

    /** One message about an ESTABLISHED socket, as the kernel writes it. */
    private static byte[] message(int family, String local, int localPort, String remote, int remotePort) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + DIAG).order(ByteOrder.nativeOrder());
        bytes.putInt(HEADER + DIAG)
                .putShort((short) 20)
                .putShort((short) 2)
                .putInt(7)
                .putInt(4711);
        bytes.put((byte) family).put((byte) 1).putShort((short) 0);
        bytes.order(ByteOrder.BIG_ENDIAN).putShort((short) localPort).putShort((short) remotePort);
        bytes.put(20 + 4, HexFormat.of().parseHex(local))
                .put(20 + 20, HexFormat.of().parseHex(remote));
        return bytes.array();
    }

    private static byte[] done() {
        return ByteBuffer.allocate(20)
                .order(ByteOrder.nativeOrder())
                .putInt(20)
                .putShort((short) 3)
                .array();
    }

    private static byte[] join(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(4096);
        for (byte[] part : parts) {
            all.put(part);
        }
        byte[] joined = new byte[all.position()];
        all.flip().get(joined);
        return joined;
    }

    private static String text(SeenSocket socket) {
        return ConnectionId.text(socket.local()) + " -> " + ConnectionId.text(socket.remote());
    }

    @Test
    void several_messages_are_read_one_after_the_other_until_the_last() {
        List<SeenSocket> found = new ArrayList<>();
        byte[] first = message(2, "c6120001", 5000, "c6120002", 8080);
        byte[] second = message(10, "00000000000000000000ffffc6120005", 8080, "00000000000000000000ffffc6120006", 5000);
        assertThat(SockDiagMessages.parseAll(join(first, second), found::add)).isTrue();
        assertThat(SockDiagMessages.parseAll(join(first, done(), second), found::add))
                .isFalse();
        assertThat(found)
                .extracting(SockDiagDumpTests::text)
                .containsExactly(
                        "198.18.0.1:5000 -> 198.18.0.2:8080",
                        "198.18.0.5:8080 -> 198.18.0.6:5000",
                        "198.18.0.1:5000 -> 198.18.0.2:8080");
    }

    @Test
    void garbage_ends_it() {
        Random random = new Random(4711);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = join(message(2, "c6120001", 5000, "c6120002", 8080), new byte[random.nextInt(100)]);
            for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            SockDiagMessages.parseAll(
                    bytes, socket -> assertThat(socket.local()).isNotNull());
        }
    }

    @Test
    void both_ends_of_a_connection_of_this_host_are_found_and_what_it_moved() throws IOException {
        try (SocketTable table = SocketTable.ofThisHost();
                ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket accepted = listener.accept()) {
            assumeThat(table.isAvailable()).isTrue();
            client.getOutputStream().write(new byte[3_000]);
            accepted.getInputStream().readNBytes(1_000);
            InetSocketAddress local = (InetSocketAddress) client.getLocalSocketAddress();
            InetSocketAddress remote = (InetSocketAddress) client.getRemoteSocketAddress();
            List<SeenSocket> all = table.connections();
            SeenSocket clients = all.stream()
                    .filter(socket -> socket.local().equals(local))
                    .findFirst()
                    .orElseThrow();
            SeenSocket servers = all.stream()
                    .filter(socket -> socket.remote().equals(local))
                    .findFirst()
                    .orElseThrow();
            assertThat(clients.remote()).isEqualTo(remote);
            assertThat(clients.record().info().bytesSent()).isEqualTo(3_000);
            assertThat(servers.local()).isEqualTo(remote);
            assertThat(servers.record().unreadBytes()).isEqualTo(2_000);
            assertThat(servers.record().hasBuffers()).isTrue();
        }
    }

    /** The JDK's own sockets are made for IPv6, and talk IPv4 too. */
    @Test
    void sockets_that_were_made_for_ipv4_are_found_as_well() throws IOException {
        try (SocketTable table = SocketTable.ofThisHost();
                ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.INET)
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel client = SocketChannel.open(StandardProtocolFamily.INET)) {
            assumeThat(table.isAvailable()).isTrue();
            client.connect(listener.getLocalAddress());
            SocketAddress local = client.getLocalAddress();

            assertThat(table.connections())
                    .filteredOn(socket ->
                            socket.local().equals(local) || socket.remote().equals(local))
                    .hasSize(2);
        }
    }

    @Test
    void sockets_that_have_ended_say_what_they_moved() throws IOException {
        try (EndedSockets ended = EndedSockets.ofThisHost();
                ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assumeThat(ended.areTold()).isTrue();
            InetSocketAddress local;
            try (Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                    Socket accepted = listener.accept()) {
                local = (InetSocketAddress) client.getLocalSocketAddress();
                client.getOutputStream().write(new byte[3_000]);
                accepted.getInputStream().readNBytes(3_000);
            }
            List<SeenSocket> told = new ArrayList<>();
            for (int i = 0;
                    i < 1_000
                            && told.stream().noneMatch(socket -> socket.local().equals(local));
                    i++) {
                told.addAll(ended.take());
                LockSupport.parkNanos(2_000_000);
            }
            SeenSocket clients = told.stream()
                    .filter(socket -> socket.local().equals(local))
                    .findFirst()
                    .orElseThrow();
            assertThat(clients.record().info().bytesSent()).isEqualTo(3_000);
            assertThat(clients.record().info().state()).as("CLOSE").isEqualTo(7);
        }
    }
}
