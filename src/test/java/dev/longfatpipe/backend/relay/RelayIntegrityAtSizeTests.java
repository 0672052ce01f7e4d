/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.path.LossModel;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.safety.Figures;
import dev.longfatpipe.safety.Size;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/** As many bytes as one likes, over paths that no network has, and none of them is lost, doubled, changed or moved. */
@Tag("safety")
@Timeout(400)
class RelayIntegrityAtSizeTests {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int CONNECTIONS = 4;

    private static void publish(TestReporter reporter, String what, int connections, long bytes, long from) {
        double seconds = (System.nanoTime() - from) / 1e9;
        Figures.of("integrity", what)
                .with("connections", connections)
                .with("bytes", bytes)
                .with("seconds", seconds)
                .with("mbitBothWays", bytes * 8 / seconds / 1e6)
                .publish(reporter);
    }

    /** One end of each connection ends its half when a third has crossed the other way. */
    @Test
    void through_rate_loss_and_jitter_with_halves_that_end_early(TestReporter reporter) throws Exception {
        Path path = Path.of(Duration.ofMillis(4), DataRate.ofGigabitsPerSecond(2)).toBuilder()
                .jitter(Duration.ofNanos(300_000))
                .loss(LossModel.independent(Loss.ofPercent("0.01")))
                .build();
        long each = Size.INTEGRITY_BYTES.get() * 2 / CONNECTIONS;
        long from = System.nanoTime();
        new BothWays(path, CONNECTIONS, PATIENCE).transfer(each / 4, each - each / 4);
        publish(reporter, "rate, loss, jitter, half-close", CONNECTIONS, each * CONNECTIONS, from);
    }

    @Test
    void on_very_many_connections(TestReporter reporter) throws Exception {
        int connections = Math.toIntExact(Size.CONNECTIONS.get());
        Path path = Path.of(Duration.ofMillis(10), DataRate.ofGigabitsPerSecond(1));
        long from = System.nanoTime();
        new BothWays(path, connections, PATIENCE).transfer(20_000, 30_000);
        publish(reporter, "many connections", connections, connections * 50_000L, from);
    }

    /** Side by side: what one of them does must not show in another. */
    @Test
    void on_absurd_paths_side_by_side(TestReporter reporter) throws Exception {
        Duration longest = Duration.ofMillis(Size.LONGEST_RTT_MILLIS.get());
        List<Absurd> pipes = List.of(
                new Absurd(Path.of(Duration.ZERO, DataRate.ofKilobitsPerSecond(1)), 50),
                new Absurd(Path.of(longest, DataRate.ofKilobitsPerSecond(1)), 50),
                new Absurd(Path.of(Duration.ZERO, DataRate.ofGigabitsPerSecond(10)), 5_000_000),
                new Absurd(Path.of(longest, DataRate.ofGigabitsPerSecond(10)), 50_000),
                new Absurd(Path.builder().mtu(576).jitter("100ms").loss("30%").build(), 5_000),
                new Absurd(Path.builder().rate("400gbit").queue("1B").build(), 500_000),
                new Absurd(Path.builder().rtt(longest).jitter(longest).build(), 50_000),
                new Absurd(Path.builder().build(), 5_000_000));
        long from = System.nanoTime();
        List<CompletableFuture<?>> transfers = new ArrayList<>();
        for (Absurd pipe : pipes) {
            transfers.add(CompletableFuture.runAsync(pipe::transfer, task -> new Thread(task, "test-pipe").start()));
        }
        for (CompletableFuture<?> transfer : transfers) {
            transfer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
        long bytes = pipes.stream().mapToLong(Absurd::bytes).sum();
        publish(reporter, "absurd paths side by side", pipes.size() * Absurd.CONNECTIONS, bytes, from);
    }

    /** @param more bytes in one direction of a connection; a tenth as many go in the other */
    private record Absurd(Path path, long more) {

        static final int CONNECTIONS = 2;

        long bytes() {
            return CONNECTIONS * (more + more / 10);
        }

        void transfer() {
            try {
                new BothWays(path, CONNECTIONS, PATIENCE).transfer(more, more / 10);
            } catch (Exception e) {
                throw new IllegalStateException(path + ": " + e, e);
            }
        }
    }
}
