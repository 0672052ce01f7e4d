/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.Diagnosis;
import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.observe.BufferReading.Source;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.PathBuilder;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opentest4j.TestAbortedException;

/** What is seen of a transfer whose TCP is the kernel's, and what is concluded from it. */
@Tag("tun")
@Timeout(120)
class TunDiagnosisTests {

    private static PathBuilder path() {
        return Tunnelled.path().rtt(Duration.ofMillis(100)).rate(DataRate.ofMegabitsPerSecond(50));
    }

    private static Transfer download(PathBuilder path, int bytes, int receive, int send) throws Exception {
        try (Pipe pipe = Pipes.builder(path.build())
                        .backend("tun")
                        .kernel(Tunnelled.withControl("cubic"))
                        .open();
                ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(0));
            Thread serving = new Thread(() -> serve(server, bytes, send), "tun-test-server");
            serving.setDaemon(true);
            serving.start();
            InetSocketAddress to =
                    pipe.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()));
            return pipe.measure(() -> read(to, receive));
        }
    }

    private static void serve(ServerSocket listener, int bytes, int send) {
        try (Socket client = listener.accept()) {
            if (send > 0) {
                client.setSendBufferSize(send);
            }
            client.getInputStream().read();
            client.getOutputStream().write(new byte[bytes]);
        } catch (java.io.IOException e) {
            // The client sees the end of its stream too early.
        }
    }

    private static void read(InetSocketAddress to, int receive) throws java.io.IOException {
        try (Socket client = new Socket()) {
            if (receive > 0) {
                client.setReceiveBufferSize(receive);
            }
            client.connect(to, Tunnelled.PATIENCE_MILLIS);
            client.getOutputStream().write(1);
            Tunnelled.readAll(client.getInputStream());
        }
    }

    /** What a machine that did not hold the pipe up did to a transfer is not the rule's fault. */
    private static void requireFactor(Transfer transfer, LimitingFactor factor) {
        Diagnosis diagnosis = Diagnosis.of(transfer);
        if (diagnosis.factor() != factor) {
            Assessment.of(transfer).inconclusive().ifPresent(reason -> {
                throw new TestAbortedException("INCONCLUSIVE: " + reason);
            });
        }
        assertThat(diagnosis.factor()).as("%s of %s", diagnosis, transfer).isEqualTo(factor);
    }

    @Test
    void a_receive_buffer_of_64_kib_is_the_limit_and_the_window_is_the_kernel_s() throws Exception {
        Transfer transfer = download(path(), 2_500_000, 65_536, 0);

        requireFactor(transfer, LimitingFactor.RECEIVE_WINDOW);
        FlowSample down = transfer.connections().get(0).downstream().after();
        assertThat(down.receiver().setting().requested()).hasValue(DataSize.ofBytes(65_536));
        assertThat(down.receiver().source()).isEqualTo(Source.SOCK_DIAG);
        assertThat(down.receiveWindow()).isBetween(65_536L * 11 / 10, 65_536L * 14 / 10);
        assertThat(down.minimumRtt()).isBetween(Duration.ofMillis(100), Duration.ofMillis(110));
    }

    @Test
    void a_send_buffer_of_64_kib_is_the_limit() throws Exception {
        Transfer transfer = download(path(), 2_500_000, 0, 65_536);

        requireFactor(transfer, LimitingFactor.SEND_BUFFER);
    }

    @Test
    void loss_is_the_limit_and_every_lost_packet_is_known() throws Exception {
        Transfer transfer = download(path().loss(Direction.DOWNSTREAM, "2%"), 1_500_000, 0, 0);

        requireFactor(transfer, LimitingFactor.LOSS);
        assertThat(transfer.packets(Direction.DOWNSTREAM).pathLosses())
                .isEqualTo(transfer.connections().get(0).downstream().pathLosses())
                .isPositive();
    }

    @Test
    void every_byte_is_counted_once() throws Exception {
        Transfer transfer = download(path().loss(Direction.DOWNSTREAM, "1%"), 777_777, 0, 0);

        assertThat(transfer.bytes(Direction.DOWNSTREAM)).isEqualTo(DataSize.ofBytes(777_777));
        assertThat(transfer.bytes(Direction.UPSTREAM)).isEqualTo(DataSize.ofBytes(1));
        assertThat(transfer.connections()).hasSize(1);
    }
}
