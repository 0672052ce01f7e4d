/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static dev.longfatpipe.observe.Seen.flow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FlowTests {

    private static SenderTimes times(long waiting, long slowStart) {
        long[] nanos = new long[SenderState.values().length];
        nanos[SenderState.WAITING_FOR_DATA.ordinal()] = waiting;
        nanos[SenderState.SLOW_START.ordinal()] = slowStart;
        return SenderTimes.ofNanos(nanos);
    }

    @Test
    void everything_counted_is_what_came_since() {
        Flow flow = new Flow(flow(14_480, 14_480, 0, 1, 1), flow(144_800, 100_000, 0, 1, 9));
        assertThat(flow.bytes()).isEqualTo(DataSize.ofBytes(85_520));
        assertThat(flow.segments()).isEqualTo(90);
        assertThat(flow.retransmissions()).isEqualTo(9);
        assertThat(flow.pathLosses()).isEqualTo(7);
        assertThat(flow.queueDrops()).isEqualTo(2);
    }

    @Test
    void a_reader_that_reads_less_than_was_taken_to_be_read_gives_no_negative_bytes() {
        assertThat(new Flow(flow(100, 100, 0, 1, 1), flow(100, 90, 10, 1, 1)).bytes())
                .isEqualTo(DataSize.ofBytes(0));
    }

    @Test
    void a_wait_that_began_before_counts_only_from_the_beginning() {
        Flow flow = new Flow(
                flow(1, 1, 0, 1, 1, times(10, 5), Duration.ofNanos(70)),
                flow(2, 2, 0, 1, 1, times(110, 25), Duration.ZERO));
        assertThat(flow.times().in(SenderState.WAITING_FOR_DATA)).isEqualTo(Duration.ofNanos(30));
        assertThat(flow.times().in(SenderState.SLOW_START)).isEqualTo(Duration.ofNanos(20));
        assertThat(flow.idleLineTimes().in(SenderState.WAITING_FOR_DATA)).isEqualTo(Duration.ofNanos(30));
    }
}
