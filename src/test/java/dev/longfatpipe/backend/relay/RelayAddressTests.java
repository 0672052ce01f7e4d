/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a pipe can be reached, and where it leads. */
@Timeout(60)
class RelayAddressTests {

    private static final Path PATH = Path.of(Duration.ofMillis(10), DataRate.ofMegabitsPerSecond(100));

    private static TestServer saying(int value) throws IOException {
        return TestServer.start(socket -> socket.getOutputStream().write(value));
    }

    private static int heardFrom(InetSocketAddress address) throws IOException {
        try (Socket client = Relayed.connect(address)) {
            return client.getInputStream().read();
        }
    }

    @Test
    void one_pipe_leads_to_several_servers() throws Exception {
        try (RelayPipe pipe = Relayed.open(PATH);
                TestServer first = saying(1);
                TestServer second = saying(2);
                TestServer third = saying(3)) {
            InetSocketAddress toFirst = pipe.to(first.address());
            InetSocketAddress toSecond = pipe.to(second.address());
            InetSocketAddress toThird = pipe.to(third.address());
            assertThat(heardFrom(toThird)).isEqualTo(3);
            assertThat(heardFrom(toFirst)).isEqualTo(1);
            assertThat(heardFrom(toSecond)).isEqualTo(2);
            assertThat(pipe.snapshot().connections())
                    .extracting(connection -> connection.id().server())
                    .containsExactly(third.address(), first.address(), second.address());
        }
    }

    @Test
    void the_same_server_gives_the_same_address_and_another_one_another() throws Exception {
        try (RelayPipe pipe = Relayed.open(PATH);
                TestServer first = saying(1);
                TestServer second = saying(2)) {
            assertThat(pipe.to(first.address()))
                    .isEqualTo(pipe.to(new InetSocketAddress(
                            InetAddress.getLoopbackAddress(), first.address().getPort())))
                    .isNotEqualTo(pipe.to(second.address()));
        }
    }

    @Test
    void it_listens_on_loopback_only() throws Exception {
        try (RelayPipe pipe = Relayed.open(PATH);
                TestServer server = saying(1)) {
            InetSocketAddress through = pipe.to(server.address());
            assertThat(through.getAddress().isLoopbackAddress()).isTrue();
            InetAddress other = Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                    .flatMap(networkInterface -> Collections.list(networkInterface.getInetAddresses()).stream())
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .findFirst()
                    .orElse(null);
            assumeTrue(other != null, "this machine has no address but loopback");
            try (Socket client = new Socket()) {
                assertThatThrownBy(() -> client.connect(new InetSocketAddress(other, through.getPort()), 2_000))
                        .isInstanceOf(ConnectException.class);
            }
        }
    }

    @Test
    void a_server_on_ipv6_is_reached_over_ipv6() throws Exception {
        byte[] loopback = new byte[16];
        loopback[15] = 1;
        ServerSocket listener = new ServerSocket();
        TestServer server;
        try {
            server = TestServer.start(
                    listener,
                    InetAddress.getByAddress(loopback),
                    socket -> socket.getOutputStream().write(6));
        } catch (IOException e) {
            listener.close();
            assumeTrue(false, "no IPv6 on this machine");
            return;
        }
        try (server;
                RelayPipe pipe = Relayed.open(PATH)) {
            InetSocketAddress through = pipe.to(server.address());
            assertThat(through.getAddress().getAddress()).isEqualTo(loopback);
            assertThat(heardFrom(through)).isEqualTo(6);
            assertThat(pipe.warnings()).isEmpty();
        }
    }

    @Test
    void a_server_that_speaks_first_is_heard() throws Exception {
        try (RelayPipe pipe = Relayed.open(PATH);
                TestServer server = TestServer.start(socket -> {
                    socket.getOutputStream().write("220 ready".getBytes(US_ASCII));
                    socket.getInputStream().read();
                });
                Socket client = Relayed.connect(pipe.to(server.address()))) {
            assertThat(client.getInputStream().readNBytes(9)).startsWith('2', '2', '0');
        }
    }

    @Test
    void a_client_that_says_nothing_is_connected_all_the_same() throws Exception {
        try (RelayPipe pipe = Relayed.open(PATH);
                TestServer server =
                        TestServer.start(socket -> socket.getInputStream().read());
                Socket client = Relayed.connect(pipe.to(server.address()))) {
            server.nextClient();
            assertThat(client.isConnected()).isTrue();
            assertThat(pipe.awaitDelivery(Duration.ofSeconds(5))).isTrue();
            ConnectionSample connection = pipe.snapshot().connections().get(0);
            assertThat(connection.open()).isTrue();
            assertThat(connection.upstream().sentBytes()).isZero();
            assertThat(connection.downstream().sentBytes()).isZero();
        }
    }

    @Test
    void the_applications_server_never_sees_the_probe() throws Exception {
        try (TestServer server = saying(1);
                RelayPipe pipe = Relayed.open(PATH)) {
            pipe.to(server.address());
            assertThat(server.clients()).isZero();
            assertThat(pipe.snapshot().connections()).isEmpty();
            assertThat(pipe.description().verification().rtt()).isGreaterThanOrEqualTo(Duration.ofMillis(10));
        }
    }

    @Test
    void two_pipes_at_once_keep_their_own_ways() throws Exception {
        try (TestServer first = saying(1);
                RelayPipe one = Relayed.open(PATH);
                RelayPipe other = Relayed.open(PATH)) {
            InetSocketAddress throughOne = one.to(first.address());
            InetSocketAddress throughOther = other.to(first.address());
            assertThat(throughOne).isNotEqualTo(throughOther);
            assertThat(heardFrom(throughOther)).isEqualTo(1);
            assertThat(one.snapshot().connections()).isEmpty();
            assertThat(other.snapshot().connections()).hasSize(1);
        }
    }
}
