/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static dev.longfatpipe.backend.relay.DrivenPipe.MILLI;
import static dev.longfatpipe.backend.relay.DrivenPipe.SECOND;
import static dev.longfatpipe.backend.relay.DrivenPipe.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TCP over a path that becomes another one, on a driven clock. */
class PathChangeTests {

    private static final int SEGMENT = 1_448;

    private static Path path(String rtt, String rate) {
        return Path.builder().rtt(rtt).rate(rate).build();
    }

    @Test
    void segment_that_is_under_way_keeps_its_arrival_and_the_next_has_the_new_delay() {
        DrivenPipe pipe = new DrivenPipe(Path.builder().rtt("100ms").build());
        DrivenFlow flow = pipe.sender().open();
        pipe.runUntil(START + SECOND);
        flow.offer(SEGMENT);
        pipe.change(Path.builder().rtt("300ms").build());
        pipe.runFor(MILLI);
        flow.offer(SEGMENT);
        pipe.runUntilQuiet();

        assertThat(flow.arrivalNanosOf(SEGMENT)).isEqualTo(START + SECOND + 50 * MILLI);
        assertThat(flow.arrivalNanosOf(2 * SEGMENT)).isEqualTo(START + SECOND + 151 * MILLI);
    }

    @Test
    void segment_on_a_shorter_path_waits_for_those_before_it() {
        DrivenPipe pipe = new DrivenPipe(Path.builder().rtt("300ms").build());
        DrivenFlow flow = pipe.sender().open();
        pipe.runUntil(START + SECOND);
        flow.offer(SEGMENT);
        pipe.change(Path.builder().rtt("10ms").build());
        pipe.runFor(MILLI);
        flow.offer(SEGMENT);
        pipe.runUntilQuiet();

        assertThat(flow.arrivalNanosOf(SEGMENT)).isEqualTo(START + SECOND + 150 * MILLI);
        assertThat(flow.arrivalNanosOf(2 * SEGMENT)).isEqualTo(START + SECOND + 150 * MILLI);
        assertThat(flow.flow().counters().retransmissions).isZero();
        assertThat(flow.flow().inFlight()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "cubic, 10mbit, 40mbit",
        "cubic, 40mbit, 10mbit",
        "reno, 10mbit, 40mbit",
        "reno, 40mbit, 10mbit",
        "bbr, 10mbit, 40mbit",
        "bbr, 40mbit, 10mbit"
    })
    void line_of_another_rate_is_filled(String congestionControl, String before, String after) {
        DrivenPipe pipe = new DrivenPipe(path("20ms", before));
        DrivenFlow flow =
                pipe.sender().congestionControl(congestionControl).open().offerForever();
        pipe.runFor(5 * SECOND);
        Path next = path("20ms", after);
        pipe.change(next);
        pipe.runFor(10 * SECOND);
        long changed = pipe.now();
        pipe.runFor(5 * SECOND);

        double ceiling = next.goodputCeiling(Direction.DOWNSTREAM).orElseThrow().bitsPerSecond();
        // a train of segments that arrives as one may belong to the time before
        assertThat(flow.arrivedBetween(changed, pipe.now()) * 8 / 5.0 / ceiling).isBetween(0.9, 1.001);
    }

    @Test
    void loss_that_begins_takes_segments_and_not_trains() {
        DrivenPipe pipe = new DrivenPipe(path("20ms", "1gbit"));
        DrivenFlow flow = pipe.sender().congestionControl("bbr").open().offerForever();
        pipe.runFor(SECOND);
        pipe.change(Path.builder().rtt("20ms").rate("1gbit").loss("1%").build());
        long segments = flow.flow().counters().segments;
        pipe.runFor(SECOND);

        segments = flow.flow().counters().segments - segments;
        double share = (double) flow.flow().counters().pathLosses / segments;
        assertThat(share).isBetween(0.009, 0.011); // 80,000 segments: three standard errors are 0.001
    }
}
