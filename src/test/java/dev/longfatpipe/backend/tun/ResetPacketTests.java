/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ResetPacketTests {

    private final ByteBuffer bytes = ByteBuffer.allocate(100);

    private IpPacket write(byte[] from, byte[] to) throws UnknownHostException {
        ResetPacket.Route route =
                new ResetPacket.Route(InetAddress.getByAddress(from), 80, InetAddress.getByAddress(to), 40_000);
        int length = ResetPacket.write(bytes, 10, route, 1_000, -7);
        IpPacket packet = new IpPacket();
        assertThat(packet.read(bytes, 10, length)).isTrue();
        assertThat(packet.length()).isEqualTo(length);
        return packet;
    }

    private static void requireReset(IpPacket packet) {
        assertThat(packet.isTcp()).isTrue();
        assertThat(packet.tcpFlags()).isEqualTo(IpPacket.RST | IpPacket.ACK);
        assertThat(packet.sourcePort()).isEqualTo(80);
        assertThat(packet.destinationPort()).isEqualTo(40_000);
        assertThat(packet.sequence()).isEqualTo(1_000);
        assertThat(packet.acknowledgement()).isEqualTo(-7);
        assertThat(packet.tcpPayloadBytes()).isZero();
    }

    @Test
    void has_right_checksums_in_ipv4() throws UnknownHostException {
        requireReset(write(Packets.VIRTUAL, Packets.OWN));

        assertThat(Packets.sum(bytes, 10, 30)).isEqualTo(0xffff);
        assertThat(withPseudo(Packets.sum(bytes, 22, 50))).isEqualTo(0xffff);
        assertThat(Packets.bytes(bytes, 22, 4)).isEqualTo(Packets.VIRTUAL);
    }

    @Test
    void has_a_right_checksum_in_ipv6() throws UnknownHostException {
        requireReset(write(Packets.VIRTUAL_SIX, Packets.OWN_SIX));

        assertThat(withPseudo(Packets.sum(bytes, 18, 70))).isEqualTo(0xffff);
        assertThat(Packets.bytes(bytes, 34, 16)).isEqualTo(Packets.OWN_SIX);
    }

    /** Protocol and length are under the checksum too. */
    private static int withPseudo(int sum) {
        int all = sum + IpPacket.TCP + 20;
        return (all & 0xffff) + (all >>> 16);
    }
}
