/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.backend.toxiproxy.ProxiedConnections.Route;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.SeenSocket;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.TcpInfo;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A proxy at 10.0.0.2:5000 that connects to a server at 10.0.0.1:80, and clients of 10.0.0.1. */
class ProxiedConnectionsTests {

    private static final long LOOK = 20_000_000;
    private static final int CLOSED = 7;
    private static final int CLOSE_WAIT = 8;

    private final InetSocketAddress proxy = new InetSocketAddress(address(2), 5_000);
    private final InetSocketAddress server = new InetSocketAddress(address(1), 80);
    private final Upstream upstream = new Upstream("10.0.0.1:80", server, true, null, address(2));
    private final Route route = new Route(proxy, upstream);
    private final ProxiedConnections connections = new ProxiedConnections(true, 0);
    private long nanos;

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private SeenSocket client(int port, int state, long sent, long received) {
        return new SeenSocket(new InetSocketAddress(address(1), port), proxy, record(state, sent, received, 0));
    }

    private SeenSocket server(int port, int state, long sent, long received, long unread) {
        return new SeenSocket(server, new InetSocketAddress(address(2), port), record(state, sent, received, unread));
    }

    private static SocketRecord record(int state, long sent, long received, long unread) {
        TcpInfo info =
                new TcpInfo(state, 7, 7, 0, 1448, 0, 20, 20, 10, 0, sent, received, 0, 0, 0, 0, 0, 0, sent, 0, 65_536);
        return new SocketRecord(state == CLOSED ? 0 : 131_072, 131_072, unread, 0, 0, info);
    }

    private void look(List<SeenSocket> living, List<SeenSocket> ended) {
        nanos += LOOK;
        connections.look(nanos, List.of(route), living, ended);
    }

    private ConnectionSample only() {
        assertThat(connections.samples()).hasSize(1);
        return connections.samples().get(0);
    }

    @Test
    void bytes_are_delivered_when_the_far_socket_has_them_and_its_application_read_them() {
        look(List.of(client(100, 1, 1_000, 0), server(200, 1, 0, 600, 100)), List.of());

        assertThat(only().upstream().sentBytes()).isEqualTo(1_000);
        assertThat(only().upstream().deliveredBytes()).isEqualTo(500);
        assertThat(only().upstream().unreadBytes()).isEqualTo(100);
        assertThat(only().upstream().inFlightBytes()).isEqualTo(400);
        assertThat(connections.areQuiet()).isFalse();
        look(List.of(client(100, 1, 1_000, 0), server(200, 1, 0, 1_000, 0)), List.of());
        assertThat(only().upstream().deliveredBytes()).isEqualTo(1_000);
        assertThat(connections.areQuiet()).isTrue();
    }

    @Test
    void windows_and_segments_of_the_way_to_the_proxy_are_not_the_path_s() {
        look(List.of(client(100, 1, 1_000, 0), server(200, 1, 0, 1_000, 0)), List.of());

        FlowSample flow = only().upstream();
        assertThat(List.of(
                        flow.congestionWindow(),
                        flow.receiveWindow(),
                        flow.sendCapacity(),
                        flow.segments(),
                        flow.retransmissions()))
                .containsOnly(FlowSample.UNKNOWN);
    }

    @Test
    void end_of_a_stream_is_no_byte() {
        look(List.of(client(100, 1, 10, 0), server(200, 1, 500, 10, 0)), List.of());
        look(List.of(client(100, CLOSE_WAIT, 10, 501)), List.of(server(200, CLOSED, 500, 10, 0)));
        look(List.of(), List.of(client(100, CLOSED, 10, 501)));

        assertThat(only().downstream().deliveredBytes()).isEqualTo(500);
        assertThat(only().open()).isFalse();
        assertThat(connections.areQuiet()).isTrue();
    }

    @Test
    void what_is_told_of_an_end_later_counts_and_is_waited_for() {
        look(List.of(client(100, 1, 10, 0), server(200, 1, 300, 10, 0)), List.of());
        look(List.of(), List.of());
        assertThat(connections.areQuiet()).isFalse();

        look(List.of(), List.of(client(100, CLOSED, 10, 501), server(200, CLOSED, 500, 11, 0)));

        assertThat(only().downstream().deliveredBytes()).isEqualTo(500);
        assertThat(only().upstream().deliveredBytes()).isEqualTo(10);
        assertThat(connections.areQuiet()).isTrue();
    }

    @Test
    void what_a_server_elsewhere_has_got_is_unknown_and_not_zero() {
        look(List.of(client(100, 1, 1_000, 70)), List.of());

        assertThat(connections.hidden()).contains(upstream);
        assertThat(connections.areKnown()).isFalse();
        assertThat(only().upstream().inFlightBytes()).isEqualTo(FlowSample.UNKNOWN);
        assertThat(only().downstream().deliveredBytes()).isEqualTo(70);
    }

    @Test
    void sockets_are_paired_in_the_order_in_which_they_are_seen() {
        look(List.of(client(100, 1, 5, 0), server(200, 1, 0, 5, 0)), List.of());
        look(
                List.of(client(100, 1, 5, 0), server(200, 1, 0, 5, 0), client(101, 1, 7, 0), server(201, 1, 0, 7, 0)),
                List.of());

        assertThat(connections.samples())
                .extracting(sample -> sample.upstream().deliveredBytes())
                .containsExactly(5L, 7L);
    }

    @Test
    void several_are_counted_when_they_move_bytes_in_two_looks_in_a_row() {
        for (int i = 1; i <= 2; i++) {
            assertThat(connections.mostAtOnce()).isEqualTo(1);
            look(List.of(client(100, 1, 5L * i, 0), client(101, 1, 5L * i, 0)), List.of());
        }

        assertThat(connections.mostAtOnce()).isEqualTo(2);
    }

    @Test
    void one_after_the_other_is_one_at_a_time() {
        look(List.of(client(100, 1, 5, 0)), List.of());
        look(List.of(client(101, 1, 5, 0)), List.of(client(100, CLOSED, 5, 0)));
        look(List.of(client(101, 1, 9, 0)), List.of());

        assertThat(connections.mostAtOnce()).isEqualTo(1);
    }
}
