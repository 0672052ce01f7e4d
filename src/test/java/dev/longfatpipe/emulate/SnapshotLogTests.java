/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ConnectionSample;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.observe.PipeSnapshot;
import dev.longfatpipe.observe.Punctuality;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotLogTests {

    private final SnapshotLog log = new SnapshotLog();

    private static PipeSnapshot snapshot(long nanos, int connections) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);
        ConnectionSample sample =
                new ConnectionSample(new ConnectionId(1, address, address), 0, true, FlowSample.NONE, FlowSample.NONE);
        return new PipeSnapshot(nanos, Collections.nCopies(connections, sample), Punctuality.NONE);
    }

    @Test
    void snapshots_strictly_between_two_moments_are_returned_in_order() {
        for (int i = 1; i <= 5; i++) {
            log.add(snapshot(i * 10L, 1));
        }
        assertThat(log.between(20, 50)).extracting(PipeSnapshot::nanos).containsExactly(30L, 40L);
        assertThat(log.between(50, 20)).isEmpty();
        assertThat(log.between(0, 100)).hasSize(5);
    }

    @Test
    void of_a_standstill_the_last_is_kept_when_something_follows() {
        log.add(snapshot(10, 1));
        log.hold(snapshot(20, 1));
        log.hold(snapshot(30, 1));
        assertThat(log.between(0, 100)).extracting(PipeSnapshot::nanos).containsExactly(10L);

        log.add(snapshot(40, 1));
        log.add(snapshot(50, 1));
        assertThat(log.between(0, 100)).extracting(PipeSnapshot::nanos).containsExactly(10L, 30L, 40L, 50L);
    }

    @Test
    void a_clock_that_overflows_does_no_harm() {
        log.add(snapshot(Long.MAX_VALUE - 5, 1));
        log.add(snapshot(Long.MIN_VALUE + 5, 1));
        assertThat(log.between(Long.MAX_VALUE - 10, Long.MIN_VALUE + 10)).hasSize(2);
    }

    @Test
    void too_many_are_thinned_out_evenly_and_cover_the_whole_time() {
        int snapshots = 5_000;
        for (int i = 0; i < snapshots; i++) {
            log.add(snapshot(i, 99));
        }
        List<PipeSnapshot> kept = log.between(-1, snapshots);
        assertThat(kept.size()).isBetween(400, SnapshotLog.MOST_CONNECTION_SAMPLES / 100);
        assertThat(kept.get(0).nanos()).isZero();
        assertThat(kept.get(kept.size() - 1).nanos()).isGreaterThan(snapshots - 20);
        for (int i = 1; i < kept.size(); i++) {
            assertThat(kept.get(i).nanos() - kept.get(i - 1).nanos()).isBetween(1L, 16L);
        }
    }

    @Test
    void never_more_is_kept_than_fits() {
        for (int i = 0; i < 1_000; i++) {
            log.add(snapshot(i, 5_000));
        }
        long samples = log.between(-1, 1_000).stream()
                .mapToLong(snapshot -> 1 + snapshot.connections().size())
                .sum();
        assertThat(samples).isBetween(40_000L, (long) SnapshotLog.MOST_CONNECTION_SAMPLES);
    }
}
