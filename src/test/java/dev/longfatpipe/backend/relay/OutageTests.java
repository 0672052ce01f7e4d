/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static dev.longfatpipe.backend.relay.DrivenPipe.MILLI;
import static dev.longfatpipe.backend.relay.DrivenPipe.SECOND;
import static dev.longfatpipe.backend.relay.DrivenPipe.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.SenderState;
import dev.longfatpipe.path.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TCP over a line that is cut and restored, on a driven clock. */
class OutageTests {

    private static final int SEGMENT = 1_448;

    private final DrivenPipe pipe = new DrivenPipe(Path.builder().rtt("100ms").build());
    private final DrivenFlow flow = pipe.sender().open();

    /** Lets a first segment go through, so that the round trip is known; returns the retransmission timeout then. */
    private long warmUp() {
        flow.offer(SEGMENT);
        pipe.runUntil(START + 2 * SECOND);
        return flow.flow().rtt().timeoutNanos();
    }

    @Nested
    class A_retransmission_timer {

        @ParameterizedTest
        @CsvSource({"0, 300", "299, 300", "300, 300", "301, 900", "900, 900", "901, 2100", "5000, 9300"})
        void expires_after_times_that_double(long notBeforeMillis, long dueMillis) {
            assertThat(Outage.attempt(START, 300 * MILLI, START + notBeforeMillis * MILLI))
                    .isEqualTo(START + dueMillis * MILLI);
        }

        @Test
        void waits_two_minutes_at_most() {
            long hour = 3_600 * SECOND;
            long due = Outage.attempt(START, SECOND, START + hour);
            assertThat(due - START - hour).isBetween(0L, 120 * SECOND);
            assertThat(Outage.attempt(START, SECOND, due + 1) - due).isEqualTo(120 * SECOND);
        }
    }

    @Test
    void what_was_on_the_line_arrives_when_its_timer_expires_after_the_line_is_up() {
        long timeout = warmUp();
        long sent = pipe.now();
        flow.offer(SEGMENT);
        pipe.runFor(10 * MILLI);
        pipe.cut();
        pipe.runFor(timeout + 50 * MILLI);
        assertThat(flow.nextNanos()).as("nothing happens on a line that is cut").isEqualTo(Long.MAX_VALUE);
        pipe.restore();
        pipe.runUntilQuiet();

        assertThat(flow.arrivalNanosOf(2 * SEGMENT)).isEqualTo(sent + 3 * timeout + 50 * MILLI);
        assertThat(flow.flow().counters().retransmissions).isEqualTo(1);
        assertThat(flow.flow().counters().pathLosses).isZero();
        assertThat(flow.flow().inFlight()).isZero();
    }

    @Test
    void what_is_written_while_the_line_is_down_arrives_after_it_is_up() {
        long timeout = warmUp();
        pipe.cut();
        pipe.runFor(SECOND);
        long sent = pipe.now();
        flow.offer(5 * SEGMENT);
        pipe.runFor(10 * MILLI);
        pipe.restore();
        pipe.runUntilQuiet();

        assertThat(flow.arrivalNanosOf(SEGMENT + 1)).isEqualTo(sent + timeout + 50 * MILLI);
        assertThat(flow.arrivalNanosOf(6 * SEGMENT)).isLessThan(sent + timeout + 500 * MILLI);
        assertThat(flow.flow().taken()).isEqualTo(6 * SEGMENT);
    }

    @Test
    void lost_acknowledgements_alone_cost_a_timeout_and_deliver_nothing_twice() {
        long timeout = warmUp();
        flow.offer(SEGMENT);
        pipe.runFor(60 * MILLI); // it is there, and its acknowledgement is not back
        pipe.cut();
        pipe.runFor(10 * MILLI);
        pipe.restore();
        assertThat(flow.flow().inFlight()).isEqualTo(SEGMENT);
        pipe.runFor(timeout + 200 * MILLI);

        assertThat(flow.flow().inFlight()).isZero();
        assertThat(flow.flow().taken()).isEqualTo(2 * SEGMENT);
    }

    @Test
    void connection_is_still_there_after_an_hour() {
        warmUp();
        pipe.cut();
        flow.offer(10 * SEGMENT);
        pipe.runFor(3_600 * SECOND);
        pipe.restore();
        pipe.runFor(150 * SECOND);

        assertThat(flow.flow().taken()).isEqualTo(11 * SEGMENT);
    }

