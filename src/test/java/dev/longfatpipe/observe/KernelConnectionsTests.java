/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KernelConnectionsTests {

    private static final long MILLI = 1_000_000;
    private static final int CLOSE = 7;
    private static final int CLOSE_WAIT = 8;

    private static final InetSocketAddress PIPE = at(198, 18, 0, 2, 8080);
    private static final InetSocketAddress SERVER = at(127, 0, 0, 1, 8080);
    private static final KernelEnd END = new KernelEnd(
            KernelProfile.linux61(), BufferSetting.auto(), BufferSetting.auto(), false, new Info().record());

    private final KernelConnections connections =
            new KernelConnections(KernelConnectionsTests::find, END, END, 1448, 0);
    private LineReading line = LineReading.NONE;

    private static InetSocketAddress at(int first, int second, int third, int fourth, int port) {
        try {
            byte[] address = {(byte) first, (byte) second, (byte) third, (byte) fourth};
            return new InetSocketAddress(InetAddress.getByAddress(address), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** Clients are those that talk to the pipe, servers those that the router talks to. */
    private static Optional<ConnectionEnd> find(InetSocketAddress local, InetSocketAddress remote) {
        if (remote.equals(PIPE)) {
            return Optional.of(new ConnectionEnd(true, local, SERVER));
        }
        if (remote.getAddress().getHostAddress().equals("198.18.0.6")) {
            return Optional.of(new ConnectionEnd(false, at(198, 18, 0, 1, remote.getPort()), SERVER));
        }
        return Optional.empty();
    }

    private static SeenSocket client(int port, Info info) {
        return new SeenSocket(at(198, 18, 0, 1, port), PIPE, info.record());
    }

    private static SeenSocket server(int port, Info info) {
        return new SeenSocket(at(198, 18, 0, 5, 8080), at(198, 18, 0, 6, port), info.record());
    }

    private void look(long millis, SeenSocket... living) {
        connections.look(millis * MILLI, List.of(living), List.of(), line);
    }

    private void end(long millis, SeenSocket... ended) {
        connections.look(millis * MILLI, List.of(), List.of(ended), line);
    }

    private ConnectionSample only() {
        assertThat(connections.samples()).hasSize(1);
        return connections.samples().get(0);
    }

    @Test
    void the_two_sockets_of_a_connection_are_one() {
        look(20, client(5000, new Info().sent(1_000).acked(901)), server(5000, new Info().received(900)));
        assertThat(only().id()).hasToString("#1 198.18.0.1:5000 -> 127.0.0.1:8080");
        assertThat(only().upstream().sentBytes()).isEqualTo(1_000);
        assertThat(only().upstream().deliveredBytes()).isEqualTo(900);
        assertThat(only().downstream().sentBytes()).isZero();
    }

    @Test
    void other_sockets_are_left_out_of_account() {
        look(20, new SeenSocket(at(10, 0, 0, 1, 5000), SERVER, new Info().record()));
        assertThat(connections.samples()).isEmpty();
        assertThat(connections.areQuiet()).isTrue();
    }

    @Test
    void what_lies_unread_has_not_been_delivered() {
        look(
                20,
                client(5000, new Info().sent(1_000)),
                server(5000, new Info().received(900).unread(300)));
        assertThat(only().upstream().deliveredBytes()).isEqualTo(600);
        assertThat(only().upstream().unreadBytes()).isEqualTo(300);
        assertThat(connections.haveUnread()).isTrue();
        assertThat(connections.areQuiet()).isFalse();
    }

    @Test
    void what_was_sent_again_was_sent_once() {
        look(20, client(5000, new Info().sent(14_480).sentAgain(3)), server(5000, new Info()));
        assertThat(only().upstream().sentBytes()).isEqualTo(14_480);
        assertThat(only().upstream().segments()).isEqualTo(13);
        assertThat(only().upstream().retransmissions()).isEqualTo(3);
    }

    @Test
    void the_end_of_the_stream_is_no_byte() {
        look(
                20,
                client(5000, new Info().sent(1_000)),
                server(5000, new Info().state(CLOSE_WAIT).received(1_001)));
        assertThat(only().upstream().deliveredBytes()).isEqualTo(1_000);
    }

    @Test
    void the_last_words_of_a_socket_count() {
        look(20, client(5000, new Info().sent(1_000)), server(5000, new Info().received(500)));
        end(
                40,
                client(5000, new Info().state(CLOSE).sent(9_000).acked(9_002)),
                server(5000, new Info().state(CLOSE).received(9_001)));
        assertThat(only().open()).isFalse();
        assertThat(only().upstream().sentBytes()).isEqualTo(9_000);
        assertThat(only().upstream().deliveredBytes()).isEqualTo(9_000);
        assertThat(connections.areQuiet()).isTrue();
    }

    @Test
    void the_end_of_the_stream_that_nobody_read_is_no_unread_byte() {
        look(20, client(5000, new Info().sent(1_000)), server(5000, new Info().received(1_000)));
        end(
                40,
                client(5000, new Info().state(CLOSE).sent(1_000).acked(1_002)),
                server(5000, new Info().state(CLOSE).received(1_001).unread(1)));
        assertThat(only().upstream().deliveredBytes()).isEqualTo(1_000);
        assertThat(only().upstream().unreadBytes()).isZero();
    }

    @Test
    void of_a_socket_that_went_without_a_word_the_last_look_is_kept_and_what_its_peer_knows() {
        look(20, client(5000, new Info().sent(9_000).acked(401)), server(5000, new Info().received(400)));
        look(40, client(5000, new Info().sent(9_000).acked(8_001)));
        assertThat(only().upstream().deliveredBytes()).isEqualTo(8_000);
        assertThat(only().open()).isTrue();
        look(60);
        assertThat(only().open()).isFalse();
        assertThat(only().upstream().deliveredBytes()).isEqualTo(8_000);
    }

    @Test
    void the_same_port_used_again_is_another_connection() {
        look(20, client(5000, new Info().sent(1_000)), server(5000, new Info().received(1_000)));
        look(40);
        look(60, client(5000, new Info().sent(10)), server(5000, new Info().received(10)));
        assertThat(connections.samples()).hasSize(2);
        assertThat(connections.samples().get(0).upstream().deliveredBytes()).isEqualTo(1_000);
        assertThat(connections.samples().get(1).id()).hasToString("#2 198.18.0.1:5000 -> 127.0.0.1:8080");
        assertThat(connections.samples().get(1).upstream().deliveredBytes()).isEqualTo(10);
    }

    @Test
    void a_last_look_of_time_wait_opens_nothing() {
        look(20, client(5000, new Info().state(5).buffers(0, 0)));
        assertThat(connections.samples()).isEmpty();
    }

    @Test
    void bytes_came_when_the_receiver_says() {
        look(20, client(5000, new Info()), server(5000, new Info()));
        look(
                40,
                client(5000, new Info().sent(100)),
                server(5000, new Info().received(100).sinceReceived(12)));
        look(
                60,
                client(5000, new Info().sent(200)),
                server(5000, new Info().received(200).sinceReceived(4)));
        assertThat(only().upstream().firstDeliveryNanos()).isEqualTo(28 * MILLI);
        assertThat(only().upstream().lastDeliveryNanos()).isEqualTo(56 * MILLI);
    }

    @Test
    void but_not_before_the_look_at_which_they_were_not_there() {
        look(20, client(5000, new Info()), server(5000, new Info()));
        look(
                40,
                client(5000, new Info().sent(100)),
                server(5000, new Info().received(100).sinceReceived(30)));
        assertThat(only().upstream().firstDeliveryNanos()).isEqualTo(20 * MILLI);
    }

    @Test
    void a_connection_that_is_being_made_began_between_two_looks() {
        look(20);
        look(40, client(5000, new Info().state(2)));
        assertThat(only().openedNanos()).isEqualTo(30 * MILLI);
    }

    @Test
    void one_that_is_established_began_a_round_trip_before_that() {
        look(20);
        look(140, client(5000, new Info().sinceReceived(15).rtt(100_000)), server(5000, new Info()));
        assertThat(only().openedNanos()).isEqualTo(25 * MILLI);
    }

    @Test
    void what_the_path_lost_is_shared_by_what_was_at_risk() {
        look(20, client(5000, new Info()), client(5001, new Info()));
        line = new LineReading(0, 0, new PacketCounts(400, 0, 40, 8, 0), new PacketCounts(0, 0, 5, 0, 0));
        look(
                40,
                client(5000, new Info().sent(300 * 1448)),
                client(5001, new Info().sent(80 * 1448).window(20, 20)));
        ConnectionSample first = connections.samples().get(0);
        ConnectionSample second = connections.samples().get(1);
        assertThat(first.upstream().pathLosses()).isEqualTo(30);
        assertThat(second.upstream().pathLosses()).isEqualTo(10);
        assertThat(first.upstream().queueDrops()).isEqualTo(6);
        assertThat(second.upstream().queueDrops()).isEqualTo(2);
        assertThat(first.downstream().pathLosses())
                .as("acknowledgements are no segments")
                .isZero();
    }

    @Test
    void the_largest_window_of_the_receiver_is_remembered() {
        look(20, client(5000, new Info().peerWindow(60_000)), server(5000, new Info()));
        look(40, client(5000, new Info().peerWindow(0)), server(5000, new Info()));
        assertThat(only().upstream().receiveWindow()).isEqualTo(60_000);
    }

    @Test
    void progress_is_whatever_moves() {
        long before = connections.progress();
        look(20, client(5000, new Info()), server(5000, new Info()));
        long opened = connections.progress();
        look(40, client(5000, new Info().sent(100)), server(5000, new Info()));
        long sent = connections.progress();
        look(60, client(5000, new Info().sent(100)), server(5000, new Info().received(100)));
        long arrived = connections.progress();
        look(80);
        assertThat(List.of(before, opened, sent, arrived, connections.progress()))
                .doesNotHaveDuplicates();
    }

    @Test
    void a_new_connection_is_not_blamed_for_what_was_lost_before() {
        line = new LineReading(0, 0, new PacketCounts(400, 0, 40, 8, 0), PacketCounts.NONE);
        look(20);
        look(40, client(5000, new Info()), server(5000, new Info()));
        assertThat(only().flow(Direction.UPSTREAM).pathLosses()).isZero();
    }

    private void lookAtDatagrams(long millis, SeenDatagrams.Counted up, SeenSocket... living) {
        SeenDatagrams seen =
                new SeenDatagrams(at(198, 18, 0, 1, 6000), SERVER, up, new SeenDatagrams.Counted(0, 0, 0, 0));
        connections.look(millis * MILLI, List.of(living), List.of(), List.of(seen), line);
    }

    @Test
    void datagrams_are_a_connection_of_their_own() {
        lookAtDatagrams(20, new SeenDatagrams.Counted(3, 300, 0, 0));
        lookAtDatagrams(40, new SeenDatagrams.Counted(5, 500, 3, 300));
        assertThat(only().id()).hasToString("#1 udp 198.18.0.1:6000 -> 127.0.0.1:8080");
        assertThat(only().upstream())
                .extracting(
                        FlowSample::segments,
                        FlowSample::sentBytes,
                        FlowSample::deliveredBytes,
                        FlowSample::firstDeliveryNanos)
                .containsExactly(5L, 500L, 300L, 30 * MILLI);
        assertThat(connections.areQuiet()).isFalse();

        lookAtDatagrams(60, new SeenDatagrams.Counted(5, 500, 5, 500));
        assertThat(only().upstream().lastDeliveryNanos())
                .as("between the two looks")
                .isEqualTo(50 * MILLI);
        assertThat(connections.areQuiet()).isTrue();
        lookAtDatagrams(80, new SeenDatagrams.Counted(5, 500, 5, 500));
        assertThat(only().upstream().lastDeliveryNanos()).isEqualTo(50 * MILLI);
    }

    @Test
    void datagrams_that_are_lost_are_waited_for_no_longer() {
        lookAtDatagrams(20, new SeenDatagrams.Counted(10, 1_000, 4, 400));
        assertThat(connections.areQuiet()).isFalse();
        line = new LineReading(0, 0, new PacketCounts(4, 0, 2, 3, 1), PacketCounts.NONE);
        lookAtDatagrams(40, new SeenDatagrams.Counted(10, 1_000, 4, 400));
        assertThat(only().upstream())
                .extracting(FlowSample::pathLosses, FlowSample::queueDrops)
                .containsExactly(2L, 3L);
        assertThat(connections.areQuiet()).as("the last one was lost by a cut").isTrue();
    }

    @Test
    void segments_and_datagrams_share_what_was_lost() {
        look(20, client(5000, new Info()), server(5000, new Info()));
        line = new LineReading(0, 0, new PacketCounts(0, 0, 40, 0, 0), PacketCounts.NONE);
        lookAtDatagrams(
                40,
                new SeenDatagrams.Counted(100, 10_000, 0, 0),
                client(5000, new Info().sent(300 * 1448)),
                server(5000, new Info()));
        assertThat(connections.samples())
                .extracting(each -> each.upstream().pathLosses())
                .containsExactly(30L, 10L);
        assertThat(connections.samples()).extracting(each -> each.id().number()).containsExactly(1L, 2L);
    }
}
