/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Loss;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No byte is lost, doubled, changed or moved. */
@Timeout(60)
class RelayIntegrityTests {

    private static void transferBothWays(Path path, long bytes, int connections)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        new BothWays(path, connections, Duration.ofSeconds(30)).transfer(bytes);
    }

    @Test
    void tens_of_megabytes_both_ways_at_once() throws Exception {
        Path path = Path.of(Duration.ofMillis(2), DataRate.ofGigabitsPerSecond(10));
        transferBothWays(path, 40_000_003, 1);
    }

    @Test
    void with_loss_and_jitter() throws Exception {
        Path path = Path.builder()
                .rtt(Duration.ofMillis(2))
                .jitter(Duration.ofNanos(200_000))
                .loss(LossModel.independent(Loss.ofPercent("0.1")))
                .build();
        transferBothWays(path, 15_000_001, 1);
    }

    @Test
    void with_bursts_of_losses_on_a_line_that_overflows() throws Exception {
        Path path = Path.of(Duration.ofMillis(10), DataRate.ofMegabitsPerSecond(200)).toBuilder()
                .loss(LossModel.gilbertElliott(
                        Loss.ofPercent("0.01"), Loss.ofPercent("30"), Loss.ofPercent("100"), Loss.ofPercent("0")))
                .queue(Queue.ofBdp(new BigDecimal("0.5")))
                .build();
        transferBothWays(path, 5_000_000, 1);
    }

    @Test
    void on_many_connections_at_once() throws Exception {
        Path path = Path.of(Duration.ofMillis(5), DataRate.ofGigabitsPerSecond(2)).toBuilder()
                .loss(LossModel.independent(Loss.ofPercent("0.05")))
                .build();
        transferBothWays(path, 1_000_000, 20);
    }

    @Test
    void on_a_path_without_any_limit() throws Exception {
        transferBothWays(Path.builder().build(), 50_000_000, 1);
    }
}
