/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longfatpipe.observe.Netlink;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QdiscMessagesTests {

    private static final int TCMSG = 20;

    /** What the kernel says of hfsc 1: on device 5: 3000 bytes and 2 packets sent, 7 dropped, 4542 bytes in 3 packets waiting. */
    private static ByteBuffer hfsc() {
        ByteBuffer body = ByteBuffer.allocate(256).order(ByteOrder.nativeOrder());
        body.putInt(0).putInt(5).putInt(0x10000).putInt(-1).putInt(2);
        attribute(body, 1, "hfsc\0".getBytes(StandardCharsets.US_ASCII));
        ByteBuffer basic = ByteBuffer.allocate(16)
                .order(ByteOrder.nativeOrder())
                .putLong(3_000)
                .putInt(2);
        ByteBuffer queue = ByteBuffer.allocate(20)
                .order(ByteOrder.nativeOrder())
                .putInt(3)
                .putInt(4_542)
                .putInt(7)
                .putInt(0)
                .putInt(99);
        ByteBuffer statistics = ByteBuffer.allocate(44).order(ByteOrder.nativeOrder());
        attribute(statistics, 1, basic.array());
        attribute(statistics, 3, queue.array());
        attribute(body, 7, statistics.array());
        return body.flip();
    }

    private static void attribute(ByteBuffer to, int type, byte[] value) {
        to.putShort((short) (4 + value.length)).putShort((short) type).put(value);
        to.position((to.position() + 3) & ~3);
    }

    @Test
    void what_a_discipline_has_done_is_read() {
        assertThat(QdiscMessages.read(new Netlink.Message(QdiscMessages.RTM_NEWQDISC, hfsc())))
                .isEqualTo(new Qdisc("hfsc", "1:", Map.of(), 3_000, 2, 7, 4_542, 3));
    }

    @Test
    void disciplines_of_other_devices_are_none_of_ours() {
        assertThat(QdiscMessages.isOf(5, new Netlink.Message(QdiscMessages.RTM_NEWQDISC, hfsc())))
                .isTrue();
        assertThat(QdiscMessages.isOf(4, new Netlink.Message(QdiscMessages.RTM_NEWQDISC, hfsc())))
                .isFalse();
        assertThat(QdiscMessages.isOf(5, new Netlink.Message(QdiscMessages.RTM_NEWLINK, hfsc())))
                .isFalse();
    }

    @Test
    void a_device_is_asked_for_by_its_name() {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "netlink has the byte order of the machine");
        assertThat(HexFormat.of().formatHex(QdiscMessages.device("eth1")))
                .isEqualTo("00".repeat(16) + "0900" + "0300" + "6574683100" + "000000");
    }

    @Test
    void its_index_is_read() {
        assertThat(QdiscMessages.index(new Netlink.Message(QdiscMessages.RTM_NEWLINK, hfsc())))
                .hasValue(5);
        assertThat(QdiscMessages.index(new Netlink.Message(QdiscMessages.RTM_NEWQDISC, hfsc())))
                .isEmpty();
    }

    @Test
    void garbage_is_read_without_harm() {
        Random random = new Random(4711);
        for (int i = 0; i < 20_000; i++) {
            ByteBuffer body = hfsc();
            for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                body.put(TCMSG + random.nextInt(body.limit() - TCMSG), (byte) random.nextInt());
            }
            body.limit(TCMSG + random.nextInt(body.limit() - TCMSG));
            Qdisc read = QdiscMessages.read(new Netlink.Message(QdiscMessages.RTM_NEWQDISC, body));
            assertThat(read.handle()).isEqualTo("1:");
            assertThat(read.drops()).isNotNegative();
        }
    }
}
