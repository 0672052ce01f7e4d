/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How connections end: in peace, half by half, and by force. */
@Timeout(60)
class RelayEndingTests {

    private static final Path PATH = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(100));

    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private static boolean allClosed(RelayPipe pipe) {
        return pipe.snapshot().connections().stream().noneMatch(ConnectionSample::open);
    }

    /** Reads until the stream ends or is reset; returns what ended it, null for a peaceful end. */
    private static CompletableFuture<IOException> endOf(Socket socket) {
        CompletableFuture<IOException> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                InputStream in = socket.getInputStream();
                while (in.read() >= 0) {
                    // until it ends
                }
                end.complete(null);
            } catch (IOException e) {
                end.complete(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return end;
    }

    private static long unread(RelayPipe pipe) {
        return pipe.snapshot().connections().stream()
                .mapToLong(connection -> connection.downstream().unreadBytes())
                .sum();
    }

    @Nested
    class Peaceful {

        @Test
        void a_client_that_ends_its_half_gets_its_echo_and_then_the_end() throws Exception {
            TestServer.Handler echo = socket -> {
                byte[] everything = socket.getInputStream().readAllBytes();
                socket.getOutputStream().write(everything);
            };
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = TestServer.start(echo);
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                client.getOutputStream().write("hello".getBytes(US_ASCII));
                client.shutdownOutput();
                assertThat(client.getInputStream().readAllBytes()).isEqualTo("hello".getBytes(US_ASCII));
                Relayed.await("the connection is closed", () -> allClosed(pipe));
                assertThat(server.endings()).isEmpty();
            }
        }

        @Test
        void a_server_that_ends_its_half_may_still_read() throws Exception {
            CompletableFuture<byte[]> received = new CompletableFuture<>();
            TestServer.Handler handler = socket -> {
                socket.getOutputStream().write(1);
                socket.shutdownOutput();
                received.complete(socket.getInputStream().readAllBytes());
            };
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = TestServer.start(handler);
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                assertThat(client.getInputStream().readAllBytes()).isEqualTo(new byte[] {1});
                client.getOutputStream().write(new byte[300_000]);
                client.shutdownOutput();
                Relayed.await("the connection is closed", () -> allClosed(pipe));
                assertThat(received.get(Relayed.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                        .hasSize(300_000);
            }
        }

        @Test
        void the_end_travels_for_as_long_as_a_byte() throws Exception {
            Path path = Path.builder().rtt(Duration.ofMillis(300)).build();
            TestServer.Handler handler = socket -> socket.getInputStream().readAllBytes();
            try (RelayPipe pipe = Relayed.open(path);
                    TestServer server = TestServer.start(handler);
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                server.nextClient();
                long from = System.nanoTime();
                client.shutdownOutput();
                assertThat(client.getInputStream().read()).isEqualTo(-1);
                assertThat(Duration.ofNanos(System.nanoTime() - from))
                        .isGreaterThanOrEqualTo(Duration.ofMillis(299))
                        .isLessThan(Duration.ofMillis(2_000));
            }
        }

        @Test
        void a_client_that_comes_and_goes_without_a_word_is_seen_by_the_server() throws Exception {
            CompletableFuture<Integer> read = new CompletableFuture<>();
            TestServer.Handler handler =
                    socket -> read.complete(socket.getInputStream().read());
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = TestServer.start(handler)) {
                Relayed.connect(pipe.to(server.address())).close();
                assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo(-1);
                Relayed.await("the connection is closed", () -> allClosed(pipe));
            }
        }

        @Test
        void everything_that_a_slow_reader_has_read_at_last_was_delivered() throws Exception {
            TestServer.Handler handler = socket -> {
                socket.getInputStream().read();
                socket.getOutputStream().write(new byte[60_000]);
            };
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = TestServer.start(handler);
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                client.getOutputStream().write(1);
                client.shutdownOutput();
                Relayed.await(
                        "the pipe has found them unread in the client's socket, or has ended before it looked",
                        () -> unread(pipe) > 10_000 || allClosed(pipe));
                assertThat(client.getInputStream().readAllBytes()).hasSize(60_000);
                Relayed.await("the connection is closed", () -> allClosed(pipe));
                ConnectionSample connection = pipe.snapshot().connections().get(0);
                assertThat(connection.downstream().deliveredBytes()).isEqualTo(60_000);
            }
        }
    }

    @Nested
    class Resets {

        @Test
        void of_the_client_reaches_the_server() throws Exception {
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server =
                            TestServer.start(socket -> socket.getInputStream().readAllBytes())) {
                Socket client = Relayed.connect(pipe.to(server.address()));
                client.getOutputStream().write(1);
                server.nextClient();
                reset(client);
                Relayed.await("the server has seen it", () -> server.endings().size() == 1);
                assertThat(server.endings().peek())
                        .isInstanceOf(SocketException.class)
                        .hasMessage("Connection reset");
                Relayed.await("the connection is closed", () -> allClosed(pipe));
            }
        }

        @Test
        void of_the_server_reaches_the_client() throws Exception {
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = TestServer.start(socket -> {
                        socket.getInputStream().read();
                        reset(socket);
                    });
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                client.getOutputStream().write(1);
                assertThatThrownBy(() -> client.getInputStream().read())
                        .isInstanceOf(SocketException.class)
                        .hasMessage("Connection reset");
                Relayed.await("the connection is closed", () -> allClosed(pipe));
            }
        }

        @Test
        void of_a_client_that_resets_before_its_handshake_is_over_never_reaches_the_server() throws Exception {
            Path path = Path.builder().rtt(Duration.ofMillis(200)).build();
            try (RelayPipe pipe = Relayed.open(path);
                    TestServer server = TestServer.start(socket -> {})) {
                reset(Relayed.connect(pipe.to(server.address())));
                Relayed.await(
                        "the connection is closed",
                        () -> pipe.snapshot().connections().size() == 1 && allClosed(pipe));
                assertThat(server.clients()).isZero();
            }
        }

        @Test
        void of_the_server_in_the_middle_of_a_download_reaches_the_client() throws Exception {
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = TestServer.start(socket -> {
                        socket.getOutputStream().write(new byte[400_000]);
                        reset(socket);
                    });
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                assertThat(endOf(client).get(10, TimeUnit.SECONDS))
                        .isInstanceOf(SocketException.class)
                        .hasMessage("Connection reset");
                Relayed.await("the connection is closed", () -> allClosed(pipe));
            }
        }

        @Test
        void of_a_reader_in_the_middle_of_its_download_reaches_the_server() throws Exception {
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server =
                            TestServer.start(socket -> socket.getOutputStream().write(new byte[50_000_000]))) {
                Socket client = Relayed.connect(pipe.to(server.address()));
                client.getInputStream().readNBytes(100_000);
                client.close(); // with bytes unread: the kernel resets
                Relayed.await("the server has seen it", () -> server.endings().size() == 1);
                assertThat(server.endings().peek()).isInstanceOf(SocketException.class);
                Relayed.await("the connection is closed", () -> allClosed(pipe));
            }
        }

        @Test
        void of_the_client_are_seen_while_the_window_is_shut() throws Exception {
            assumeSocketsCanBeRead();
            CountDownLatch done = new CountDownLatch(1);
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = TestServer.start(socket -> {
                        done.await(); // reads nothing
                        socket.getInputStream().readAllBytes();
                    })) {
                Socket client = Relayed.connect(pipe.to(server.address()));
                fill(client);
                Relayed.awaitStandstill(pipe);
                reset(client);
                Relayed.await("the connection is closed", () -> allClosed(pipe));
                done.countDown();
                Relayed.await("the server has seen it", () -> server.endings().size() == 1);
                assertThat(server.endings().peek()).isInstanceOf(SocketException.class);
            }
        }

        @Test
        void of_the_server_are_seen_while_the_window_is_shut() throws Exception {
            assumeSocketsCanBeRead();
            CountDownLatch stuck = new CountDownLatch(1);
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server = TestServer.start(socket -> {
                        fill(socket);
                        stuck.await();
                        reset(socket);
                    });
                    Socket client = Relayed.connect(pipe.to(server.address()))) {
                server.nextClient();
                Relayed.awaitStandstill(pipe);
                stuck.countDown();
                Relayed.await("the connection is closed", () -> allClosed(pipe));
                assertThat(endOf(client).get(10, TimeUnit.SECONDS)).isInstanceOf(SocketException.class);
            }
        }

        private void assumeSocketsCanBeRead() {
            try (SocketTable table = SocketTable.ofThisHost()) {
                assumeTrue(table.isAvailable(), "without sock_diag they are seen when the window opens");
            }
        }

        /** Writes from another thread until the socket takes no more. */
        private void fill(Socket socket) {
            Thread writer = new Thread(() -> {
                try {
                    socket.getOutputStream().write(new byte[100_000_000]);
                } catch (IOException e) {
                    // reset, as it should be
                }
            });
            writer.setDaemon(true);
            writer.start();
        }
    }

    @Nested
    class Refusals {

        private InetSocketAddress nobody() throws IOException {
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
                return (InetSocketAddress) socket.getLocalSocketAddress();
            }
        }

        @Test
        void a_server_that_does_not_listen_is_a_reset_and_a_warning() throws Exception {
            InetSocketAddress nobody = nobody();
            try (RelayPipe pipe = Relayed.open(PATH);
                    Socket client = Relayed.connect(pipe.to(nobody))) {
                assertThat(endOf(client).get(10, TimeUnit.SECONDS))
                        .isInstanceOf(SocketException.class)
                        .hasMessage("Connection reset");
                assertThat(pipe.warnings())
                        .containsExactly("server 127.0.0.1:" + nobody.getPort()
                                + " could not be reached (Connection refused): is it listening there?");
                Relayed.await("the connection is closed", () -> allClosed(pipe));
                assertThat(pipe.awaitDelivery(Duration.ofSeconds(5))).isTrue();
            }
        }

        @Test
        void a_hundred_refusals_are_one_warning_and_a_pipe_that_still_works() throws Exception {
            InetSocketAddress nobody = nobody();
            try (RelayPipe pipe = Relayed.open(PATH);
                    TestServer server =
                            TestServer.start(socket -> socket.getOutputStream().write(7))) {
                InetSocketAddress nowhere = pipe.to(nobody);
                for (int i = 0; i < 100; i++) {
                    Relayed.connect(nowhere).close();
                }
                Relayed.await(
                        "they are all refused",
                        () -> pipe.snapshot().connections().size() == 100 && allClosed(pipe));
                assertThat(pipe.warnings()).hasSize(1);
                try (Socket client = Relayed.connect(pipe.to(server.address()))) {
                    assertThat(client.getInputStream().read()).isEqualTo(7);
                }
            }
        }

        @Test
        void a_server_may_begin_to_listen_after_the_pipe_leads_to_it() throws Exception {
            InetSocketAddress later = nobody();
            try (RelayPipe pipe = Relayed.open(PATH);
                    ServerSocket listener = new ServerSocket()) {
                InetSocketAddress through = pipe.to(later);
                listener.bind(later);
                try (Socket client = Relayed.connect(through);
                        Socket accepted = listener.accept()) {
                    accepted.getOutputStream().write(9);
                    assertThat(client.getInputStream().read()).isEqualTo(9);
                }
            }
        }
    }
}
