/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.emulate.Lane;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FlowSettingsTests {

    private static FlowSettings settings(Path path) {
        return FlowSettings.of(path, new Lane(path, Direction.UPSTREAM, 1), false, 0, true);
    }

    @Test
    void headers_are_counted_for_every_segment() {
        FlowSettings settings = settings(Path.builder().build());
        assertThat(settings.segmentBytes()).isEqualTo(1448);
        assertThat(settings.headerBytes()).isEqualTo(66);
        assertThat(settings.wireBytes(1)).isEqualTo(67);
        assertThat(settings.wireBytes(1448)).isEqualTo(1514);
        assertThat(settings.wireBytes(1449)).isEqualTo(1449 + 132);
        assertThat(settings.wireBytes(14_480)).isEqualTo(15_140);
        assertThat(settings.segments(14_481)).isEqualTo(11);
    }

    @Test
    void a_jumbo_path_has_larger_segments() {
        FlowSettings settings = settings(Path.builder().mtu(9000).build());
        assertThat(settings.segmentBytes()).isEqualTo(8948);
        assertThat(settings.wireBytes(8948)).isEqualTo(9014);
    }

    @Test
    void where_each_packet_has_its_own_fate_a_train_is_one_segment() {
        assertThat(settings(Path.builder().jitter(Duration.ofMillis(1)).build()).trainBytes())
                .isEqualTo(1448);
    }

    @Test
    void a_train_takes_the_line_for_fifty_microseconds_at_most() {
        assertThat(settings(rate(100)).trainBytes()).isEqualTo(1448);
        assertThat(settings(rate(1_000)).trainBytes()).isEqualTo(4 * 1448);
        assertThat(settings(rate(10_000)).trainBytes()).isEqualTo(43 * 1448);
    }

    @Test
    void a_train_is_never_longer_than_64_kib() {
        assertThat(settings(rate(100_000)).trainBytes()).isEqualTo(45 * 1448);
        assertThat(settings(Path.builder().rtt(Duration.ofMillis(10)).build()).trainBytes())
                .isEqualTo(45 * 1448);
    }

    @Test
    void a_train_fills_at_most_a_sixteenth_of_the_queue() {
        Path path = Path.builder()
                .rtt(Duration.ofMillis(10))
                .rate(DataRate.ofGigabitsPerSecond(10))
                .queue(Queue.ofBytes(DataSize.ofKibibytes(100)))
                .build();
        assertThat(settings(path).trainBytes()).isEqualTo(4 * 1448);
    }

    private static Path rate(long megabits) {
        return Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(megabits));
    }

    @Test
    void the_buffers_of_the_legs_hold_five_milliseconds_of_the_line() {
        assertThat(LegBuffers.of(rate(1)).bytes()).isEqualTo(65_536);
        assertThat(LegBuffers.of(rate(1_000)).bytes()).isEqualTo(625_000);
        assertThat(LegBuffers.of(rate(100_000)).bytes()).isEqualTo(1_048_576);
        assertThat(LegBuffers.of(Path.builder().build()).bytes()).isEqualTo(1_048_576);
        Path asymmetric = Path.builder()
                .rate(Direction.UPSTREAM, DataRate.ofMegabitsPerSecond(1))
                .rate(Direction.DOWNSTREAM, DataRate.ofMegabitsPerSecond(1_000))
                .build();
        assertThat(LegBuffers.of(asymmetric).bytes()).isEqualTo(625_000);
    }
}
