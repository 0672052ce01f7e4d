/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Loss;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No byte is lost, doubled, changed or moved. */
@Timeout(60)
class RelayIntegrityTests {

    /** Sends random bytes in pieces of random length and ends the stream. */
    private static String send(Socket socket, long bytes, long seed) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Random random = new Random(seed);
            OutputStream out = socket.getOutputStream();
            for (long left = bytes; left > 0; ) {
                byte[] piece = new byte[(int) Math.min(left, 1 + random.nextInt(100_000))];
                random.nextBytes(piece);
                digest.update(piece);
                out.write(piece);
                left -= piece.length;
            }
            socket.shutdownOutput();
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Receives up to the end of the stream, in pieces of random length. */
    private static String receive(Socket socket) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Random random = new Random(1);
            InputStream in = socket.getInputStream();
            byte[] piece = new byte[100_000];
            for (int read = 0; read >= 0; read = in.read(piece, 0, 1 + random.nextInt(piece.length))) {
                digest.update(piece, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs on a thread of its own, whatever the machine's pools are busy with. */
    private static CompletableFuture<String> async(Supplier<String> work) {
        return CompletableFuture.supplyAsync(work, task -> new Thread(task, "test-transfer").start());
    }

    private static void transferBothWays(Path path, long bytes, int connections)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        BlockingQueue<String> serverSent = new LinkedBlockingQueue<>();
        BlockingQueue<String> serverReceived = new LinkedBlockingQueue<>();
        TestServer.Handler handler = socket -> {
            CompletableFuture<String> received = async(() -> receive(socket));
            serverSent.add(send(socket, bytes, socket.getPort()));
            serverReceived.add(received.get());
        };
        try (RelayPipe pipe = Relayed.open(path);
                TestServer server = TestServer.start(handler)) {
            InetSocketAddress through = pipe.to(server.address());
            List<String> clientSent = new ArrayList<>();
            List<CompletableFuture<String>> sent = new ArrayList<>();
            List<CompletableFuture<String>> received = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                Socket client = Relayed.connect(through);
                long seed = i;
                sent.add(async(() -> send(client, bytes, seed)));
                received.add(async(() -> receive(client)));
            }
            List<String> clientReceived = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                clientSent.add(sent.get(i).get(30, TimeUnit.SECONDS));
                clientReceived.add(received.get(i).get(30, TimeUnit.SECONDS));
            }
            assertThat(server.endings()).isEmpty();
            Relayed.await("the server knows what it has sent", () -> serverSent.size() == connections);
            assertThat(clientReceived).containsExactlyInAnyOrderElementsOf(serverSent);
            Relayed.await("the server has received everything", () -> serverReceived.size() == connections);
            assertThat(serverReceived).containsExactlyInAnyOrderElementsOf(clientSent);
            Relayed.await(
                    "both ends of every connection have ended",
                    () -> pipe.snapshot().connections().stream().noneMatch(ConnectionSample::open));
            assertThat(pipe.snapshot().connections()).hasSize(connections).allSatisfy(connection -> {
                assertThat(connection.upstream().deliveredBytes()).isEqualTo(bytes);
                assertThat(connection.downstream().deliveredBytes()).isEqualTo(bytes);
            });
        }
    }

    @Test
    void tens_of_megabytes_both_ways_at_once() throws Exception {
        Path path = Path.of(Duration.ofMillis(2), DataRate.ofGigabitsPerSecond(10));
        transferBothWays(path, 40_000_003, 1);
    }

    @Test
    void with_loss_and_jitter() throws Exception {
        Path path = Path.builder()
                .rtt(Duration.ofMillis(2))
                .jitter(Duration.ofNanos(200_000))
                .loss(LossModel.independent(Loss.ofPercent("0.1")))
                .build();
        transferBothWays(path, 15_000_001, 1);
    }

    @Test
    void with_bursts_of_losses_on_a_line_that_overflows() throws Exception {
        Path path = Path.of(Duration.ofMillis(10), DataRate.ofMegabitsPerSecond(200)).toBuilder()
                .loss(LossModel.gilbertElliott(
                        Loss.ofPercent("0.01"), Loss.ofPercent("30"), Loss.ofPercent("100"), Loss.ofPercent("0")))
                .queue(Queue.ofBdp(new BigDecimal("0.5")))
                .build();
        transferBothWays(path, 5_000_000, 1);
    }

    @Test
    void on_many_connections_at_once() throws Exception {
        Path path = Path.of(Duration.ofMillis(5), DataRate.ofGigabitsPerSecond(2)).toBuilder()
                .loss(LossModel.independent(Loss.ofPercent("0.05")))
                .build();
        transferBothWays(path, 1_000_000, 20);
    }

    @Test
    void on_a_path_without_any_limit() throws Exception {
        transferBothWays(Path.builder().build(), 50_000_000, 1);
    }
}
