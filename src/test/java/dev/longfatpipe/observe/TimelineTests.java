/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static dev.longfatpipe.observe.FlowSample.NONE;
import static dev.longfatpipe.observe.Seen.at;
import static dev.longfatpipe.observe.Seen.connection;
import static dev.longfatpipe.observe.Seen.flow;
import static dev.longfatpipe.path.Direction.DOWNSTREAM;
import static dev.longfatpipe.path.Direction.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTests {

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static Timeline.Point point(long millis, long upstream, long downstream) {
        return new Timeline.Point(ms(millis), DataSize.ofBytes(upstream), DataSize.ofBytes(downstream));
    }

    private final Timeline timeline =
            new Timeline(List.of(point(0, 0, 0), point(50, 0, 1_000), point(100, 10, 3_000), point(150, 20, 6_000)));

    @Test
    void goodput_between_two_points_is_bytes_per_time() {
        assertThat(timeline.goodput(DOWNSTREAM, ms(50), ms(150))).isEqualTo(DataRate.ofBitsPerSecond(400_000));
        assertThat(timeline.goodput(UPSTREAM, ms(0), ms(100))).isEqualTo(DataRate.ofBitsPerSecond(800));
    }

    @Test
    void goodput_between_other_moments_is_that_between_the_last_points_before_them() {
        assertThat(timeline.goodput(DOWNSTREAM, ms(40), ms(110))).isEqualTo(DataRate.ofBitsPerSecond(240_000));
        assertThat(timeline.goodput(DOWNSTREAM, ms(60), ms(110))).isEqualTo(DataRate.ofBitsPerSecond(320_000));
        assertThat(timeline.goodput(DOWNSTREAM, ms(100), ms(900))).isEqualTo(DataRate.ofBitsPerSecond(480_000));
    }

    @Test
    void a_stall_at_an_edge_counts() {
        Timeline stalled = new Timeline(List.of(point(0, 0, 0), point(500, 0, 5_000), point(510, 0, 10_000)));

        assertThat(stalled.goodput(DOWNSTREAM, ms(10), ms(510)))
                .isEqualTo(DataRate.of(DataSize.ofBytes(10_000), ms(510)));
        assertThat(stalled.goodput(DOWNSTREAM, ms(0), ms(500))).isEqualTo(DataRate.ofBitsPerSecond(80_000));
    }

    @Test
    void where_the_same_point_is_the_last_before_both_there_is_no_goodput() {
        assertThat(timeline.goodput(DOWNSTREAM, ms(60), ms(90))).isEqualTo(DataRate.ofBitsPerSecond(0));
        assertThat(timeline.goodput(DOWNSTREAM, ms(200), ms(900))).isEqualTo(DataRate.ofBitsPerSecond(0));
    }

    @Test
    void goodput_of_no_time_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> timeline.goodput(DOWNSTREAM, ms(90), ms(90)))
                .withMessage("goodput from [90 ms] to [90 ms] is of no time: give two moments since the transfer began,"
                        + " the earlier one first");
    }

    @Test
    void a_transfer_draws_it_from_its_first_moment_on() {
        Transfer transfer = Transfer.of(
                Seen.pipe(),
                List.of(
                        at(1000, connection(1, 100, NONE, flow(500, 500, 0, 200, 300))),
                        at(1020, connection(1, 100, NONE, flow(500, 500, 0, 200, 300))),
                        at(1040, connection(1, 100, NONE, flow(2_500, 500, 0, 200, 300))),
                        at(1060, connection(1, 100, NONE, flow(2_500, 1_500, 0, 200, 1059))),
                        at(1080, connection(1, 100, NONE, flow(2_500, 2_500, 0, 200, 1079)))),
                List.of());
        assertThat(transfer.timeline().points())
                .containsExactly(point(0, 0, 0), point(20, 0, 0), point(40, 0, 1_000), point(60, 0, 2_000));
    }
}
