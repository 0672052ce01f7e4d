/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SegmentLogTests {

    private final SegmentLog log = new SegmentLog();

    @Test
    void packets_are_named_by_positions_from_zero() {
        assertThat(log.isEmpty()).isTrue();
        assertThat(log.add(1448, 1448, 10, 60)).isZero();
        assertThat(log.add(2896, 1448, 11, 61)).isEqualTo(1);
        assertThat(log.firstPosition()).isZero();
        assertThat(log.endPosition()).isEqualTo(2);
    }

    @Test
    void a_packet_keeps_what_is_known_of_it_after_others_have_gone() {
        log.add(1448, 1448, 10, 60);
        long second = log.add(2000, 552, 11, 61);
        log.removeFirst();
        assertThat(log.firstPosition()).isEqualTo(second);
        assertThat(log.end(second)).isEqualTo(2000);
        assertThat(log.length(second)).isEqualTo(552);
        assertThat(log.sentNanos(second)).isEqualTo(11);
        assertThat(log.arrivalNanos(second)).isEqualTo(61);
    }

    @Test
    void a_missing_packet_arrives_once_it_was_sent_again() {
        long lost = log.add(1448, 1448, 10, SegmentLog.MISSING);
        assertThat(log.arrivalNanos(lost)).isEqualTo(Long.MAX_VALUE);
        log.arrivesAt(lost, 200);
        assertThat(log.arrivalNanos(lost)).isEqualTo(200);
    }

    @Test
    void a_packet_can_be_reported_by_itself() {
        long first = log.add(1448, 1448, 10, 60);
        long second = log.add(2896, 1448, 11, 61);
        log.report(second);
        assertThat(log.isReported(first)).isFalse();
        assertThat(log.isReported(second)).isTrue();
    }
}
