/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.units.Loss;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rows on TCP. */
public abstract class StreamContract extends ContractBase {

    /** No time is shorter than the path's, but the clocks of a kernel's timers and of the JVM round differently. */
    private static final double EARLY_MILLIS = 0.5;
    /** Headers are counted with timestamps; where a kernel leaves those out, 0.8 % more of a frame is payload. */
    private static final double MOST_OF_THE_LINE = 1.01;
    /**
     * A transfer of some twenty round trips is not all steady state: slow start takes the line of two of them (0.9), and a real
     * sender repairs afterwards what it has lost to the queue.
     */
    private static final double LEAST_OF_THE_LINE = 0.75;
    /** Each of several begins with slow start and ends when it will, the last ones with the line to themselves; two lines would be 2. */
    private static final double LEAST_TOGETHER = 0.6;
    /** Two directions that shared one line would have 1 between them; slow start and acknowledgements take from 2. */
    private static final double LEAST_OF_BOTH_LINES = 1.3;

    /** It ends two seconds after the last byte has moved; before that the receive buffer fills up. */
    private static final Duration LONGEST_WAIT_IN_VAIN = Duration.ofSeconds(20);

    @Test
    void round_trip_is_that_of_the_path() throws Exception {
        OpenPipe pipe = open(path());
        ContractClient client = client(pipe.to(server().address()));
        client.want(ContractServer.ECHO, 0);
        client.roundTripNanos();

        requireRoundTrip(pipe, client, rtt());
    }

    void requireRoundTrip(OpenPipe pipe, ContractClient client, Duration rtt) throws IOException {
        Punctuality before = pipe.snapshot().punctuality();
        Duration latest = rtt.plus(timing());
        double least = millis(client.leastRoundTripNanos(latest));
        assertThat(least).isGreaterThan(rtt.toMillis() - EARLY_MILLIS);
        if (least > latest.toMillis()) {
            requireHeldUp(pipe, before);
            assertThat(least).isLessThan((double) latest.toMillis());
        }
    }

    @Test
    void one_connection_fills_the_line_and_gets_no_more() throws Exception {
        OpenPipe pipe = open(path());
        InetSocketAddress address = pipe.to(server().address());

        requireFull(pipe, bulkBytes(), LEAST_OF_THE_LINE, () -> download(address, bulkBytes()));
    }

    @Test
    void upload_fills_the_line_and_gets_no_more() throws Exception {
        OpenPipe pipe = open(path());
        InetSocketAddress address = pipe.to(server().address());

        requireFull(pipe, bulkBytes(), LEAST_OF_THE_LINE, () -> upload(address, bulkBytes()));
    }

    @Test
    @Tag(END_TO_END)
    void connections_share_one_line() throws Exception {
        requires(Capability.SHARED_BOTTLENECK);
        OpenPipe pipe = open(path());
        InetSocketAddress address = pipe.to(server().address());
        int count = 4;
        long each = bulkBytes() / count;

        requireFull(pipe, each * count, LEAST_TOGETHER, () -> {
            atOnce(count, () -> download(address, each));
            return null;
        });
    }

    @Test
    void directions_have_a_line_each() throws Exception {
        OpenPipe pipe = open(path());
        InetSocketAddress address = pipe.to(server().address());
        long bytes = bulkBytes();
        Punctuality before = pipe.snapshot().punctuality();
        long from = System.nanoTime();
        List<Double> seconds = atOnce(List.of(
                () -> secondsSince(from, download(address, bytes)), () -> secondsSince(from, upload(address, bytes))));

        double down = bytes / seconds.get(0) / ceiling();
        double up = bytes / seconds.get(1) / ceiling();
        assertThat(down).isLessThan(MOST_OF_THE_LINE);
        assertThat(up).isLessThan(MOST_OF_THE_LINE);
        if (down + up <= LEAST_OF_BOTH_LINES) {
            requireHeldUp(pipe, before);
            assertThat(down + up).isGreaterThan(LEAST_OF_BOTH_LINES);
        }
    }

    /** Of the time from before the first byte to the last one a handshake, a request and half a trip back are not the line's. */
    private void requireFull(OpenPipe pipe, long bytes, double least, Callable<?> transfer) throws Exception {
        Punctuality before = pipe.snapshot().punctuality();
        long from = System.nanoTime();
        transfer.call();
        double seconds = (System.nanoTime() - from) / NANOS;

        assertThat(bytes / seconds / ceiling())
                .as("share of the line, without anything taken off the time")
                .isLessThan(MOST_OF_THE_LINE);
        double share = bytes / (seconds - 3 * rtt().toNanos() / NANOS) / ceiling();
        if (share <= least) {
            requireHeldUp(pipe, before);
            assertThat(share).as("share of the line").isGreaterThan(least);
        }
    }

    private static double secondsSince(long fromNanos, Object done) {
        assertThat(done).isNotNull();
        return (System.nanoTime() - fromNanos) / NANOS;
    }

    private Long download(InetSocketAddress address, long bytes) throws IOException {
        try (ContractClient client = new ContractClient(address, patience())) {
            client.want(ContractServer.SEND, bytes);
            Bytes.skip(client.in(), bytes);
            assertThat(client.in().read()).isEqualTo(-1);
        }
        return bytes;
    }

