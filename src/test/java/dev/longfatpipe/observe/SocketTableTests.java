/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the kernel of this machine; skipped where it has no sock_diag. */
class SocketTableTests {

    private final SocketTable table = SocketTable.ofThisHost();

    @BeforeEach
    void sock_diag_is_here() {
        assumeTrue(table.isAvailable(), "sockets cannot be read on this system");
    }

    @AfterEach
    void close() {
        table.close();
    }

    private static InetAddress loopback(String family) throws IOException {
        byte[] six = new byte[16];
        six[15] = 1;
        return InetAddress.getByAddress(family.equals("IPv4") ? new byte[] {127, 0, 0, 1} : six);
    }

    private static InetSocketAddress local(Socket socket) {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    private SocketRecord find(Socket socket) {
        return table.find(local(socket), (InetSocketAddress) socket.getRemoteSocketAddress())
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"IPv4", "IPv6"})
    void both_ends_of_a_connection_are_found(String family) throws IOException {
        try (ServerSocket server = bound(family);
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            assertThat(find(client).info().state()).isEqualTo(TcpInfo.ESTABLISHED);
            assertThat(find(accepted).info().state()).isEqualTo(TcpInfo.ESTABLISHED);
        }
    }

    private static ServerSocket bound(String family) throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.bind(new InetSocketAddress(loopback(family), 0));
        } catch (IOException e) {
            server.close();
            assumeTrue(false, "no " + family + " on this machine");
        }
        return server;
    }

    @Test
    void explicit_buffers_are_read_doubled() throws IOException {
        try (ServerSocket server = bound("IPv4");
                Socket client = new Socket()) {
            client.setReceiveBufferSize(30_000);
            client.setSendBufferSize(20_000);
            client.connect(server.getLocalSocketAddress());
            assertThat(find(client).receiveBuffer()).isEqualTo(60_000);
            assertThat(find(client).sendBuffer()).isEqualTo(40_000);
        }
    }

    @Test
    void unread_bytes_are_counted_and_the_end_of_the_stream_is_none() throws IOException {
        try (ServerSocket server = bound("IPv4");
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            accepted.getOutputStream().write(new byte[1_234]);
            assertThat(find(client).unreadBytes()).isEqualTo(1_234);
            accepted.shutdownOutput();
            assertThat(find(client).unreadBytes()).isEqualTo(1_234);
            client.getInputStream().readNBytes(1_234);
            assertThat(find(client).unreadBytes()).isZero();
        }
    }

    @Test
    void a_socket_that_does_not_exist_is_not_found() throws IOException {
        try (ServerSocket server = bound("IPv4")) {
            InetSocketAddress nowhere = (InetSocketAddress) server.getLocalSocketAddress();
            assertThat(table.find(nowhere, nowhere)).isEmpty();
        }
    }

    @Test
    void a_connection_that_was_reset_is_gone_although_its_server_listens() throws IOException {
        try (ServerSocket server = bound("IPv4");
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            InetSocketAddress here;
            InetSocketAddress there = local(client);
            try (Socket accepted = server.accept()) {
                here = local(accepted);
                assertThat(table.find(here, there)).isPresent();
                accepted.setSoLinger(true, 0);
            }
            assertThat(table.find(here, there)).isEmpty();
        }
    }

    @Test
    void an_address_that_is_not_resolved_is_not_found() throws IOException {
        InetSocketAddress unresolved = InetSocketAddress.createUnresolved("nowhere.invalid", 80);
        assertThat(table.find(unresolved, unresolved)).isEmpty();
    }

    @Test
    void a_closed_table_finds_nothing_and_may_be_closed_again() throws IOException {
        try (ServerSocket server = bound("IPv4");
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            table.close();
            table.close();
            assertThat(table.find(local(client), (InetSocketAddress) client.getRemoteSocketAddress()))
                    .isEmpty();
        }
    }

    @Test
    void many_threads_may_ask_at_once() throws IOException, InterruptedException, ExecutionException {
        try (ServerSocket server = bound("IPv4");
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            client.getOutputStream().write(new byte[7]);
            ExecutorService threads = Executors.newFixedThreadPool(4);
            List<Future<Long>> answers = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                Socket asked = i % 2 == 0 ? client : accepted;
                answers.add(threads.submit(() -> find(asked).receiveQueue()));
            }
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get()).isEqualTo(i % 2 == 0 ? 0 : 7);
            }
            threads.shutdown();
        }
    }

    @Test
    void a_system_without_one_finds_nothing() {
        try (SocketTable none = new NoSocketTable("this is not Linux")) {
            assertThat(none.isAvailable()).isFalse();
            InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
            assertThat(none.find(any, any)).isEmpty();
        }
    }
}
