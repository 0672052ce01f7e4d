/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Recorded with ss of iproute2 6.1 (Debian 12), {@code ss -tinmOHa}, on Linux 6.18 and on Linux 6.1. */
class SsOutputTests {

    static List<String> recorded(String kernel) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(SsOutputTests.class.getResourceAsStream("/ss/" + kernel + ".txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static SeenSocket at(String kernel, String local, int localPort, int remotePort) throws IOException {
        InetSocketAddress wanted = address(local, localPort);
        return SsOutput.parse(recorded(kernel)).stream()
                .filter(socket -> socket.local().equals(wanted))
                .filter(socket -> socket.remote().getPort() == remotePort)
                .findFirst()
                .orElseThrow();
    }

    private static InetSocketAddress address(String host, int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByName(host), port);
    }

    @Test
    void what_listens_is_no_connection() throws IOException {
        List<String> lines = recorded("linux-6.18");
        assertThat(lines).filteredOn(line -> line.startsWith("LISTEN")).hasSize(3);
        assertThat(SsOutput.parse(lines)).hasSize(lines.size() - 3);
    }

    @Test
    void a_sender_has_all_that_tcp_info_has() throws IOException {
        assertThat(at("linux-6.18", "127.0.0.1", 48302, 7001).record())
                .isEqualTo(new SocketRecord(
                        131_072,
                        4_194_304,
                        0,
                        0,
                        0,
                        new TcpInfo(
                                TcpInfo.ESTABLISHED,
                                10,
                                10,
                                204_000,
                                65_483,
                                0,
                                353,
                                4,
                                16,
                                4,
                                357_433_345,
                                0,
                                0,
                                5_873,
                                488_000,
                                432_000,
                                0,
                                920,
                                357_612_968,
                                179_624,
                                1_440_768)));
    }

    @Test
    void a_sender_before_a_closed_window_has_a_queue_and_a_full_buffer() throws IOException {
        SocketRecord record = at("linux-6.18", "127.0.0.1", 7001, 48284).record();
        assertThat(record.sendQueue()).isEqualTo(3_814_660);
        assertThat(record.sendMemory()).isEqualTo(3_881_220);
        assertThat(record.info().notSentBytes()).isEqualTo(3_814_660);
        assertThat(record.info().sendWindowScale()).isEqualTo(1);
        assertThat(record.info().receiveWindowScale()).isEqualTo(10);
        assertThat(record.info().receiveWindowLimitedMicros()).isEqualTo(920_000);
        assertThat(record.info().totalRetransmissions()).isEqualTo(1);
        assertThat(record.info().sendWindowBytes())
                .as("is not written where it is 0")
                .isZero();
    }

    @Test
    void a_receiver_that_does_not_read_has_unread_bytes() throws IOException {
        SocketRecord record = at("linux-6.18", "127.0.0.1", 48284, 7001).record();
        assertThat(record.receiveQueue()).isEqualTo(127_575);
        assertThat(record.receiveBuffer()).isEqualTo(131_072);
        assertThat(record.info().bytesReceived()).isEqualTo(127_575);
        assertThat(record.info().sinceReceivedMillis()).isEqualTo(664);
    }

    @Test
    void the_peers_end_is_no_unread_byte() throws IOException {
        SocketRecord record = at("linux-6.18", "127.0.0.1", 7001, 48298).record();
        assertThat(record.info().peerHasEnded()).isTrue();
        assertThat(record.receiveQueue()).isOne();
        assertThat(record.unreadBytes()).isZero();
    }

    @Test
    void of_what_has_only_a_state_there_are_no_buffers() throws IOException {
        SocketRecord record = at("linux-6.18", "127.0.0.1", 48298, 7001).record();
        assertThat(record.hasBuffers()).isFalse();
        assertThat(record.info()).isEqualTo(TcpInfo.onlyState(5));
    }

    @Test
    void a_socket_for_both_families_that_talks_ipv4_has_ipv4_addresses() throws IOException {
        assertThat(at("linux-6.18", "127.0.0.1", 7003, 48654).remote()).isEqualTo(address("127.0.0.1", 48654));
    }

    @Test
    void another_kernel_writes_the_same() throws IOException {
        assertThat(SsOutput.parse(recorded("linux-6.1"))).hasSize(10);
        SocketRecord sender = at("linux-6.1", "127.0.0.1", 7001, 49450).record();
        assertThat(sender.sendBuffer()).isEqualTo(2_626_560);
        assertThat(sender.sendMemory()).isEqualTo(2_604_422);
        assertThat(sender.info().sendWindowScale()).isEqualTo(1);
        assertThat(sender.info().busyMicros()).isEqualTo(1_450_000);
        assertThat(sender.info().receiveWindowLimitedMicros()).isEqualTo(1_450_000);
        TcpInfo tuned = at("linux-6.1", "127.0.0.1", 49468, 7001).record().info();
        assertThat(tuned.congestionWindowSegments()).isEqualTo(50);
        assertThat(tuned.rttMicros()).isEqualTo(4_957);
        assertThat(tuned.minimumRttMicros()).isOne();
        assertThat(tuned.sendWindowBytes()).isEqualTo(3_044_224);
    }

    @Test
    void ipv6_addresses_and_zones_are_read() throws IOException {
        SeenSocket socket = SsOutput.parse(List.of(
                        "ESTAB 0 0 [fe80::1%eth0]:80 [2001:db8::2]:5000 skmem:(r0,rb1,t0,tb2,f0,w3,o0,bl0,d0) cubic"))
                .get(0);
        assertThat(socket.local()).isEqualTo(address("fe80::1", 80));
        assertThat(socket.remote()).isEqualTo(address("2001:db8::2", 5_000));
        assertThat(socket.record().sendMemory()).isEqualTo(3);
    }

    @Test
    void what_is_no_line_of_ss_is_passed_over() {
        assertThat(SsOutput.parse(List.of(
                        "",
                        "State Recv-Q Send-Q Local Address:Port Peer Address:Port Process",
                        "ESTAB 0 0 host.example:80 10.0.0.1:5000",
                        "ESTAB 0 0 10.0.0.256:80 10.0.0.1:5000",
                        "ESTAB 0 0 10.0.0.1:99999 10.0.0.1:5000",
                        "ESTAB 0 0 [::1:80 10.0.0.1:5000",
                        "ESTAB 0")))
                .isEmpty();
    }
}
