/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A new connection on a path of 1 ms and 1 gbit; a kilobyte down is there after 2 ms. */
class TimingCheckTests {

    private static final Path SHORT = Path.of(Duration.ofMillis(1), DataRate.ofGigabitsPerSecond(1));

    @Test
    void a_transfer_that_is_over_before_a_thread_has_run_says_nothing() {
        assertThat(complaint(1_000, 9).orElseThrow()).isEqualTo("""
                        the transfer is too short to tell: it took 9 ms, 7 ms more than expected, and times are accurate to 10 ms \
                        here; move more bytes""");
    }

    @Test
    void one_that_took_longer_than_any_thread_does() {
        assertThat(complaint(1_000, 13)).isEmpty();
    }

    @Test
    void one_that_took_as_long_as_expected_does() {
        assertThat(complaint(1_000, 2)).isEmpty();
    }

    @Test
    void one_that_is_long_enough_does() {
        assertThat(complaint(12_000_000, 104)).isEmpty();
    }

    private static Optional<String> complaint(long bytes, long millis) {
        return Assessment.of(Recorded.on(SHORT, millis)
                        .flow(RecordedFlow.of(bytes).delivered(2, millis))
                        .transfer())
                .inconclusive();
    }
}