    @Test
    void another_cut_before_the_sender_has_tried_again_loses_no_more() {
        long timeout = warmUp();
        long sent = pipe.now();
        flow.offer(SEGMENT);
        pipe.runFor(10 * MILLI);
        pipe.cut();
        pipe.runFor(20 * MILLI);
        pipe.restore();
        pipe.runFor(20 * MILLI);
        pipe.cut();
        pipe.runFor(timeout);
        pipe.restore();
        pipe.runUntilQuiet();

        assertThat(flow.arrivalNanosOf(2 * SEGMENT)).isEqualTo(sent + 3 * timeout + 50 * MILLI);
        assertThat(flow.flow().inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cubic", "reno", "bbr"})
    void transfer_goes_on_to_its_last_byte(String congestionControl) {
        DrivenPipe line =
                new DrivenPipe(Path.builder().rtt("50ms").rate("20mbit").build());
        long bytes = 20_000_000;
        DrivenFlow bulk = line.sender()
                .congestionControl(congestionControl)
                .open()
                .offer(bytes)
                .end();
        line.runFor(2 * SECOND);
        line.cut();
        long before = bulk.flow().taken();
        line.runFor(1_500 * MILLI);
        assertThat(bulk.flow().taken()).isEqualTo(before);
        line.restore();
        line.runUntilQuiet();
        bulk.flow().account().update(line.now());

        assertThat(bulk.flow().taken()).isEqualTo(bytes);
        assertThat(bulk.flow().inFlight()).isZero();
        assertThat(bulk.flow()
                        .account()
                        .idleLineTimes()
                        .in(SenderState.AFTER_LOSS)
                        .toMillis())
                .isGreaterThanOrEqualTo(1_500);
        // 8.4 s of line, 1.5 s without one, at most 1.5 s until the timer expires, and a slow start
        assertThat(bulk.arrivalNanosOf(bytes) - START).isBetween(9_900 * MILLI, 13 * SECOND);
        assertThat(bulk.flow().finNanos()).isLessThanOrEqualTo(line.now());
    }

    @Test
    void line_carries_no_more_than_it_can_after_a_cut() {
        DrivenPipe line =
                new DrivenPipe(Path.builder().rtt("50ms").rate("20mbit").build());
        DrivenFlow bulk = line.sender().open().offerForever();
        line.runFor(SECOND);
        line.cut();
        line.runFor(300 * MILLI);
        line.restore();
        long restored = line.now();
        line.runFor(5 * SECOND);

        assertThat(bulk.arrivedBetween(restored, line.now())).isLessThan(5 * 20_000_000L / 8 * 1_448 / 1_514);
    }

    @Nested
    class The_end_of_the_stream {

        @Test
        void that_was_on_the_line_comes_with_the_next_attempt() {
            long timeout = warmUp();
            long ended = pipe.now();
            flow.end();
            pipe.runFor(10 * MILLI);
            pipe.cut();
            pipe.runFor(SECOND);
            assertThat(flow.flow().finNanos()).isEqualTo(Long.MAX_VALUE);
            pipe.restore();

            assertThat(flow.flow().finNanos())
                    .isEqualTo(Outage.attempt(ended, timeout, ended + SECOND + 10 * MILLI) + 50 * MILLI);
        }

        @Test
        void that_came_while_the_line_was_down_does_too() {
            long timeout = warmUp();
            pipe.cut();
            flow.end();
            assertThat(flow.flow().finNanos()).isEqualTo(Long.MAX_VALUE);
            pipe.restore();

            assertThat(flow.flow().finNanos()).isEqualTo(pipe.now() + timeout + 50 * MILLI);
        }

        @Test
        void that_had_arrived_stays_there() {
            warmUp();
            flow.end();
            long arrival = flow.flow().finNanos();
            pipe.runFor(100 * MILLI);
            pipe.cut();

            assertThat(flow.flow().finNanos()).isEqualTo(arrival);
        }
    }

    @Test
    void sender_that_has_lost_something_is_not_said_to_wait_for_data() {
        warmUp();
        long waited =
                flow.flow().account().times().in(SenderState.WAITING_FOR_DATA).toNanos();
        flow.offer(SEGMENT);
        pipe.runFor(10 * MILLI);
        pipe.cut();
        pipe.runFor(5 * SECOND);
        pipe.restore();
        pipe.runUntilQuiet();
        flow.offer(SEGMENT);
        long since =
                flow.flow().account().times().in(SenderState.WAITING_FOR_DATA).toNanos() - waited;

        assertThat(flow.flow().account().times().in(SenderState.AFTER_LOSS).toMillis())
                .isGreaterThanOrEqualTo(5_000);
        assertThat(since).isLessThan(3 * SECOND); // what it waited before the cut, until it had sent the second one
    }
}
