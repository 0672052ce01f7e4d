/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.path.Path;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

/**
 * Transfers in both directions at once through a pipe, of which both ends take the SHA-256. Each end ends its half when it has sent
 * everything, and reads on.
 */
final class BothWays {

    private static final int LARGEST_PIECE = 100_000;
    private static final byte[] NOISE = new byte[1 << 20];

    static {
        new Random(0).nextBytes(NOISE);
    }

    private final Path path;
    private final int connections;
    private final Duration patience;

    /** @param patience how long the bytes of one connection may take */
    BothWays(Path path, int connections, Duration patience) {
        this.path = path;
        this.connections = connections;
        this.patience = patience;
    }

    /** The same number of bytes each way on each connection. */
    void transfer(long bytes) throws IOException, InterruptedException, ExecutionException, TimeoutException {
        transfer(bytes, bytes);
    }

    /** On every other connection the numbers are exchanged, so that each end is sometimes the first to end its half. */
    void transfer(long up, long down) throws IOException, InterruptedException, ExecutionException, TimeoutException {
        BlockingQueue<String> serverSent = new LinkedBlockingQueue<>();
        BlockingQueue<String> serverReceived = new LinkedBlockingQueue<>();
        TestServer.Handler handler = socket -> {
            long bytes = new DataInputStream(socket.getInputStream()).readLong();
            CompletableFuture<String> received = async(() -> receive(socket));
            serverSent.add(send(socket, bytes, socket.getPort()));
            serverReceived.add(received.get());
        };
        try (RelayPipe pipe = Relayed.open(path);
                TestServer server = TestServer.start(handler)) {
            InetSocketAddress through = pipe.to(server.address());
            List<Socket> clients = new ArrayList<>();
            List<CompletableFuture<String>> sent = new ArrayList<>();
            List<CompletableFuture<String>> received = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                Socket client = Relayed.connect(through);
                clients.add(client);
                long seed = i;
                long own = i % 2 == 0 ? up : down;
                new DataOutputStream(client.getOutputStream()).writeLong(up + down - own);
                sent.add(async(() -> send(client, own, seed)));
                received.add(async(() -> receive(client)));
            }
            List<String> clientSent = all(sent);
            List<String> clientReceived = all(received);
            assertThat(server.endings()).isEmpty();
            Relayed.await("the server knows what it has sent", () -> serverSent.size() == connections);
            assertThat(clientReceived).containsExactlyInAnyOrderElementsOf(serverSent);
            Relayed.await("the server has received everything", () -> serverReceived.size() == connections);
            assertThat(serverReceived).containsExactlyInAnyOrderElementsOf(clientSent);
            Relayed.await(
                    "both ends of every connection have ended",
                    () -> pipe.snapshot().connections().stream().noneMatch(ConnectionSample::open));
            assertThat(pipe.snapshot().connections()).hasSize(connections).allSatisfy(connection -> {
                long delivered = connection.upstream().deliveredBytes();
                assertThat(delivered).isIn(up + Long.BYTES, down + Long.BYTES);
                assertThat(connection.downstream().deliveredBytes()).isEqualTo(up + down + Long.BYTES - delivered);
            });
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private List<String> all(List<CompletableFuture<String>> transfers)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<String> digests = new ArrayList<>();
        for (CompletableFuture<String> transfer : transfers) {
            digests.add(transfer.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        }
        return digests;
    }

    /** Sends pieces of noise of random length, and ends the stream. */
    private static String send(Socket socket, long bytes, long seed) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Random random = new Random(seed);
            OutputStream out = socket.getOutputStream();
            for (long left = bytes; left > 0; ) {
                int length = (int) Math.min(left, 1 + random.nextInt(LARGEST_PIECE));
                int from = random.nextInt(NOISE.length - length);
                digest.update(NOISE, from, length);
                out.write(NOISE, from, length);
                left -= length;
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
            byte[] piece = new byte[LARGEST_PIECE];
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
}
