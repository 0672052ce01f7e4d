/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.observe.Punctuality;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.spi.Capability;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What every backend does alike. A backend's own test class extends this one, says which backend it is about, and where its
 * pipes reach servers of this machine; it may make rows smaller, and turns none off: a row is skipped only where the backend
 * lacks a capability that it needs. What a row tolerates, and why, is said once, where its numbers are.
 *
 * <p>The rows: rtt, rate in both directions, one line for all connections, one for each direction, integrity through loss and
 * jitter, half-close, resets, a server that refuses, many connections ({@link StreamContract}); datagrams, queue, loss, jitter
 * ({@link DatagramContract}); a path that changes, a line that is cut and restored, and nothing left after closing (here).
 */
public abstract class PipeContract extends DatagramContract {

    private static final double EARLY_MILLIS = 0.5;
    /** What is on the line keeps its pace, a few times the BDP beside what lies behind a gap; on the old line it would be 4. */
    private static final double MOST_OF_A_SLOWER_LINE = 2;
    /** The sender has to find out that the line has become slower, and loses some of what it sends meanwhile. */
    private static final double LEAST_OF_A_SLOWER_LINE = 0.6;
    /** How long the line is cut: longer than a retransmission timeout, which is rtt + 200 ms at least. */
    private static final long CUT_MILLIS = 500;
    /** What was sent is sent again after 1, 3, 7 timeouts: the last before the line is restored, and twice its time. */
    private static final double LATEST_AFTER_CUT_MILLIS = 3 * CUT_MILLIS;

    @Test
    void path_changes_while_the_pipe_is_open() throws Exception {
        requires(Capability.PATH_CHANGE);
        OpenPipe pipe = open(path());
        ContractClient client = client(pipe.to(server().address()));
        client.want(ContractServer.ECHO, 0);
        client.roundTripNanos();

        for (Duration rtt : new Duration[] {rtt().multipliedBy(3), rtt().dividedBy(4), rtt()}) {
            Path path = path().rtt(rtt).build();
            pipe.change(path);
            client.roundTripNanos(); // what was under way arrives on the old path
            requireRoundTrip(pipe, client, rtt);
            assertThat(pipe.description().path()).isEqualTo(path);
        }
    }

    @Test
    void rate_changes_while_bytes_are_under_way() throws Exception {
        requires(Capability.PATH_CHANGE);
        OpenPipe pipe = open(path());
        ContractClient client = client(pipe.to(server().address()));
        long bytes = bulkBytes();
        Punctuality punctuality = pipe.snapshot().punctuality();
        client.want(ContractServer.SEND, bytes);
        Bytes.skip(client.in(), bytes / 2);

        DataRate slower = DataRate.ofBitsPerSecond(rate().bitsPerSecond() / 4);
        long from = System.nanoTime();
        pipe.change(path().rate(slower).build());
        Bytes.skip(client.in(), bytes - bytes / 2);
        double seconds = (System.nanoTime() - from) / NANOS;

        double share = bytes / 2.0 / seconds / (ceiling() / 4);
        assertThat(share).isLessThan(MOST_OF_A_SLOWER_LINE);
        if (share <= LEAST_OF_A_SLOWER_LINE) {
            requireHeldUp(pipe, punctuality);
            assertThat(share).isGreaterThan(LEAST_OF_A_SLOWER_LINE);
        }
    }

    @Test
    @Tag(END_TO_END)
    void change_never_lets_a_packet_overtake_another() throws Exception {
        requires(Capability.PATH_CHANGE, Capability.DATAGRAMS);
        OpenPipe pipe = open(path().rtt(rtt().multipliedBy(4)).queue(Queue.ofBytes(DataSize.ofMebibytes(1))));
        DatagramServer server = datagramServer(false);
        DatagramClient client = datagramClient(pipe, server);
        client.send(0, 100);
        await(() -> server.arrivals().size() == 1);

        long from = System.nanoTime();
        for (int i = 1; i < 50; i++) {
            client.send(i, 100);
        }
        awaitSent(pipe, 50);
        pipe.change(path().rtt(rtt().dividedBy(4)).build());
        for (int i = 50; i < 100; i++) {
            client.send(i, 100);
        }
        awaitStandstill(server);

        assertThat(server.numbers()).hasSize(100).isSorted();
        assertThat(millis(server.arrivals().get(50).nanos() - from))
                .as("those under way keep their time, and the next waits for them")
                .isGreaterThan(rtt().toMillis() * 2 - EARLY_MILLIS);
    }

    private void awaitSent(OpenPipe pipe, int packets) throws InterruptedException {
        await(() -> pipe.snapshot().upstreamPackets().sent() >= packets);
    }

