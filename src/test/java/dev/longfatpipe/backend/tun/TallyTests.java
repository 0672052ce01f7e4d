/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TallyTests {

    private static final int ISN = -1_000; // its stream passes the end of 32 bits soon

    private final Tally tally = new Tally();

    private static IpPacket segment(int flags, int offset, int payload) {
        return Packets.read(Packets.tcp(1, 2, flags, ISN + 1 + offset, 0, payload));
    }

    private static IpPacket syn() {
        return Packets.read(Packets.tcp(1, 2, IpPacket.SYN, ISN, 0, 0));
    }

    private static IpPacket acknowledgement(int upTo) {
        return Packets.read(Packets.tcp(2, 1, IpPacket.ACK, 5, ISN + 1 + upTo, 0));
    }

    private void send(int offset, int payload) {
        tally.sendTcp(segment(IpPacket.ACK, offset, payload), 1);
    }

    private void deliver(int offset, int payload, long nanos) {
        tally.deliverTcp(segment(IpPacket.ACK, offset, payload), nanos);
    }

    @Test
    void each_byte_of_a_stream_counts_once_also_where_sequence_numbers_begin_again() {
        tally.sendTcp(syn(), 1);
        tally.deliverTcp(syn(), 1);
        for (int i = 0; i < 4_000; i++) {
            send(i * 1_448, 1_448);
            deliver(i * 1_448, 1_448, 10 + i);
        }

        assertThat(tally.sentBytes).isEqualTo(4_000L * 1_448);
        assertThat(tally.deliveredBytes).isEqualTo(4_000L * 1_448);
        assertThat(tally.segments).isEqualTo(4_000);
        assertThat(tally.retransmissions).isZero();
        assertThat(tally.firstDeliveryNanos).isEqualTo(10);
        assertThat(tally.lastDeliveryNanos).isEqualTo(4_009);
        assertThat(tally.firstSequence()).isEqualTo(ISN);
        assertThat(tally.nextSequence()).isEqualTo(ISN + 1 + 4_000 * 1_448);
    }

    @Test
    void bytes_behind_a_hole_count_when_the_receiver_acknowledges_them() {
        tally.sendTcp(syn(), 1);
        send(0, 100);
        send(100, 100); // lost
        send(200, 100);
        deliver(0, 100, 10);
        deliver(200, 100, 12);
        assertThat(tally.deliveredBytes).isEqualTo(100);

        send(100, 100);
        deliver(100, 100, 30);
        assertThat(tally.deliveredBytes).isEqualTo(200);
        tally.acknowledge(acknowledgement(300), 31);

        assertThat(tally.deliveredBytes).isEqualTo(300);
        assertThat(tally.lastDeliveryNanos).isEqualTo(31);
        assertThat(tally.retransmissions).isEqualTo(1);
        assertThat(tally.segments).isEqualTo(4);
        assertThat(tally.sentBytes).isEqualTo(300);
    }

    @Test
    void end_of_the_stream_is_no_byte_of_it() {
        tally.sendTcp(syn(), 1);
        send(0, 10);
        tally.sendTcp(segment(IpPacket.ACK | IpPacket.FIN, 10, 0), 1);
        deliver(0, 10, 5);
        tally.deliverTcp(segment(IpPacket.ACK | IpPacket.FIN, 10, 0), 6);
        tally.acknowledge(acknowledgement(11), 7);

        assertThat(tally.deliveredBytes).isEqualTo(10);
        assertThat(tally.isFinished()).isTrue();
        assertThat(tally.nextSequence()).isEqualTo(ISN + 12);
    }

    @Test
    void datagrams_count_as_they_come() {
        tally.sendDatagram(100);
        tally.sendDatagram(50);
        tally.deliverDatagram(100, 9);

        assertThat(tally.sentBytes).isEqualTo(150);
        assertThat(tally.deliveredBytes).isEqualTo(100);
        assertThat(tally.segments).isEqualTo(2);
        assertThat(tally.lastDeliveryNanos).isEqualTo(9);
    }
}
