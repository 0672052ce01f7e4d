/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longfatpipe.observe.Netlink;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConntrackMessagesTests {

    private static final String TUPLE_OF_CLIENT = "34000180" + "14000180" + "08000100" + "c6130001" + "08000200"
            + "c6130002" + "1c000280" + "0500010011000000" + "0600020013880000" + "060003001f900000";
    private static final String TUPLE_OF_SERVER = "34000280" + "14000180" + "08000100" + "c6130005" + "08000200"
            + "c6130006" + "1c000280" + "0500010011000000" + "060002001f900000" + "0600030013880000";
    private static final String SENT = "1c000980" + "0c00010000000000000000c8" + "0c0002000000000000008ca0";
    private static final String ANSWERED = "1c000a80" + "0c0001000000000000000002" + "0c00020000000000000000ff";

    @BeforeEach
    void nativeOrder() {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "netlink has the byte order of the machine");
    }

    private static InetSocketAddress address(int last, int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {(byte) 198, 19, 0, (byte) last}), port);
    }

    private static Netlink.Message message(int type, String body) {
        return new Netlink.Message(
                type, ByteBuffer.wrap(HexFormat.of().parseHex(body)).order(ByteOrder.nativeOrder()));
    }

    @Test
    void a_flow_is_asked_for_by_its_addresses() throws UnknownHostException {
        assertThat(HexFormat.of()
                        .formatHex(ConntrackMessages.request(
                                new ConntrackFlow.Tuple(address(1, 5_000), address(2, 8_080)))))
                .isEqualTo("02000000" + TUPLE_OF_CLIENT);
    }

    @Test
    void what_a_flow_carried_is_read() throws UnknownHostException {
        assertThat(ConntrackMessages.read(message(
                        ConntrackMessages.NEW, "02000000" + TUPLE_OF_CLIENT + TUPLE_OF_SERVER + SENT + ANSWERED)))
                .contains(new ConntrackFlow(
                        17,
                        new ConntrackFlow.Tuple(address(1, 5_000), address(2, 8_080)),
                        new ConntrackFlow.Tuple(address(5, 8_080), address(6, 5_000)),
                        new ConntrackFlow.Carried(
                                new ConntrackFlow.Counter(200, 36_000), new ConntrackFlow.Counter(2, 255), true)));
    }

    @Test
    void of_a_flow_without_counters_it_is_not_known_what_it_carried() {
        assertThat(ConntrackMessages.read(
                        message(ConntrackMessages.NEW, "02000000" + TUPLE_OF_CLIENT + TUPLE_OF_SERVER)))
                .hasValueSatisfying(flow -> assertThat(flow.carried()).isEqualTo(ConntrackFlow.Carried.UNKNOWN));
    }

    @Test
    void what_is_about_something_else_is_passed_over() {
        assertThat(ConntrackMessages.read(message(0x102, "02000000" + TUPLE_OF_CLIENT + TUPLE_OF_SERVER)))
                .as("the end of a flow")
                .isEmpty();
        assertThat(ConntrackMessages.read(
                        message(ConntrackMessages.NEW, "0a000000" + TUPLE_OF_CLIENT + TUPLE_OF_SERVER)))
                .as("IPv6")
                .isEmpty();
        assertThat(ConntrackMessages.read(message(ConntrackMessages.NEW, "02000000" + TUPLE_OF_CLIENT)))
                .as("half of it")
                .isEmpty();
    }

    @Test
    void garbage_is_read_without_harm() {
        Random random = new Random(4711);
        byte[] whole = HexFormat.of().parseHex("02000000" + TUPLE_OF_CLIENT + TUPLE_OF_SERVER + SENT + ANSWERED);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = whole.clone();
            for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            ByteBuffer body = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
            body.limit(random.nextInt(bytes.length + 1));
            read += ConntrackMessages.read(new Netlink.Message(ConntrackMessages.NEW, body))
                            .isPresent()
                    ? 1
                    : 0;
        }
        assertThat(read).isBetween(100, 19_000);
    }
}