    @Test
    @Tag(END_TO_END)
    void cut_line_carries_nothing_and_connections_survive_it() throws Exception {
        requires(Capability.CUT);
        OpenPipe pipe = open(path());
        ContractClient client = client(pipe.to(server().address()));
        client.want(ContractServer.ECHO, 0);
        client.roundTripNanos();

        assertThat(pipe.snapshot().cut()).isZero();
        long from = System.nanoTime();
        pipe.cut();
        pipe.cut();
        client.socket().getOutputStream().write(9);
        client.socket().setSoTimeout((int) CUT_MILLIS);
        assertThatThrownBy(() -> client.in().read()).isInstanceOf(SocketTimeoutException.class);
        pipe.restore();
        pipe.restore();
        long until = System.nanoTime();

        client.socket().setSoTimeout((int) patience().toMillis());
        assertThat(client.in().read()).isEqualTo(9);
        assertThat(millis(System.nanoTime() - from))
                .isLessThan(LATEST_AFTER_CUT_MILLIS + 2 * rtt().toMillis() + timing().toMillis());
        requireRoundTrip(pipe, client, rtt());
        assertThat(pipe.snapshot().cut()).isBetween(Duration.ofMillis(CUT_MILLIS - 1), Duration.ofNanos(until - from));
    }

    @Test
    @Tag(END_TO_END)
    void transfer_goes_on_after_a_cut_with_every_byte() throws Exception {
        requires(Capability.CUT);
        OpenPipe pipe = open(path());
        ContractClient client = client(pipe.to(server().address()));
        long bytes = bulkBytes() / 2;
        client.want(ContractServer.SEND, bytes);
        Thread cutter = new Thread(() -> cutForAWhile(pipe), "contract-cutter");
        cutter.start();
        byte[] digest = Bytes.digest(client.in());
        cutter.join();

        assertThat(digest).isEqualTo(Bytes.digestOf(bytes));
    }

    private void cutForAWhile(OpenPipe pipe) {
        try {
            TimeUnit.NANOSECONDS.sleep(bulk().toNanos() / 4);
            pipe.cut();
            TimeUnit.MILLISECONDS.sleep(CUT_MILLIS);
            pipe.restore();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Tag(END_TO_END)
    void cut_line_loses_datagrams_and_counts_them() throws Exception {
        requires(Capability.CUT, Capability.DATAGRAMS);
        Duration far = Duration.ofMillis(600); // on its way for longer than it takes to cut the line
        OpenPipe pipe = open(path().rtt(far));
        DatagramServer server = datagramServer(true);
        DatagramClient client = datagramClient(pipe, server);
        client.send(1, 100);
        assertThat(client.receive(patience())).isPresent();

        client.send(2, 100); // on the line when it is cut
        awaitSent(pipe, 2);
        pipe.cut();
        client.send(3, 100);
        Optional<byte[]> nothing = client.receive(far.multipliedBy(2));
        pipe.restore();
        client.send(4, 100);

        assertThat(nothing).isEmpty();
        assertThat(client.receive(patience())).hasValue(DatagramClient.content(4, 100));
        assertThat(server.numbers()).containsExactly(1, 4);
        assertThat(pipe.snapshot().upstreamPackets().cutDrops()).isEqualTo(2);
    }

    @Test
    void closed_pipe_leaves_nothing_behind() throws Exception {
        ContractServer server = server();
        InetSocketAddress first = openUseAndClose(server); // what is loaded once, stays
        Set<String> threads = threads();
        int descriptors = descriptors();

        InetSocketAddress second = openUseAndClose(server);

        await(() -> threads.containsAll(threads()));
        await(() -> descriptors() <= descriptors);
        for (InetSocketAddress gone : new InetSocketAddress[] {first, second}) {
            assertThatThrownBy(() -> new ContractClient(gone, Duration.ofMillis(500)))
                    .isInstanceOf(IOException.class);
        }
        requireNothingLeft();
    }

    private InetSocketAddress openUseAndClose(ContractServer server) throws Exception {
        try (OpenPipe pipe = backend().open(request(path().build(), 1))) {
            InetSocketAddress address = pipe.to(server.address());
            try (ContractClient client = new ContractClient(address, patience())) {
                client.want(ContractServer.ECHO, 0);
                client.roundTripNanos();
            }
            server.nextEnding(patience().toSeconds());
            return address;
        }
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("longfatpipe"))
                .collect(Collectors.toSet());
    }

    /** Returns how many descriptors this JVM has open; 0 where that cannot be told. */
    private static int descriptors() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }
}
