/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SockDiagMessagesTests {

    private static final int HEADER = 16;
    private static final int DIAG = 72;

    private static InetSocketAddress four(int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    }

    private static InetSocketAddress six(int port) throws UnknownHostException {
        byte[] loopback = new byte[16];
        loopback[15] = 1;
        return new InetSocketAddress(InetAddress.getByAddress(loopback), port);
    }

    @Nested
    class Requests {

        @Test
        void a_request_for_an_ipv4_socket_is_written_byte_for_byte() throws UnknownHostException {
            assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "netlink has the byte order of the machine");
            byte[] request = SockDiagMessages.request(0x01020304, four(0x1234), four(0xabcd));
            assertThat(HexFormat.of().formatHex(request))
                    .isEqualTo(
                            "48000000" // 72 bytes
                                    + "1400" // SOCK_DIAG_BY_FAMILY
                                    + "0100" // NLM_F_REQUEST
                                    + "04030201" // sequence
                                    + "00000000" // port: the kernel fills it
                                    + "02" // AF_INET
                                    + "06" // IPPROTO_TCP
                                    + "42" // INET_DIAG_INFO and INET_DIAG_SKMEMINFO
                                    + "00"
                                    + "ffffffff" // any state
                                    + "1234" // source port, network byte order
                                    + "abcd" // destination port
                                    + "7f000001000000000000000000000000"
                                    + "7f000001000000000000000000000000"
                                    + "00000000" // any interface
                                    + "ffffffffffffffff"); // no cookie
        }

        @Test
        void an_ipv6_socket_has_its_own_family_and_the_whole_address() throws UnknownHostException {
            byte[] request = SockDiagMessages.request(1, six(80), six(4000));
            assertThat(request).hasSize(72);
            assertThat(request[16]).isEqualTo((byte) 10);
            assertThat(Arrays.copyOfRange(request, 28, 44))
                    .isEqualTo(six(80).getAddress().getAddress());
            assertThat(Arrays.copyOfRange(request, 44, 60))
                    .isEqualTo(six(80).getAddress().getAddress());
        }
    }

    /** Writes an answer as the kernel does. */
    private static final class Answer {
        private final ByteBuffer bytes = ByteBuffer.allocate(1024).order(ByteOrder.nativeOrder());

        Answer(int sequence, int state, int receiveQueue, int sendQueue) {
            bytes.putInt(0)
                    .putShort((short) 20)
                    .putShort((short) 0)
                    .putInt(sequence)
                    .putInt(4711);
            bytes.put((byte) 2).put((byte) state).putShort((short) 0);
            bytes.position(HEADER + 56);
            bytes.putInt(receiveQueue).putInt(sendQueue);
            bytes.position(HEADER + DIAG);
        }

        Answer attribute(int type, byte[] value) {
            bytes.putShort((short) (4 + value.length)).putShort((short) type).put(value);
            while (bytes.position() % 4 != 0) {
                bytes.put((byte) 0);
            }
            return this;
        }

        Answer memory(int receiveBuffer, int sendBuffer) {
            ByteBuffer value = ByteBuffer.allocate(36).order(ByteOrder.nativeOrder());
            value.putInt(4, receiveBuffer).putInt(12, sendBuffer);
            return attribute(7, value.array());
        }

        Answer info(int receiveScale) {
            byte[] value = new byte[240];
            value[0] = 1;
            value[6] = (byte) (receiveScale << 4 | 3);
            return attribute(2, value);
        }

        byte[] toBytes() {
            bytes.putInt(0, bytes.position());
            return Arrays.copyOf(bytes.array(), bytes.position());
        }
    }

    private static byte[] whole() {
        return new Answer(9, 1, 1_000, 2_000)
                .memory(131_072, 2_626_560)
                .info(10)
                .toBytes();
    }

    @Nested
    class Answers {

        @Test
        void a_whole_answer_is_read() {
            SocketRecord record = SockDiagMessages.parse(whole()).orElseThrow();
            assertThat(record.receiveBuffer()).isEqualTo(131_072);
            assertThat(record.sendBuffer()).isEqualTo(2_626_560);
            assertThat(record.receiveQueue()).isEqualTo(1_000);
            assertThat(record.sendQueue()).isEqualTo(2_000);
            assertThat(record.info().receiveWindowScale()).isEqualTo(10);
            assertThat(record.info().sendWindowScale()).isEqualTo(3);
            assertThat(record.info().state()).isEqualTo(TcpInfo.ESTABLISHED);
            assertThat(record.hasBuffers()).isTrue();
        }

        @Test
        void the_order_of_the_attributes_and_unknown_ones_do_not_matter() {
            byte[] answer = new Answer(9, 1, 0, 0)
                    .attribute(8, new byte[] {5})
                    .info(10)
                    .attribute(200, new byte[7])
                    .memory(131_072, 2_626_560)
                    .toBytes();
            SocketRecord record = SockDiagMessages.parse(answer).orElseThrow();
            assertThat(record.receiveBuffer()).isEqualTo(131_072);
            assertThat(record.info().receiveWindowScale()).isEqualTo(10);
        }

        @Test
        void the_flag_of_a_nested_attribute_is_ignored() {
            byte[] value = new byte[36];
            ByteBuffer.wrap(value).order(ByteOrder.nativeOrder()).putInt(4, 5_000);
            byte[] answer = new Answer(9, 1, 0, 0).attribute(7 | 0x8000, value).toBytes();
            assertThat(SockDiagMessages.parse(answer).orElseThrow().receiveBuffer())
                    .isEqualTo(5_000);
        }

        @Test
        void a_socket_in_time_wait_has_a_state_and_no_buffers() {
            SocketRecord record =
                    SockDiagMessages.parse(new Answer(9, 6, 0, 0).toBytes()).orElseThrow();
            assertThat(record.hasBuffers()).isFalse();
            assertThat(record.info().state()).isEqualTo(6);
        }

        @Test
        void a_listening_socket_is_not_the_connection_that_was_asked_for() {
            byte[] listening =
                    new Answer(9, 10, 0, 50).memory(131_072, 16_384).info(0).toBytes();
            assertThat(SockDiagMessages.parse(listening)).isEmpty();
        }

        @Test
        void sizes_are_unsigned() {
            SocketRecord record = SockDiagMessages.parse(
                            new Answer(9, 1, -1, -2).memory(-3, -4).toBytes())
                    .orElseThrow();
            assertThat(record.receiveQueue()).isEqualTo(4_294_967_295L);
            assertThat(record.sendQueue()).isEqualTo(4_294_967_294L);
            assertThat(record.receiveBuffer()).isEqualTo(4_294_967_293L);
            assertThat(record.sendBuffer()).isEqualTo(4_294_967_292L);
        }

        @Test
        void an_answer_to_another_request_is_none() {
            assertThat(SockDiagMessages.answers(8, whole(), whole().length)).isFalse();
            assertThat(SockDiagMessages.answers(9, whole(), whole().length)).isTrue();
            assertThat(SockDiagMessages.answers(9, whole(), 15)).isFalse();
        }

        @Test
        void an_error_is_none() {
            ByteBuffer error = ByteBuffer.allocate(HEADER + 20).order(ByteOrder.nativeOrder());
            error.putInt(0, HEADER + 20).putShort(4, (short) 2).putInt(8, 9).putInt(16, -2); // NLMSG_ERROR, ENOENT
            assertThat(SockDiagMessages.parse(error.array())).isEmpty();
            byte[] padded = Arrays.copyOf(error.array(), 200);
            assertThat(SockDiagMessages.parse(padded)).isEmpty();
        }

        @Test
        void only_the_kernels_word_says_that_a_connection_is_gone() {
            ByteBuffer error = ByteBuffer.allocate(HEADER + 20).order(ByteOrder.nativeOrder());
            error.putShort(4, (short) 2).putInt(16, -2); // NLMSG_ERROR, ENOENT
            assertThat(SockDiagMessages.saysGone(error.array())).isTrue();
            error.putInt(16, -1); // EPERM
            assertThat(SockDiagMessages.saysGone(error.array())).isFalse();
            assertThat(SockDiagMessages.saysGone(new Answer(9, 10, 0, 50).toBytes()))
                    .as("the listener of that port was named instead")
                    .isTrue();
            assertThat(SockDiagMessages.saysGone(whole())).isFalse();
            assertThat(SockDiagMessages.saysGone(new byte[7])).isFalse();
        }

        @Test
        void an_answer_cut_anywhere_is_read_as_far_as_it_goes_or_is_none() {
            byte[] answer = whole();
            for (int length = 0; length <= answer.length; length++) {
                byte[] cut = Arrays.copyOf(answer, length);
                boolean present = SockDiagMessages.parse(cut).isPresent();
                assertThat(present).as("%d bytes", length).isEqualTo(length >= HEADER + DIAG);
            }
        }

        @Test
        void attributes_that_lie_about_their_length_are_not_followed() {
            for (int length : new int[] {0, 1, 3, 500, 0xffff}) {
                byte[] answer = whole();
                ByteBuffer.wrap(answer).order(ByteOrder.nativeOrder()).putShort(HEADER + DIAG, (short) length);
                assertThat(SockDiagMessages.parse(answer).orElseThrow().receiveBuffer())
                        .isZero();
            }
        }

        @Test
        void a_message_that_lies_about_its_length_is_read_no_further_than_its_bytes() {
            for (int length : new int[] {0, 10, HEADER + DIAG, 100_000, -1}) {
                byte[] answer = whole();
                ByteBuffer.wrap(answer).order(ByteOrder.nativeOrder()).putInt(0, length);
                assertThatCode(() -> SockDiagMessages.parse(answer)).doesNotThrowAnyException();
            }
        }

        @Test
        void garbage_is_never_more_than_wrong() {
            Random random = new Random(4711);
            for (int i = 0; i < 50_000; i++) {
                byte[] answer;
                if (random.nextBoolean()) {
                    answer = whole();
                    for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                        answer[random.nextInt(answer.length)] = (byte) random.nextInt();
                    }
                } else {
                    answer = new byte[random.nextInt(400)];
                    random.nextBytes(answer);
                    if (answer.length > HEADER) {
                        ByteBuffer.wrap(answer)
                                .order(ByteOrder.nativeOrder())
                                .putShort(4, (short) 20)
                                .putInt(8, 9);
                    }
                }
                SockDiagMessages.parse(answer)
                        .ifPresent(record -> assertThat(record.receiveBuffer()).isBetween(0L, 4_294_967_295L));
            }
        }
    }
}
