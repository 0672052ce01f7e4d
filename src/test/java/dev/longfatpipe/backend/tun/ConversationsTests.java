/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static dev.longfatpipe.path.Direction.DOWNSTREAM;
import static dev.longfatpipe.path.Direction.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.Transport;
import dev.longfatpipe.path.Direction;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ConversationsTests {

    private static final int CLIENT = 40_000;
    private static final int SERVER = 8_080;

    private final AddressPlan plan = AddressPlan.ofNetwork(0);
    private final Conversations conversations = new Conversations(plan.four(), plan.six());

    private Direction direction(ByteBuffer packet) {
        conversations.look(Packets.read(packet), 5);
        return conversations.direction();
    }

    private static ByteBuffer syn(int from, int to, int sequence) {
        return Packets.tcp(from, to, IpPacket.SYN, sequence, 0, 0);
    }

    private static ByteBuffer ack(int from, int to) {
        return Packets.tcp(from, to, IpPacket.ACK, 1, 1, 0);
    }

    @Nested
    class Of_tcp {

        @Test
        void who_sends_the_syn_is_the_client_wherever_the_pipe_leads() {
            assertThat(direction(syn(CLIENT, 1_234, 9))).isEqualTo(UPSTREAM);
            assertThat(direction(ack(1_234, CLIENT))).isEqualTo(DOWNSTREAM);
            assertThat(direction(ack(CLIENT, 1_234))).isEqualTo(UPSTREAM);
        }

        @Test
        void a_server_may_be_the_client_of_another_server() {
            conversations.addServer(new InetSocketAddress(plan.four(), SERVER));
            conversations.addServer(new InetSocketAddress(plan.four(), 9_090));

            assertThat(direction(syn(SERVER, 9_090, 1))).isEqualTo(UPSTREAM);
            assertThat(direction(ack(9_090, SERVER))).isEqualTo(DOWNSTREAM);
            assertThat(direction(syn(9_090, SERVER, 1))).isEqualTo(UPSTREAM);
            assertThat(direction(ack(SERVER, 9_090))).isEqualTo(DOWNSTREAM);
        }

        @Test
        void each_connection_is_named_once_by_its_client_and_its_server() {
            InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), SERVER);
            conversations.addServer(server);
            direction(syn(CLIENT, SERVER, 1));
            note(syn(CLIENT, SERVER, 1));
            direction(syn(CLIENT, SERVER, 1)); // sent again
            direction(ack(SERVER, CLIENT));

            assertThat(conversations.all()).hasSize(1);
            Conversation only = conversations.all().get(0);
            assertThat(only.id).hasToString("#1 198.18.0.1:40000 -> 127.0.0.1:8080");
            assertThat(only.openedNanos).isEqualTo(5);
            assertThat(only.isOpen()).isTrue();
        }

        @Test
        void ports_that_are_used_again_are_another_connection() {
            direction(syn(CLIENT, SERVER, 1));
            note(syn(CLIENT, SERVER, 1));
            direction(syn(CLIENT, SERVER, 70_000));

            assertThat(conversations.all()).hasSize(2);
            assertThat(conversations.conversation())
                    .isSameAs(conversations.all().get(1));
        }

        private void note(ByteBuffer syn) {
            Objects.requireNonNull(conversations.conversation()).tally(UPSTREAM).sendTcp(Packets.read(syn), 1);
        }

        @Test
        void the_probe_is_no_connection_of_the_pipe() {
            conversations.addProbe(777);
            direction(syn(CLIENT, 777, 1));

            assertThat(conversations.all())
                    .singleElement()
                    .satisfies(each -> assertThat(each.probe).isTrue());
            direction(syn(CLIENT, SERVER, 1));
            assertThat(conversations.all().get(1).id.number()).isEqualTo(1);
        }

        @Test
        void a_server_on_a_port_that_the_probe_had_is_a_server() {
            conversations.addProbe(SERVER);
            conversations.addServer(new InetSocketAddress(plan.four(), SERVER));

            direction(syn(CLIENT, SERVER, 1));

            assertThat(conversations.all())
                    .singleElement()
                    .satisfies(each -> assertThat(each.probe).isFalse());
        }
    }

    @Nested
    class Of_udp {

        @Test
        void the_server_is_the_port_that_the_pipe_leads_to_even_when_it_speaks_first() {
            conversations.addServer(new InetSocketAddress(plan.four(), SERVER));

            assertThat(direction(Packets.udp(SERVER, CLIENT, 10))).isEqualTo(DOWNSTREAM);
            assertThat(direction(Packets.udp(CLIENT, SERVER, 10))).isEqualTo(UPSTREAM);
            assertThat(conversations.all()).singleElement().satisfies(each -> {
                assertThat(each.id.transport()).isEqualTo(Transport.UDP);
                assertThat(each.id.client().getPort()).isEqualTo(CLIENT);
            });
        }

        @Test
        void else_who_sends_first_is_the_client() {
            assertThat(direction(Packets.udp(1, 2, 10))).isEqualTo(UPSTREAM);
            assertThat(direction(Packets.udp(2, 1, 10))).isEqualTo(DOWNSTREAM);
            assertThat(direction(Packets.udp(1, 2, 10))).isEqualTo(UPSTREAM);
        }

        @Test
        void later_fragments_follow_the_first() {
            conversations.addServer(new InetSocketAddress(plan.four(), SERVER));
            direction(Packets.four(IpPacket.UDP, Packets.datagram(SERVER, CLIENT, 8), 5, 0x2000));
            Conversation first = conversations.conversation();

            assertThat(direction(Packets.four(IpPacket.UDP, new byte[16], 5, 2)))
                    .isEqualTo(DOWNSTREAM);
            assertThat(conversations.conversation()).isSameAs(first).isNotNull();
            assertThat(direction(Packets.four(IpPacket.UDP, new byte[16], 6, 2)))
                    .isEqualTo(UPSTREAM);
            assertThat(conversations.conversation()).isNull();
        }
    }

    @Nested
    class Of_icmp {

        @Test
        void requests_go_up_and_answers_down() {
            for (int up : List.of(8, 13)) {
                assertThat(direction(icmp(up, new byte[0]))).isEqualTo(UPSTREAM);
            }
            for (int down : List.of(0, 14)) {
                assertThat(direction(icmp(down, new byte[0]))).isEqualTo(DOWNSTREAM);
            }
            assertThat(direction(Packets.six(IpPacket.ICMP6, new byte[] {(byte) 129, 0, 0, 0, 0, 0, 0, 0})))
                    .isEqualTo(DOWNSTREAM);
        }

        @Test
        void an_error_goes_against_the_packet_that_it_is_about() {
            conversations.addServer(new InetSocketAddress(plan.four(), SERVER));
            ByteBuffer refused = Packets.udp(CLIENT, SERVER, 4);
            direction(refused);
            Packets.read(refused).swapAddresses(); // as the server's host has seen it

            ByteBuffer error = icmp(3, Packets.bytes(refused, 0, refused.capacity()));

            assertThat(direction(error)).isEqualTo(DOWNSTREAM);
            IpPacket inner = new IpPacket();
            assertThat(Packets.read(error).readInner(inner)).isTrue();
            assertThat(inner.destinationLastByte()).isEqualTo(1);
        }

        private ByteBuffer icmp(int type, byte[] about) {
            byte[] message = new byte[8 + about.length];
            message[0] = (byte) type;
            System.arraycopy(about, 0, message, 8, about.length);
            return Packets.four(IpPacket.ICMP, message, 0, 0);
        }
    }

    @Test
    void what_has_no_ports_goes_up() {
        assertThat(direction(Packets.four(47, new byte[20], 0, 0))).isEqualTo(UPSTREAM);
        assertThat(conversations.conversation()).isNull();
    }
}
