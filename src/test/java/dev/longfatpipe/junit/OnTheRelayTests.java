/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.socket.BufferedSockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The default backend under the extension, with real sockets and a real clock: few tests, on short and slow paths. */
class OnTheRelayTests {

    @Test
    void a_download_is_judged_and_leaves_its_line() {
        assertThat(Run.onARealClock(Download.class).passes(1).published("longfatpipe"))
                .singleElement()
                .asString()
                .startsWith("PASSED       Download.test  rtt 4 ms, rate 8 mbit, queue 1bdp | expected ")
                .contains(" | achieved ")
                .endsWith(" | LINK");
    }

    @Test
    void a_small_receive_buffer_is_found_and_named() {
        assertThat(Run.onARealClock(SmallReceiveBuffer.class).failure())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("Expected goodput >= ")
                .hasMessageContaining("\n  Limit     RECEIVE_WINDOW: ")
                .hasMessageContaining(" has SO_RCVBUF 8192, set explicitly ");
    }

    @Test
    void datagrams_alone_are_judged_and_leave_a_line() {
        assertThat(Run.onARealClock(Datagrams.class).passes(1).published("longfatpipe"))
                .singleElement()
                .asString()
                .startsWith("PASSED       Datagrams.test  rtt 4 ms, rate 2 mbit, queue 1bdp | expected ")
                .endsWith(" | SENDER");
    }

    @Test
    void datagrams_to_nobody_are_no_traffic() {
        assertThat(Run.onARealClock(DatagramsToNobody.class).failure())
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching(
                        "No byte crossed the pipe \\(rtt 10 ms, rate 20 mbit, queue 1bdp\\), so that this test says"
                                + " nothing about the path: 1 connection was opened through it, but nothing was delivered\\.\n"
                                + "  Warning   server 127\\.0\\.0\\.1:\\d+ could not be reached \\(UDP port unreachable\\): is it"
                                + " listening there\\?");
    }

    @Test
    void a_server_that_is_not_listening_is_named() {
        assertThat(Run.onARealClock(NotListening.class).failure())
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching(
                        "No byte crossed the pipe \\(rtt 10 ms, rate 20 mbit, queue 1bdp\\), so that this test says"
                                + " nothing about the path: 1 connection was opened through it, but nothing was delivered\\.\\n"
                                + "  Warning   server 127\\.0\\.0\\.1:\\d+ could not be reached \\(Connection refused\\): is it listening"
                                + " there\\?");
    }

    @Test
    void a_test_that_fails_by_itself_is_told_what_its_pipe_knows() {
        Throwable failure = Run.onARealClock(ResetByNobody.class).failure();
        assertThat(failure).isInstanceOf(SocketException.class);
        assertThat(failure.getSuppressed())
                .singleElement()
                .asString()
                .matches("dev\\.longfatpipe\\.junit\\.PipeWarning: server 127\\.0\\.0\\.1:\\d+ could not be reached"
                        + " \\(Connection refused\\): is it listening there\\?");
    }

    @Test
    void the_server_sees_no_connection_that_is_not_the_tests_own() {
        Run.onARealClock(Untouched.class).passes(1);
    }

    /** Sends 250 kB to each client. */
    abstract static class WithServer {

        private static final int BYTES = 250_000;

        ServerSocket server = unbound();
        int accepted;

        private static ServerSocket unbound() {
            try {
                return new ServerSocket();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @BeforeEach
        void start() throws IOException {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread thread = new Thread(this::serve, "test-server");
            thread.setDaemon(true);
            thread.start();
        }

        private void serve() {
            try {
                while (true) {
                    try (Socket client = server.accept();
                            OutputStream out = client.getOutputStream()) {
                        synchronized (this) {
                            accepted++;
                        }
                        out.write(new byte[BYTES]);
                    }
                }
            } catch (SocketException e) {
                // Closed: the test is over.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @AfterEach
        void stop() throws IOException {
            server.close();
        }

        void download(Pipe pipe, Socket socket) throws IOException {
            try (socket) {
                socket.connect(pipe.to((InetSocketAddress) server.getLocalSocketAddress()));
                try (InputStream in = socket.getInputStream()) {
                    assertThat(in.readAllBytes()).hasSize(BYTES);
                }
            }
        }
    }

    /** The line is busy for 250 ms and idle for the 6 ms before the first byte: an earlier one of 100 ms stood at the 95 % of LINK. */
    @LongFatPipe(rtt = "4ms", rate = "8mbit", kernel = "linux-6.1", atLeast = "70%")
    static class Download extends WithServer {

        @Test
        void test(Pipe pipe) throws Exception {
            pipe.measure(() -> download(pipe, new Socket()));
        }
    }

    @SocketBuffers(receive = "8KiB")
    @LongFatPipe(rtt = "20ms", rate = "20mbit", kernel = "linux-6.1", atLeast = "70%")
    static class SmallReceiveBuffer extends WithServer {

        @Test
        void test(Pipe pipe, BufferedSockets buffers) throws Exception {
            download(pipe, buffers.apply(new Socket()));
        }
    }

    /** A tenth of what the line carries, for 300 ms. */
    @LongFatPipe(rtt = "4ms", rate = "2mbit", kernel = "linux-6.1")
    static class Datagrams {

        @Test
        void test(Pipe pipe) throws Exception {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            try (DatagramSocket server = new DatagramSocket(0, loopback);
                    DatagramSocket client = new DatagramSocket(0, loopback)) {
                InetSocketAddress through = pipe.to((InetSocketAddress) server.getLocalSocketAddress());
                for (int i = 0; i < 30; i++) {
                    client.send(new DatagramPacket(new byte[200], 200, through));
                    TimeUnit.MILLISECONDS.sleep(10);
                }
            }
        }
    }

    @LongFatPipe(rtt = "10ms", rate = "20mbit")
    static class DatagramsToNobody {

        @Test
        void test(Pipe pipe) throws Exception {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            DatagramSocket gone = new DatagramSocket(0, loopback);
            InetSocketAddress through = pipe.to((InetSocketAddress) gone.getLocalSocketAddress());
            gone.close();
            try (DatagramSocket client = new DatagramSocket(0, loopback)) {
                client.send(new DatagramPacket(new byte[200], 200, through));
            }
        }
    }

    @LongFatPipe(rtt = "10ms", rate = "20mbit")
    static class NotListening {

        @Test
        void test(Pipe pipe) throws IOException {
            try (Socket socket = new Socket()) {
                socket.connect(pipe.to(nobody()));
                assertThat(readOrReset(socket)).isEqualTo(-1);
            }
        }

        static InetSocketAddress nobody() throws IOException {
            try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return (InetSocketAddress) gone.getLocalSocketAddress();
            }
        }

        private static int readOrReset(Socket socket) throws IOException {
            try {
                return socket.getInputStream().read();
            } catch (SocketException reset) {
                return -1;
            }
        }
    }

    @LongFatPipe(rtt = "10ms", rate = "20mbit")
    static class ResetByNobody {

        @Test
        void test(Pipe pipe) throws IOException {
            try (Socket socket = new Socket()) {
                socket.connect(pipe.to(NotListening.nobody()));
                throw new SocketException("read " + socket.getInputStream().read() + " from nobody");
            }
        }
    }

    @LongFatPipe(rtt = "10ms", rate = "20mbit")
    static class Untouched extends WithServer {

        @Test
        void test(Pipe pipe) throws IOException {
            download(pipe, new Socket());
            synchronized (this) {
                assertThat(accepted).isEqualTo(1);
            }
        }
    }
}