    private Long upload(InetSocketAddress address, long bytes) throws IOException {
        try (ContractClient client = new ContractClient(address, patience())) {
            client.want(ContractServer.TAKE, bytes);
            client.write(bytes);
            assertThat(client.in().read()).isEqualTo(1);
        }
        return bytes;
    }

    @Test
    @Tag(END_TO_END)
    void every_byte_arrives_once_and_in_order_through_loss_and_jitter() throws Exception {
        requires(Capability.LOSS, Capability.JITTER);
        Path path = path().loss(LossModel.independent(Loss.ofPercent("1")))
                .jitter(Duration.ofMillis(3))
                .build();
        OpenPipe pipe = open(path, 3);
        InetSocketAddress address = pipe.to(server().address());
        long bytes = bulkBytes() / 4;

        List<byte[]> digests =
                atOnce(List.of(() -> digestOfDownload(address, bytes), () -> digestAtServer(address, bytes)));

        assertThat(digests.get(0)).isEqualTo(Bytes.digestOf(bytes));
        assertThat(digests.get(1)).isEqualTo(Bytes.digestOf(bytes));
    }

    private byte[] digestOfDownload(InetSocketAddress address, long bytes) throws IOException {
        try (ContractClient client = new ContractClient(address, patience())) {
            client.want(ContractServer.SEND, bytes);
            return Bytes.digest(client.in());
        }
    }

    /** The client ends its stream, and gets its answer all the same. */
    private byte[] digestAtServer(InetSocketAddress address, long bytes) throws IOException {
        try (ContractClient client = new ContractClient(address, patience())) {
            client.want(ContractServer.DIGEST, 0);
            client.write(bytes);
            client.socket().shutdownOutput();
            return client.in().readAllBytes();
        }
    }

    @Test
    @Tag(END_TO_END)
    void client_that_ends_its_stream_is_still_answered() throws Exception {
        requires(Capability.HALF_CLOSE);
        InetSocketAddress address = open(path()).to(server().address());
        assertThat(digestAtServer(address, 10_000)).isEqualTo(Bytes.digestOf(10_000));
    }

    @Test
    @Tag(END_TO_END)
    void reset_of_the_client_reaches_the_server() throws Exception {
        requires(Capability.RESETS);
        ContractServer server = server();
        ContractClient client = client(open(path()).to(server.address()));
        client.want(ContractServer.ECHO, 0);
        client.roundTripNanos();

        client.socket().setSoLinger(true, 0);
        client.close();

        assertThat(server.nextEnding(patience().toSeconds())).containsIgnoringCase("reset");
    }

    @Test
    @Tag(END_TO_END)
    void reset_of_the_server_reaches_the_client() throws Exception {
        requires(Capability.RESETS);
        ContractClient client = client(open(path()).to(server().address()));
        client.want(ContractServer.RESET, 0);

        assertThatThrownBy(() -> client.in().read())
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
    }

    /** A relay has answered the client already when it learns of it: then the connection is reset. */
    @Test
    @Tag(END_TO_END)
    void server_that_does_not_listen_refuses_after_a_round_trip() throws Exception {
        requires(Capability.RESETS);
        ContractServer server = server();
        server.close();
        InetSocketAddress address = open(path()).to(server.address());

        long from = System.nanoTime();
        assertThatThrownBy(() -> {
                    try (ContractClient client = new ContractClient(address, patience())) {
                        client.in().read();
                    }
                })
                .isInstanceOf(SocketException.class);
        assertThat(millis(System.nanoTime() - from))
                .isGreaterThan(rtt().toMillis() - EARLY_MILLIS)
                .isLessThan(patience().toMillis() / 2.0);
    }

    /** The packets that a sender probes a shut window with are no sign of life. */
    @Test
    void stream_that_nobody_reads_is_not_waited_for_until_the_end() throws Exception {
        OpenPipe pipe = open(path());
        ContractClient client = client(pipe.to(server().address()));
        client.want(ContractServer.SEND, Integer.MAX_VALUE);
        client.in().read(); // until the server begins to send, nothing is under way

        long from = System.nanoTime();
        assertThat(pipe.awaitDelivery(Duration.ofMinutes(1))).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(LONGEST_WAIT_IN_VAIN);
    }

    @Test
    void many_connections_are_served_at_once() throws Exception {
        OpenPipe pipe = open(path());
        InetSocketAddress address = pipe.to(server().address());
        List<ContractClient> clients = new ArrayList<>();
        for (int i = 0; i < connections(); i++) {
            clients.add(client(address));
        }
        for (ContractClient client : clients) {
            client.want(ContractServer.ECHO, 0);
        }
        long from = System.nanoTime();
        for (ContractClient client : clients) {
            client.socket().getOutputStream().write(5);
        }
        for (ContractClient client : clients) {
            assertThat(client.in().read()).isEqualTo(5);
            assertThat(millis(System.nanoTime() - from)).isGreaterThan(rtt().toMillis() - EARLY_MILLIS);
        }
        PipeSnapshot snapshot = pipe.snapshot();
        assertThat(snapshot.connections()).hasSize(connections()).allMatch(connection -> connection.open());
    }

    private static void atOnce(int count, Callable<?> work) throws Exception {
        List<Callable<Object>> works = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            works.add(work::call);
        }
        atOnce(works);
    }

    static <T> List<T> atOnce(List<Callable<T>> works) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(works.size(), work -> {
            Thread thread = new Thread(work, "contract-client");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(works)) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            threads.shutdownNow();
        }
    }
}
