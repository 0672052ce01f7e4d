/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.Availability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is particular about this backend, on a machine that has what it needs. */
@Tag("netem")
class NetemRouterTests {

    private static final Path PATH = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(20));

    private static OpenPipe open(Path path, KernelProfile kernel) throws IOException {
        return new NetemBackend().open(new PipeRequest("", path, kernel, kernel, null, 1));
    }

    private static InetSocketAddress local(ServerSocket server) throws IOException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.getLocalPort());
    }

    private static String run(String... command) throws IOException {
        return new Processes().run("", List.of(command)).text();
    }

    @Test
    void whether_it_works_is_found_out_by_tests_that_begin_at_the_same_time() throws Exception {
        NetemSettings asked = new NetemSettings(NetemSettings.Place.LOCAL, Optional.of("asked-for-the-first-time"));
        ExecutorService tests = Executors.newFixedThreadPool(4);
        try {
            List<Future<Availability>> answers =
                    tests.invokeAll(Collections.nCopies(4, () -> new NetemBackend(() -> asked).availability()));
            for (Future<Availability> answer : answers) {
                assertThat(answer.get().reason()).isEmpty();
            }
        } finally {
            tests.shutdownNow();
        }
    }

    @Test
    void a_server_on_loopback_only_is_refused_with_the_remedy() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
                OpenPipe pipe = open(PATH, KernelProfile.host())) {
            assertThatThrownBy(() -> pipe.to((InetSocketAddress) server.getLocalSocketAddress()))
                    .isInstanceOf(IOException.class)
                    .hasMessage("server [127.0.0.1:" + server.getLocalPort()
                            + "] listens at 127.0.0.1 only, where packets that come over a network cannot get: bind it to the"
                            + " wildcard address (new InetSocketAddress(port)), or use backend relay");
        }
    }

    @Test
    void servers_of_other_hosts_and_of_ipv6_are_refused() throws IOException {
        try (OpenPipe pipe = open(PATH, KernelProfile.host())) {
            InetAddress elsewhere = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
            assertThatThrownBy(() -> pipe.to(new InetSocketAddress(elsewhere, 80)))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "server [192.0.2.1:80] is not on this host, and the local router of backend netem reaches none but"
                                    + " servers of this host: write -Dlongfatpipe.netem.router=container if it is in a Docker"
                                    + " network, or use backend relay");
            InetAddress six = InetAddress.getByName("2001:db8::1");
            assertThatThrownBy(() -> pipe.to(new InetSocketAddress(six, 80)))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "server [[2001:db8:0:0:0:0:0:1]:80] has an IPv6 address, and backend netem carries IPv4: give its"
                                    + " IPv4 address, or use backend relay");
        }
    }

    @Test
    void two_pipes_at_once_have_addresses_of_their_own_and_lead_to_the_same_server() throws IOException {
        try (ServerSocket server = new ServerSocket(0);
                OpenPipe one = open(PATH, KernelProfile.host());
                OpenPipe other = open(PATH, KernelProfile.host())) {
            InetSocketAddress address = local(server);
            assertThat(one.to(address)).isEqualTo(one.to(address)).isNotEqualTo(other.to(address));
            for (OpenPipe pipe : List.of(one, other)) {
                try (Socket client = new Socket();
                        Socket accepted = connect(client, pipe.to(address), server)) {
                    client.getOutputStream().write(7);
                    assertThat(accepted.getInputStream().read()).isEqualTo(7);
                }
            }
        }
    }

    private static Socket connect(Socket client, InetSocketAddress address, ServerSocket server) throws IOException {
        client.connect(address, 5_000);
        return server.accept();
    }

    @Test
    void both_ends_have_the_congestion_control_of_their_profiles() throws IOException {
        KernelProfile reno = KernelProfile.host().with("net.ipv4.tcp_congestion_control", "reno");
        try (ServerSocket server = new ServerSocket(0);
                OpenPipe pipe = open(PATH, reno);
                Socket client = new Socket();
                Socket accepted = connect(client, pipe.to(local(server)), server)) {
            assertThat(accepted.isConnected()).isTrue();
            String shown = run("ss", "-tinH", "dst", "198.19.0.0/16");
            assertThat(shown.lines().filter(line -> line.strip().startsWith("reno")))
                    .as(shown)
                    .hasSize(2);
        }
    }

    @Test
    void every_packet_is_one_segment() throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                OpenPipe pipe = open(PATH, KernelProfile.host());
                Socket client = new Socket();
                Socket accepted = connect(client, pipe.to(local(server)), server)) {
            Thread writer = new Thread(() -> write(accepted));
            writer.start();
            client.getInputStream().readNBytes(1_000_000);
            writer.join();
            var counts = pipe.snapshot().downstreamPackets();
            assertThat(counts.deliveredBytes() / counts.delivered()).isBetween(1_300L, 1_500L);
            assertThat(counts.delivered()).isGreaterThanOrEqualTo(1_000_000 / 1_448);
            assertThat(counts.unaskedDrops()).isZero();
            assertThat(pipe.snapshot().connections().get(0).downstream().sentBytes())
                    .isEqualTo(1_000_000);
        }
    }

    @Test
    void a_look_by_netlink_tells_what_tc_tells() throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                OpenPipe pipe = open(PATH, KernelProfile.host())) {
            try (Socket client = new Socket();
                    Socket accepted = connect(client, pipe.to(local(server)), server)) {
                Thread writer = new Thread(() -> write(accepted));
                writer.start();
                client.getInputStream().readNBytes(1_000_000);
                writer.join();
            }
            assertThat(pipe.awaitDelivery(Duration.ofSeconds(5))).isTrue();
            String far = namespaces().stream()
                    .filter(name -> name.startsWith(
                                    "longfatpipe-" + ProcessHandle.current().pid() + "-")
                            && name.endsWith("-far"))
                    .findFirst()
                    .orElseThrow();
            try (TrafficControl tc = TrafficControl.in(far);
                    QdiscCounters counters = QdiscCounters.in(java.nio.file.Path.of("/var/run/netns", far))) {
                List<Qdisc> byTc = tc.run(Router.MIDDLE_FAR);
                assertThat(counters.of(counters.index(Router.MIDDLE_FAR)))
                        .containsExactlyElementsOf(byTc.stream()
                                .map(NetemRouterTests::withoutOptions)
                                .toList());
                assertThat(Qdisc.find(byTc, NetemLine.BOTTLENECK).bytes()).isGreaterThan(1_000_000);
            }
        }
    }

    private static Qdisc withoutOptions(Qdisc of) {
        return new Qdisc(
                of.kind(), of.handle(), Map.of(), of.bytes(), of.packets(), of.drops(), of.backlog(), of.queued());
    }

    private static void write(Socket socket) {
        try {
            socket.getOutputStream().write(new byte[1_000_000]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ten times: killed in the middle of a transfer, then swept away by the next one. */
    @Test
    void what_a_killed_jvm_left_is_gone_when_the_next_pipe_is_open() throws Exception {
        for (int i = 0; i < 10; i++) {
            String left = "longfatpipe-" + Victim.killed(false) + "-";
            assertThat(namespaces()).anyMatch(name -> name.startsWith(left));
            Router.sweep(new Processes());
            assertThat(namespaces()).noneMatch(name -> name.startsWith(left));
        }
        try (OpenPipe pipe = open(PATH, KernelProfile.host())) {
            assertThat(pipe.description().backend()).isEqualTo("netem");
        }
        assertThat(NetworkInterface.networkInterfaces().map(NetworkInterface::getName))
                .noneMatch(name -> name.startsWith("lfn"));
    }

    private static List<String> namespaces() {
        String[] names = new File("/var/run/netns").list();
        return names == null ? List.of() : List.of(names);
    }
}
