/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static dev.longfatpipe.observe.FlowSample.NONE;
import static dev.longfatpipe.observe.Seen.at;
import static dev.longfatpipe.observe.Seen.closed;
import static dev.longfatpipe.observe.Seen.connection;
import static dev.longfatpipe.observe.Seen.flow;
import static dev.longfatpipe.path.Direction.DOWNSTREAM;
import static dev.longfatpipe.path.Direction.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CourseTests {

    private static Course course(List<PipeSnapshot> snapshots) {
        return Transfer.of(Seen.pipe(), snapshots, List.of()).course(DOWNSTREAM);
    }

    private static Optional<DataSize> bytes(long bytes) {
        return Optional.of(DataSize.ofBytes(bytes));
    }

    @Test
    void windows_and_bytes_in_flight_are_those_of_the_open_connections_that_carried_something() {
        ConnectionSample idle = connection(3, 10, NONE, flow(0, 0, 0, 0, 0));
        Course course = course(List.of(
                at(0),
                at(50, connection(1, 10, NONE, flow(30_000, 10_000, 0, 40, 50)), idle),
                at(
                        100,
                        connection(1, 10, NONE, flow(60_000, 40_000, 0, 40, 100)),
                        connection(2, 10, NONE, flow(50_000, 20_000, 0, 60, 100)),
                        idle),
                at(
                        150,
                        closed(connection(1, 10, NONE, flow(60_000, 60_000, 0, 40, 140))),
                        connection(2, 10, NONE, flow(50_000, 50_000, 0, 60, 150)),
                        idle)));

        assertThat(course.moments())
                .extracting(Course.Moment::at)
                .containsExactly(Duration.ZERO, Duration.ofMillis(40), Duration.ofMillis(90), Duration.ofMillis(140));
        assertThat(course.moments())
                .extracting(Course.Moment::inFlight)
                .containsExactly(bytes(0), bytes(20_000), bytes(50_000), bytes(0));
        assertThat(course.moments())
                .extracting(Course.Moment::receiveWindow)
                .containsExactly(Optional.empty(), bytes(65_536), bytes(131_072), bytes(65_536));
        assertThat(course.moments())
                .extracting(Course.Moment::retransmissions)
                .containsExactly(Optional.of(0L), Optional.of(2L), Optional.of(7L), Optional.of(7L));
        assertThat(course.moments().get(3).delivered()).isEqualTo(DataSize.ofBytes(110_000));
        assertThat(course.moments().get(3).smoothedRtt()).contains(Duration.ofMillis(100));
    }

    @Test
    void what_a_backend_does_not_observe_is_not_known() {
        FlowSample unobserved = new FlowSample(
                9_000,
                9_000,
                0,
                0,
                0,
                0,
                0,
                Duration.ZERO,
                Duration.ZERO,
                0,
                0,
                0,
                0,
                SenderTimes.NONE,
                SenderTimes.NONE,
                Duration.ZERO,
                BufferReading.ASSUMED_AUTO,
                BufferReading.ASSUMED_AUTO,
                40_000_000,
                90_000_000);
        Course.Moment end = course(List.of(at(0), at(100, connection(1, 10, NONE, unobserved))))
                .moments()
                .get(1);

        assertThat(end.delivered()).isEqualTo(DataSize.ofBytes(9_000));
        assertThat(List.of(
                        end.inFlight(),
                        end.congestionWindow(),
                        end.receiveWindow(),
                        end.sendCapacity(),
                        end.smoothedRtt(),
                        end.retransmissions(),
                        end.losses()))
                .allMatch(Optional::isEmpty);
    }

    @Test
    void a_long_transfer_is_thinned_and_keeps_its_ends() {
        List<PipeSnapshot> snapshots = new ArrayList<>(List.of(at(0)));
        for (int i = 1; i <= 3_000; i++) {
            snapshots.add(at(20L * i, connection(1, 0, NONE, flow(2_000L * i, 1_000L * i, 0, 10, 20L * i))));
        }
        List<Course.Moment> moments = course(snapshots).moments();

        assertThat(moments).hasSizeBetween(190, Course.MOST_MOMENTS);
        assertThat(moments.get(0).at()).isZero();
        assertThat(moments.get(moments.size() - 1).at()).isEqualTo(Duration.ofSeconds(60));
        assertThat(moments).isSortedAccordingTo((one, other) -> one.at().compareTo(other.at()));
    }

    @Test
    void a_direction_that_carried_nothing_has_a_course_of_nothing() {
        Transfer transfer = Transfer.of(
                Seen.pipe(), List.of(at(0), at(50, connection(1, 10, NONE, flow(10, 10, 0, 40, 50)))), List.of());

        assertThat(transfer.course(UPSTREAM).moments())
                .allMatch(moment ->
                        moment.delivered().isZero() && moment.inFlight().isEmpty());
    }
}
