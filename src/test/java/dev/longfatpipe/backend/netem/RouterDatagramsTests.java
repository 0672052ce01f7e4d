/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.ConnectionEnd;
import dev.longfatpipe.observe.SeenDatagrams;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Datagrams through a router's namespaces, without a path in them. In both suites: the kernel of the one has nftables, that of the other
 * the tables before them.
 */
@Tag("netem")
@Tag("tun")
class RouterDatagramsTests {

    private static final Path PATH = Path.of(Duration.ofMillis(20), DataRate.ofMegabitsPerSecond(20));
    private static final int TIMEOUT_MILLIS = 5_000;

    private Router router;
    private RouterDatagrams datagrams;
    private DatagramSocket server;
    private InetSocketAddress entry;

    @BeforeEach
    void makeRouter() throws IOException {
        KernelProfile host = KernelProfile.host();
        router = Router.make(new Processes(), new PipeRequest("", PATH, host, host, null, 1));
        router.count();
        datagrams = RouterDatagrams.of(router);
        server = new DatagramSocket(new InetSocketAddress(0));
        server.setSoTimeout(TIMEOUT_MILLIS);
        entry = new InetSocketAddress(router.slot().entry(), server.getLocalPort());
    }

    @AfterEach
    void closeAll() {
        server.close();
        datagrams.close();
        router.close();
    }

    private List<SeenDatagrams> look() throws IOException {
        return datagrams.look((local, remote) -> Optional.of(new ConnectionEnd(true, local, remote)));
    }

    private DatagramPacket sendAndReceive(DatagramSocket client, int bytes) throws IOException {
        client.send(new DatagramPacket(new byte[bytes], bytes, entry));
        DatagramPacket received = new DatagramPacket(new byte[bytes], bytes);
        server.receive(received);
        return received;
    }

    @Test
    void datagrams_are_counted_where_they_enter_and_where_they_leave() throws IOException {
        try (DatagramSocket client = new DatagramSocket()) {
            client.setSoTimeout(TIMEOUT_MILLIS);
            assertThat(look()).isEmpty();
            for (int i = 0; i < 50; i++) {
                sendAndReceive(client, 500);
            }
            DatagramPacket last = sendAndReceive(client, 4_000);
            server.send(new DatagramPacket(new byte[77], 77, last.getSocketAddress()));
            client.receive(new DatagramPacket(new byte[77], 77));

            assertThat(look())
                    .containsExactly(new SeenDatagrams(
                            new InetSocketAddress(router.slot().client(), client.getLocalPort()),
                            entry,
                            new SeenDatagrams.Counted(51, 29_000, 51, 29_000),
                            new SeenDatagrams.Counted(1, 77, 1, 77)));
        }
    }

    @Test
    void flows_are_counted_however_many() throws IOException {
        List<DatagramSocket> clients = new ArrayList<>(); // all at once, so that no port is used twice
        for (int i = 0; i < 100; i++) {
            clients.add(new DatagramSocket());
        }
        for (DatagramSocket client : clients) {
            sendAndReceive(client, 10);
            sendAndReceive(client, 20);
        }

        assertThat(look())
                .hasSize(100)
                .allSatisfy(seen -> assertThat(seen.upstream()).isEqualTo(new SeenDatagrams.Counted(2, 30, 2, 30)));
    }
}
