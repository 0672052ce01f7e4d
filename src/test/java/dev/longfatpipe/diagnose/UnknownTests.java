/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static dev.longfatpipe.diagnose.Recorded.LONG_FAT;
import static dev.longfatpipe.diagnose.Recorded.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Path;
import org.junit.jupiter.api.Test;

class UnknownTests {

    @Test
    void is_said_with_the_shares_when_no_reason_explains_half() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .flow(RecordedFlow.of(20_000_000)
                        .idle(SenderState.HANDSHAKE, 150)
                        .idle(SenderState.SLOW_START, 2_000)
                        .idle(SenderState.RECEIVE_WINDOW, 3_900)
                        .idle(SenderState.WAITING_FOR_DATA, 3_000)
                        .spent(SenderState.SEND_BUFFER, 800, 0))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    UNKNOWN: the line stood idle 91.8 % of the time (9.05 s of 9.85 s), and no single reason explains \
                    half of that:
                    RECEIVE_WINDOW 43 % (the receiver's window was full); SENDER 33.1 % (the sending application \
                    offered no bytes); SLOW_START 23.7 % (connections were opening)
                    Fix: begin with the largest share, and measure again: a longer transfer, or one connection at a \
                    time, tells them apart""");
    }

    @Test
    void is_said_when_no_byte_came_through() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000).transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    UNKNOWN: no byte reached the client through the pipe, and no client connected to it
                    Fix: have the client connect to the address that pipe.to(server) returns: a client that connects \
                    to the server itself bypasses the pipe""");
    }

    @Test
    void is_said_when_connections_were_opened_in_vain() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 10_000)
                .flows(2, RecordedFlow.of(0).request(0))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    UNKNOWN: no byte reached the client through the pipe, over 2 connections that were open
                    Fix: see that the server listens at the address that the pipe leads to, and that it answers""");
    }

    @Test
    void is_said_when_the_path_s_own_delay_is_all_there_was() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 110)
                .flow(RecordedFlow.of(14_000)
                        .warm(14_480)
                        .idle(SenderState.WAITING_FOR_DATA, 53)
                        .idle(SenderState.SLOW_START, 2)
                        .delivered(105, 106))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    UNKNOWN: nothing held the server back for long: 14 kB took 110 ms, and a round trip of the path \
                    takes 100 ms
                    Fix: move more bytes to learn more: so short a transfer is made of the path's own delay""");
    }

    @Test
    void is_said_when_the_sender_s_socket_was_never_seen() {
        Diagnosis diagnosis = Diagnosis.of(Recorded.on(LONG_FAT, 80_000)
                .flow(RecordedFlow.of(50_000_000).segments(0, 0, 0, 0))
                .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    UNKNOWN: what held the server back was not seen, for its sockets could not be read: 50 MB arrived in 80 s
                    Fix: run the server where its sockets can be read (on this host, or in a container that has ss), or use \
                    backend relay, which keeps its own account of every sender""");
    }

    @Test
    void adds_up_several_connections() {
        Diagnosis diagnosis =
                Diagnosis.of(Recorded.on(Path.builder().rtt("100ms").build(), 10_000)
                        .flow(RecordedFlow.of(2_000_000).idle(SenderState.RECEIVE_WINDOW, 3_900))
                        .flow(RecordedFlow.of(2_000_000).idle(SenderState.WAITING_FOR_DATA, 3_800))
                        .flow(RecordedFlow.of(2_000_000).idle(SenderState.SLOW_START, 3_000))
                        .transfer());

        assertThat(words(diagnosis)).isEqualTo("""
                    UNKNOWN: the senders stood still 100 % of the time (10.7 s of 10.7 s, 3 connections added up), and \
                    no single reason explains half of that:
                    RECEIVE_WINDOW 36.4 % (the receiver's window was full); SENDER 35.5 % (the sending application \
                    offered no bytes); SLOW_START 28 % (connections were opening)
                    Fix: begin with the largest share, and measure again: a longer transfer, or one connection at a \
                    time, tells them apart""");
    }
}
