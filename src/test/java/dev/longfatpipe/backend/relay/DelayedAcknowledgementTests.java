/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayedAcknowledgementTests {

    private static final int SEGMENT = 1448;
    private static final long MILLI = 1_000_000L;
    private static final long RESTART = 300 * MILLI;
    private static final long WINDOW = 64_240;

    private final DelayedAcknowledgement delayed = new DelayedAcknowledgement(SEGMENT, RESTART);
    private long now = 5_000_000 * MILLI;

    private boolean arrives(long length) {
        return arrives(length, false);
    }

    private boolean arrives(long length, boolean pushed) {
        now += MILLI;
        boolean atOnce = delayed.onArrival(length, now - 50 * MILLI, WINDOW, pushed, now);
        if (atOnce) {
            delayed.onSent();
        }
        return atOnce;
    }

    private void pastTheFirstSixteen() {
        for (int i = 0; i < 16; i++) {
            assertThat(arrives(SEGMENT)).as("packet %d", i).isTrue();
        }
    }

    @Test
    void the_first_sixteen_packets_are_acknowledged_at_once_and_then_every_second() {
        pastTheFirstSixteen();
        for (int i = 0; i < 10; i++) {
            assertThat(arrives(SEGMENT)).isFalse();
            assertThat(arrives(SEGMENT)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"1000000, 16", "14480, 5", "4096, 2", "0, 2"})
    void half_a_small_window_of_packets_is_acknowledged_at_once(long window, int packets) {
        for (int i = 0; i < packets; i++) {
            assertThat(delayed.onArrival(SEGMENT, now, window, false, now)).isTrue();
            delayed.onSent();
        }
        assertThat(delayed.onArrival(SEGMENT, now, window, false, now)).isFalse();
    }

    @Test
    void a_packet_that_stays_alone_is_acknowledged_after_forty_milliseconds() {
        pastTheFirstSixteen();
        assertThat(delayed.dueNanos()).isEqualTo(Long.MAX_VALUE);
        arrives(SEGMENT);
        assertThat(delayed.dueNanos()).isEqualTo(now + 40 * MILLI);
        assertThat(delayed.bytes()).isEqualTo(SEGMENT);
        arrives(SEGMENT);
        assertThat(delayed.dueNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(delayed.bytes()).isZero();
    }

    @Test
    void it_knows_when_the_first_and_the_last_packet_were_sent_that_wait() {
        pastTheFirstSixteen();
        delayed.onArrival(SEGMENT, 100, WINDOW, false, now);
        delayed.onArrival(SEGMENT, 250, WINDOW, false, now);
        assertThat(delayed.firstSentNanos()).isEqualTo(100);
        assertThat(delayed.lastSentNanos()).isEqualTo(250);
    }

    @Test
    void a_train_of_segments_is_acknowledged_at_once() {
        pastTheFirstSixteen();
        assertThat(arrives(2 * SEGMENT)).isTrue();
    }

    @Test
    void the_end_of_a_write_is_acknowledged_at_once_whether_it_is_short_or_marked() {
        pastTheFirstSixteen();
        assertThat(arrives(SEGMENT - 1)).isTrue();
        assertThat(arrives(SEGMENT, true)).isTrue();
        assertThat(arrives(SEGMENT)).isFalse();
    }

    @Test
    void after_a_pause_sixteen_packets_are_acknowledged_at_once_again() {
        pastTheFirstSixteen();
        now += RESTART + 1;
        pastTheFirstSixteen();
        assertThat(arrives(SEGMENT)).isFalse();
        arrives(SEGMENT);
        now += RESTART - MILLI;
        assertThat(arrives(SEGMENT)).as("not a pause").isFalse();
    }
}
