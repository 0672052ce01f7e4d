/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.SeenSocket;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.observe.TcpInfo;
import dev.longfatpipe.observe.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LivingSocketsTests {

    private static final AddressPlan PLAN = AddressPlan.ofNetwork(5);
    private static final int LAST_BYTE = 2;
    private static final int SERVER = 8_080;
    private static final int FIN_WAIT_2 = 5;
    private static final int TIME_WAIT = 6;

    private final Table table = new Table();
    private final LivingSockets sockets = new LivingSockets(PLAN, LAST_BYTE, table);

    /** A table that has what was put into it, and writes down what it was asked. */
    private static final class Table implements SocketTable {
        private final Map<String, SocketRecord> records = new HashMap<>();
        private final List<String> asked = new ArrayList<>();
        private boolean silent;

        private static String key(InetSocketAddress local, InetSocketAddress remote) {
            return ConnectionId.text(local) + " " + ConnectionId.text(remote);
        }

        @Override
        public Optional<SocketRecord> find(InetSocketAddress local, InetSocketAddress remote) {
            asked.add(key(local, remote));
            return Optional.ofNullable(records.get(key(local, remote)));
        }

        @Override
        public boolean isGone(InetSocketAddress local, InetSocketAddress remote) {
            return !silent && !records.containsKey(key(local, remote));
        }

        @Override
        public List<SeenSocket> connections() {
            asked.add("all");
            return List.of();
        }

        @Override
        public boolean isAvailable() {
            return true;
        }

        @Override
        public void close() {}
    }

    private static SocketRecord record(long buffer, int state) {
        TcpInfo info = new TcpInfo(state, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new SocketRecord(buffer, buffer, 0, 0, 0, info);
    }

    private static ConversationSample conversation(int index, Transport transport, boolean open) {
        ConnectionId id = new ConnectionId(
                index + 1,
                new InetSocketAddress(PLAN.four(), 5_000 + index),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), SERVER),
                transport);
        return new ConversationSample(index, id, 0, open, false, new Tally(), new Tally());
    }

    private static List<ConversationSample> conversations(int count, boolean open) {
        return IntStream.range(0, count)
                .mapToObj(index -> conversation(index, Transport.TCP, open))
                .toList();
    }

    @Test
    void both_ends_are_asked_for_by_name() {
        table.records.put("198.18.5.1:8080 198.18.5.2:5000", record(65_536, TcpInfo.ESTABLISHED));

        List<SeenSocket> found = sockets.of(conversations(1, true));

        assertThat(table.asked).containsExactly("198.18.5.1:5000 198.18.5.2:8080", "198.18.5.1:8080 198.18.5.2:5000");
        assertThat(found).singleElement().satisfies(socket -> {
            assertThat(socket.local()).isEqualTo(new InetSocketAddress(PLAN.four(), SERVER));
            assertThat(socket.remote()).isEqualTo(new InetSocketAddress(PLAN.virtualFour(LAST_BYTE), 5_000));
            assertThat(socket.record().receiveBuffer()).isEqualTo(65_536);
        });
    }

    @Test
    void datagrams_have_no_sockets_to_ask_for() {
        assertThat(sockets.of(List.of(conversation(0, Transport.UDP, true)))).isEmpty();
        assertThat(table.asked).isEmpty();
    }

    @Test
    void many_are_found_in_one_walk() {
        sockets.of(conversations(LivingSockets.MOST_ASKED_FOR + 1, true));

        assertThat(table.asked).containsExactly("all");
    }

    @Test
    void of_many_that_are_over_none_is_asked_for_twice() {
        sockets.of(conversations(50, false));
        table.asked.clear();

        assertThat(sockets.of(conversations(50, false))).isEmpty();
        assertThat(table.asked).isEmpty();
    }

    @Test
    void what_has_ended_is_asked_for_as_long_as_the_kernel_has_a_socket() {
        table.records.put("198.18.5.1:8080 198.18.5.2:5000", record(65_536, FIN_WAIT_2));
        List<ConversationSample> ended = conversations(1, false);
        sockets.of(ended);
        assertThat(sockets.of(ended)).hasSize(1);

        table.records.put("198.18.5.1:8080 198.18.5.2:5000", record(0, TIME_WAIT));
        sockets.of(ended);
        table.asked.clear();
        sockets.of(ended);
        assertThat(table.asked).as("after TIME_WAIT").isEmpty();
    }

    @Test
    void a_kernel_that_did_not_answer_has_not_said_that_it_is_over() {
        table.silent = true;
        List<ConversationSample> ended = conversations(1, false);
        sockets.of(ended);
        table.asked.clear();

        sockets.of(ended);

        assertThat(table.asked).hasSize(2);
    }

    @Test
    void a_connection_that_is_open_may_get_a_socket_yet() {
        sockets.of(conversations(1, true));
        table.records.put("198.18.5.1:5000 198.18.5.2:8080", record(65_536, TcpInfo.ESTABLISHED));

        assertThat(sockets.of(conversations(1, true))).hasSize(1);
    }
}
