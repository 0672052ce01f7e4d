/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static dev.longfatpipe.backend.tun.Tunnelled.open;
import static dev.longfatpipe.backend.tun.Tunnelled.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.backend.ChildJvm;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.PacketCounts;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.PortUnreachableException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What only packets of the kernel show. Needs the privilege to make devices. */
@Tag("tun")
@Timeout(120)
class TunPipeTests {

    private static final int KILLED = 10;
    private static final long MILLI = 1_000_000;
    private static final byte[] LOOPBACK_SIX = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static List<String> devices() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .map(NetworkInterface::getName)
                .filter(name -> name.startsWith("longfat"))
                .toList();
    }

    @Test
    void servers_of_ipv6_are_reached_after_a_round_trip() throws Exception {
        try (OpenPipe pipe = open(path());
                ServerSocket server = new ServerSocket(0)) {
            InetSocketAddress address =
                    pipe.to(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK_SIX), server.getLocalPort()));
            long from = System.nanoTime();
            try (Socket client = Tunnelled.connect(address)) {
                assertThat(System.nanoTime() - from).isGreaterThanOrEqualTo(40 * MILLI);
                assertThat(client.getInetAddress().getHostAddress()).startsWith("2001:2:0:");
            }
        }
    }

    @Test
    void datagram_to_nobody_is_answered_that_there_is_nobody() throws Exception {
        try (OpenPipe pipe = open(path());
                DatagramSocket client = new DatagramSocket()) {
            client.connect(pipe.to(loopback(9)));
            client.setSoTimeout(Tunnelled.PATIENCE_MILLIS);
            client.send(new DatagramPacket(new byte[1], 1));

            assertThatThrownBy(() -> client.receive(new DatagramPacket(new byte[1], 1)))
                    .isInstanceOf(PortUnreachableException.class);
        }
    }

    @Test
    void server_that_begins_to_listen_on_loopback_only_is_warned_of() throws Exception {
        int port = freePort();
        try (OpenPipe pipe = open(path())) {
            InetSocketAddress address = pipe.to(loopback(port));
            try (ServerSocket late = new ServerSocket()) {
                late.bind(loopback(port));
                assertThatThrownBy(() -> Tunnelled.connect(address)).isInstanceOf(IOException.class);
                Tunnelled.await("it is warned of", () -> !pipe.warnings().isEmpty());

                assertThat(pipe.warnings())
                        .singleElement()
                        .asString()
                        .startsWith("server [127.0.0.1:" + port + "] listens on 127.0.0.1 only");
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            return server.getLocalPort();
        }
    }

    @Test
    void closed_pipe_resets_both_ends_of_its_connections() throws Exception {
        OpenPipe pipe = open(path());
        try (pipe;
                ServerSocket listener = new ServerSocket(0);
                Socket client = Tunnelled.connect(pipe.to(loopback(listener.getLocalPort())));
                Socket server = listener.accept()) {
            server.setSoTimeout(Tunnelled.PATIENCE_MILLIS);
            client.getOutputStream().write(1);
            assertThat(server.getInputStream().read()).isEqualTo(1);
            assertThat(pipe.awaitDelivery(Duration.ofSeconds(5))).isTrue();

            pipe.close();

            for (Socket end : List.of(client, server)) {
                assertThatThrownBy(() -> end.getInputStream().read())
                        .isInstanceOf(SocketException.class)
                        .hasMessage("Connection reset");
            }
        }
    }

    @Test
    void congestion_control_is_that_of_the_route() throws Exception {
        KernelProfile reno = Tunnelled.withControl("reno");
        try (OpenPipe pipe = new TunBackend().open(Tunnelled.request(path().build(), 1, reno))) {
            String virtual = pipe.to(loopback(9)).getAddress().getHostAddress();

            assertThat(IpTool.ofThisMachine().run("route", "show", virtual)).contains("congctl reno");
        }
    }

    @Test
    void two_congestion_controls_are_refused() {
        PipeRequest request = new PipeRequest(
                "", path().build(), Tunnelled.withControl("cubic"), Tunnelled.withControl("reno"), null, 1);

        assertThatThrownBy(() -> new TunBackend().open(request))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "congestion controls [cubic of the clients, reno of the servers] cannot both be honoured by backend"
                                + " [tun], where both ends are reached over one route: write the same for both, or use backend relay");
    }

    @Test
    void unknown_congestion_control_is_refused_with_what_the_kernel_says() {
        KernelProfile unknown = Tunnelled.withControl("carrier_pigeon");

        assertThatThrownBy(() -> new TunBackend().open(Tunnelled.request(path().build(), 1, unknown)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("congctl carrier_pigeon] failed: ");
    }

    @Test
    void paths_of_another_mtu_have_segments_of_that_size() throws Exception {
        try (OpenPipe pipe = open(path().mtu(9_000));
                ServerSocket server = new ServerSocket(0)) {
            Tunnelled.serve(server, 500_000);
            try (Socket client = Tunnelled.connect(pipe.to(loopback(server.getLocalPort())))) {
                client.getOutputStream().write(1);
                assertThat(Tunnelled.readAll(client.getInputStream())).isEqualTo(500_000);
            }
            PacketCounts down = pipe.snapshot().downstreamPackets();
            assertThat(down.deliveredBytes() / down.delivered()).isGreaterThan(5_000);
        }
    }

    @Test
    void large_packets_carry_the_same_bytes_and_fill_a_fast_line_no_more_than_it_holds() throws Exception {
        Path fast = path().rate(DataRate.ofMegabitsPerSecond(400)).build();
        assertThat(SegmentSizes.AUTO.areLargeOn(fast)).isTrue();
        try (OpenPipe pipe = new TunBackend().open(Tunnelled.request(fast, 1));
                ServerSocket server = new ServerSocket(0)) {
            Tunnelled.serve(server, 40_000_000);
            try (Socket client = Tunnelled.connect(pipe.to(loopback(server.getLocalPort())))) {
                long from = System.nanoTime();
                client.getOutputStream().write(1);
                assertThat(Tunnelled.readAll(client.getInputStream())).isEqualTo(40_000_000);
                double mbit = 40_000_000 * 8e3 / (System.nanoTime() - from);
                assertThat(mbit).isLessThan(400 * 1_448 / 1_514.0);
            }
            PacketCounts down = pipe.snapshot().downstreamPackets();
            assertThat(down.delivered()).as("counted in segments").isGreaterThanOrEqualTo(40_000_000 / 1_448);
            assertThat(down.unaskedDrops()).isZero();
        }
    }

    @Test
    void one_datagram_in_a_hundred_is_lost_and_the_same_seed_loses_the_same() throws Exception {
        int count = 100_000;
        Path lossy = path().rate(DataRate.ofMegabitsPerSecond(100))
                .loss("1%")
                .queue(Queue.ofBytes(DataSize.ofMebibytes(64))) // a sender that was held up catches up at once
                .build();
        BitSet[] runs = new BitSet[2];
        for (int i = 0; i < runs.length; i++) {
            try (OpenPipe pipe = new TunBackend().open(Tunnelled.request(lossy, 11))) {
                runs[i] = Tunnelled.arrived(pipe, count, 8);
                PacketCounts up = pipe.snapshot().upstreamPackets();

                assertThat(up.sent()).isEqualTo(count);
                assertThat(up.queueDrops() + up.unaskedDrops()).isZero();
                assertThat(up.pathLosses()).isBetween(count * 9L / 1_000, count * 11L / 1_000);
                assertThat(runs[i].cardinality()).isEqualTo(count - up.pathLosses());
            }
        }

        assertThat(runs[0]).isEqualTo(runs[1]);
    }

    @Test
    void killed_processes_take_their_devices_along_from_the_middle_of_a_transfer() throws Exception {
        List<String> before = devices();
        for (int i = 0; i < KILLED; i++) {
            try (ChildJvm child =
                    ChildJvm.start(List.of(), ChildJvm.ownClassPath(), FullPipe.class, "40", "20", "60", "60")) {
                child.awaitLine(FullPipe.FILLING);
                assertThat(devices()).hasSize(before.size() + 1);
            }
            Tunnelled.await("the device is gone", () -> isAsBefore(before));
        }
        open(path()).close();
        assertThat(devices()).isEqualTo(before);
    }

    private static boolean isAsBefore(List<String> before) {
        try {
            return devices().equals(before);
        } catch (SocketException e) {
            return false;
        }
    }

    @Test
    void every_packet_that_arrives_is_captured(@org.junit.jupiter.api.io.TempDir java.nio.file.Path folder)
            throws Exception {
        System.setProperty(TunPipe.PCAP_PROPERTY, folder.toString());
        long packets;
        try (OpenPipe pipe = open(path());
                ServerSocket server = new ServerSocket(0)) {
            System.clearProperty(TunPipe.PCAP_PROPERTY);
            Tunnelled.serve(server, 100_000);
            try (Socket client = Tunnelled.connect(pipe.to(loopback(server.getLocalPort())))) {
                client.getOutputStream().write(1);
                Tunnelled.readAll(client.getInputStream());
            }
            pipe.awaitDelivery(Duration.ofSeconds(5));
            packets = pipe.snapshot().upstreamPackets().delivered()
                    + pipe.snapshot().downstreamPackets().delivered();
        } finally {
            System.clearProperty(TunPipe.PCAP_PROPERTY);
        }
        assertThat(Pcap.packets(folder.resolve("pipe.pcap"))).isGreaterThanOrEqualTo((int) packets);
        assertThat(packets).isGreaterThan(100);
    }
}
