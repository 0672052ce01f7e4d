/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TcpInfoReaderTests {

    /** Length in Linux 6.18; 6.1 has 240, 4.19 has 224, 2.6 had 104. */
    private static final int LENGTH = 280;

    /** The offsets of include/uapi/linux/tcp.h, each field filled with its own number. */
    private static ByteBuffer filled(ByteOrder order) {
        ByteBuffer info = ByteBuffer.allocate(LENGTH).order(order);
        info.put(0, (byte) 1) // tcpi_state
                .put(6, (byte) (7 | 10 << 4)) // tcpi_snd_wscale, tcpi_rcv_wscale
                .putInt(8, 204_000) // tcpi_rto
                .putInt(16, 1448) // tcpi_snd_mss
                .putInt(24, 44) // tcpi_unacked
                .putInt(68, 100_200) // tcpi_rtt
                .putInt(80, 88) // tcpi_snd_cwnd
                .putInt(100, 5) // tcpi_total_retrans
                .putLong(120, 5_000_000_000L) // tcpi_bytes_acked
                .putLong(128, 123) // tcpi_bytes_received
                .putInt(144, 777) // tcpi_notsent_bytes
                .putInt(148, 100_100) // tcpi_min_rtt
                .putInt(156, -1) // tcpi_data_segs_out, unsigned
                .putLong(168, 9_000_000) // tcpi_busy_time
                .putLong(176, 8_000_000) // tcpi_rwnd_limited
                .putLong(184, 7_000_000) // tcpi_sndbuf_limited
                .putInt(52, 12) // tcpi_last_data_recv
                .putLong(200, 6_000_000_000L) // tcpi_bytes_sent
                .putLong(208, 7_240) // tcpi_bytes_retrans
                .putInt(228, -2); // tcpi_snd_wnd, unsigned
        return info;
    }

    private static final TcpInfo EXPECTED = new TcpInfo(
            1,
            7,
            10,
            204_000,
            1448,
            44,
            100_200,
            100_100,
            88,
            5,
            5_000_000_000L,
            123,
            777,
            4_294_967_295L,
            9_000_000,
            8_000_000,
            7_000_000,
            12,
            6_000_000_000L,
            7_240,
            4_294_967_294L);

    @Test
    void every_field_is_read_from_its_place() {
        assertThat(TcpInfoReader.read(filled(ByteOrder.nativeOrder()), 0, LENGTH))
                .isEqualTo(EXPECTED);
    }

    @Test
    void the_byte_order_is_that_of_the_buffer() {
        assertThat(TcpInfoReader.read(filled(ByteOrder.BIG_ENDIAN), 0, LENGTH)).isEqualTo(EXPECTED);
        assertThat(TcpInfoReader.read(filled(ByteOrder.LITTLE_ENDIAN), 0, LENGTH))
                .isEqualTo(EXPECTED);
    }

    @Test
    void it_may_stand_anywhere_in_an_answer() {
        ByteBuffer answer = ByteBuffer.allocate(100 + LENGTH).order(ByteOrder.nativeOrder());
        answer.put(100, filled(ByteOrder.nativeOrder()), 0, LENGTH);
        assertThat(TcpInfoReader.read(answer, 100, LENGTH)).isEqualTo(EXPECTED);
    }

    @Test
    void what_an_old_kernel_does_not_have_is_zero() {
        TcpInfo old = TcpInfoReader.read(filled(ByteOrder.nativeOrder()), 0, 104);
        assertThat(old.totalRetransmissions()).isEqualTo(5);
        assertThat(old.congestionWindowSegments()).isEqualTo(88);
        assertThat(old.bytesAcknowledged()).isZero();
        assertThat(old.minimumRttMicros()).isZero();
        assertThat(old.sendBufferLimitedMicros()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6, 7, 8, 11, 12, 71, 72, 127, 128, 191, 192})
    void every_length_is_read_without_reading_beyond_it(int length) {
        ByteBuffer exact = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
        exact.put(0, filled(ByteOrder.nativeOrder()), 0, length);
        TcpInfo info = TcpInfoReader.read(exact, 0, length);
        assertThat(info.state()).isEqualTo(length >= 1 ? 1 : 0);
        assertThat(info.sendWindowScale()).isEqualTo(length >= 7 ? 7 : 0);
        assertThat(info.retransmissionTimeoutMicros()).isEqualTo(length >= 12 ? 204_000 : 0);
        assertThat(info.rttMicros()).isEqualTo(length >= 72 ? 100_200 : 0);
        assertThat(info.bytesAcknowledged()).isEqualTo(length >= 128 ? 5_000_000_000L : 0);
        assertThat(info.sendBufferLimitedMicros()).isEqualTo(length >= 192 ? 7_000_000 : 0);
    }

    @Test
    void any_bytes_make_values_within_their_ranges() {
        Random random = new Random(1);
        byte[] garbage = new byte[LENGTH];
        for (int i = 0; i < 10_000; i++) {
            random.nextBytes(garbage);
            ByteBuffer buffer = ByteBuffer.wrap(garbage).order(ByteOrder.nativeOrder());
            TcpInfo info = TcpInfoReader.read(buffer, 0, random.nextInt(LENGTH + 1));
            assertThat(info.receiveWindowScale()).isBetween(0, 15);
            assertThat(info.sendWindowScale()).isBetween(0, 15);
            assertThat(info.rttMicros()).isBetween(0L, 4_294_967_295L);
        }
    }
}
