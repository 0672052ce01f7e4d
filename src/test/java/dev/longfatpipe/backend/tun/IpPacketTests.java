/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class IpPacketTests {

    @Nested
    class Read {

        @Test
        void tells_ports_and_sizes_of_a_segment() {
            IpPacket packet = Packets.read(Packets.tcp(40_000, 80, IpPacket.ACK | IpPacket.PSH, 1_000, -5, 1_448));

            assertThat(packet.version()).isEqualTo(4);
            assertThat(packet.length()).isEqualTo(1_500);
            assertThat(packet.headerBytes()).isEqualTo(52);
            assertThat(packet.tcpPayloadBytes()).isEqualTo(1_448);
            assertThat(packet.sourcePort()).isEqualTo(40_000);
            assertThat(packet.destinationPort()).isEqualTo(80);
            assertThat(packet.sequence()).isEqualTo(1_000);
            assertThat(packet.acknowledgement()).isEqualTo(-5);
            assertThat(packet.destinationLastByte()).isEqualTo(7);
        }

        @Test
        void finds_udp_behind_extension_headers_of_ipv6() {
            byte[] datagram = Packets.datagram(5, 6, 10);
            byte[] behindOptions = new byte[16 + datagram.length];
            behindOptions[0] = 60; // hop-by-hop options of eight bytes, then destination options of eight
            behindOptions[8] = IpPacket.UDP;
            System.arraycopy(datagram, 0, behindOptions, 16, datagram.length);

            IpPacket packet = Packets.read(Packets.six(0, behindOptions));

            assertThat(packet.hasPorts()).isTrue();
            assertThat(packet.protocol()).isEqualTo(IpPacket.UDP);
            assertThat(packet.sourcePort()).isEqualTo(5);
            assertThat(packet.datagramBytes()).isEqualTo(10);
            assertThat(packet.destinationLastByte()).isEqualTo(7);
        }

        @Test
        void knows_fragments_of_both_versions() {
            IpPacket first = Packets.read(Packets.four(IpPacket.UDP, new byte[16], 9, 0x2000));
            assertThat(first.isFragment()).isTrue();
            assertThat(first.isLaterFragment()).isFalse();
            assertThat(first.hasPorts()).isTrue();

            IpPacket later = Packets.read(Packets.four(IpPacket.UDP, new byte[16], 9, 0x00b9));
            assertThat(later.isLaterFragment()).isTrue();
            assertThat(later.hasPorts()).isFalse();
            assertThat(later.fragmentId()).isEqualTo(9);

            byte[] six = {IpPacket.UDP, 0, 0x05, (byte) 0xa8, 0, 0, 0, 77, 1, 2, 3, 4};
            IpPacket laterSix = Packets.read(Packets.six(44, six));
            assertThat(laterSix.isLaterFragment()).isTrue();
            assertThat(laterSix.fragmentId()).isEqualTo(77);
        }

        @Test
        void refuses_what_is_not_a_whole_header() {
            IpPacket packet = new IpPacket();
            ByteBuffer whole = Packets.udp(1, 2, 4);

            assertThat(packet.read(whole, 0, 19)).isFalse();
            assertThat(packet.read(whole, 0, 0)).isFalse();
            assertThat(packet.read(ByteBuffer.allocate(60), 0, 60)).isFalse();
            assertThat(packet.read(whole, 0, 20)).isTrue();
            assertThat(packet.hasPorts()).isFalse();
        }

        @Test
        void never_reads_outside_of_what_is_there() {
            Random random = new Random(7);
            IpPacket packet = new IpPacket();
            for (int i = 0; i < 200_000; i++) {
                byte[] noise = new byte[random.nextInt(90)];
                random.nextBytes(noise);
                if (noise.length > 0) {
                    noise[0] = (byte) (random.nextBoolean() ? 0x45 + random.nextInt(3) : 0x60);
                }
                if (packet.read(ByteBuffer.wrap(noise), 0, noise.length)) {
                    Conversations conversations = new Conversations(address(), null);
                    conversations.look(packet, 0);
                    packet.swapAddresses();
                    IpPacket inner = new IpPacket();
                    if (packet.isIcmpError() && packet.readInner(inner)) {
                        inner.swapAddresses();
                    }
                    assertThat(packet.length()).isLessThanOrEqualTo(noise.length);
                }
            }
        }
    }

    private static java.net.InetAddress address() {
        return AddressPlan.ofNetwork(0).four();
    }

    @Nested
    class Swap_addresses {

        @Test
        void exchanges_both_and_changes_no_checksum() {
            ByteBuffer packet = Packets.tcp(40_000, 80, IpPacket.ACK, 1, 2, 100);
            int before = Packets.sum(packet, 12, packet.capacity());

            Packets.read(packet).swapAddresses();

            assertThat(Packets.bytes(packet, 12, 4)).isEqualTo(Packets.VIRTUAL);
            assertThat(Packets.bytes(packet, 16, 4)).isEqualTo(Packets.OWN);
            assertThat(Packets.sum(packet, 0, 20)).as("sum over a right header").isEqualTo(0xffff);
            assertThat(Packets.sum(packet, 12, packet.capacity())).isEqualTo(before);
        }

        @Test
        void exchanges_both_of_ipv6() {
            ByteBuffer packet = Packets.six(IpPacket.UDP, Packets.datagram(1, 2, 3));

            Packets.read(packet).swapAddresses();

            assertThat(Packets.bytes(packet, 8, 16)).isEqualTo(Packets.VIRTUAL_SIX);
            assertThat(Packets.bytes(packet, 24, 16)).isEqualTo(Packets.OWN_SIX);
        }
    }

    @Nested
    class Truncate_tcp {

        @Test
        void keeps_the_first_segments_and_a_right_header() {
            ByteBuffer packet = Packets.tcp(1, 2, IpPacket.ACK | IpPacket.PSH | IpPacket.FIN, 10, 20, 4 * 1_448);
            int pseudo = pseudoSum(packet, 32 + 4 * 1_448);
            packet.putShort(20 + 16, (short) pseudo);
            IpPacket read = Packets.read(packet);

            read.truncateTcp(2 * 1_448);

            assertThat(read.length()).isEqualTo(52 + 2 * 1_448);
            assertThat(read.tcpPayloadBytes()).isEqualTo(2 * 1_448);
            assertThat(read.tcpFlags()).isEqualTo(IpPacket.ACK);
            assertThat(packet.getShort(2)).isEqualTo((short) (52 + 2 * 1_448));
            assertThat(Packets.sum(packet, 0, 20)).isEqualTo(0xffff);
            assertThat(packet.getShort(20 + 16) & 0xffff).isEqualTo(pseudoSum(packet, 32 + 2 * 1_448));
        }

        /** The sum of addresses, protocol and length, which the kernel leaves where it is still to compute a checksum. */
        private int pseudoSum(ByteBuffer packet, int length) {
            ByteBuffer pseudo = ByteBuffer.allocate(12)
                    .put(Packets.bytes(packet, 12, 8))
                    .put((byte) 0)
                    .put((byte) IpPacket.TCP)
                    .putShort((short) length);
            return Packets.sum(pseudo, 0, 12);
        }
    }
}
