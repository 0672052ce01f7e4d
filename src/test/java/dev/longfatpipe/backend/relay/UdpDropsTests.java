/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class UdpDropsTests {

    private static final List<String> TABLE = List.of(
            "   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops",
            "  101: 0100007F:14E9 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 22001 2 0000000000000000 17",
            "  102: 00000000:14EA 00000000:0000 07 00000000:00001A00 00:00000000 00000000  1000        0 22002 2 0000000000000000 5",
            "  103: 0100007F:14EB 0100007F:14E9 01 00000000:00000000 00:00000000 00000000  1000        0 22003 2 0000000000000000 0",
            "  104: 0000000000000000FFFF00000100007F:14EC 00000000000000000000000000000000:0000 07 00000000:00000000"
                    + " 00:00000000 00000000  1000        0 22004 2 0000000000000000 3",
            "  105: 00000000000000000000000001000000:14ED 00000000000000000000000000000000:0000 07 00000000:00000000"
                    + " 00:00000000 00000000  1000        0 22005 2 0000000000000000 4",
            "garbage",
            "  106: zz:14EE 0 0 0 0 0 0 0 0 0 0 9");

    private static InetSocketAddress four(int last, int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last}), port);
    }

    @Test
    void are_those_of_the_socket_at_the_address_or_at_every_address() throws Exception {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "the table is one of a little-endian machine");
        UdpDrops drops = UdpDrops.parse(TABLE);
        byte[] six = new byte[16];
        six[15] = 1;

        assertThat(drops.at(four(1, 0x14E9))).isEqualTo(17);
        assertThat(drops.at(four(2, 0x14E9))).isZero();
        assertThat(drops.at(four(1, 0x14EA))).isEqualTo(5);
        assertThat(drops.at(four(1, 0x14EB))).isZero();
        assertThat(drops.at(four(1, 0x14EC))).as("IPv4 of a dual-stack socket").isEqualTo(3);
        assertThat(drops.at(new InetSocketAddress(InetAddress.getByAddress(six), 0x14ED)))
                .isEqualTo(4);
        assertThat(drops.at(four(1, 1))).isZero();
    }

    @Test
    void are_counted_by_this_host() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/net/udp")), "only Linux counts them where everyone can read it");
        try (DatagramSocket receiver = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                DatagramSocket sender = new DatagramSocket()) {
            receiver.setReceiveBufferSize(4_096);
            InetSocketAddress address = (InetSocketAddress) receiver.getLocalSocketAddress();
            assertThat(UdpDrops.ofThisHost().at(address)).isZero();
            for (int i = 0; i < 50; i++) {
                sender.send(new DatagramPacket(new byte[1_000], 1_000, address));
            }
            assertThat(UdpDrops.ofThisHost().at(address)).isBetween(40L, 49L);
        }
    }
}
