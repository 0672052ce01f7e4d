/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.kernel.KernelProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A published experiment, with its segments of 16332 bytes and its windows of 4 MiB: loss, and what Reno makes of it. Published were
 * 0.89 to 1.21 of Mathis' formula (one cell 1.86); Reno on Linux reached 0.83 to 1.16. Means over eight seeds, all cells at the same
 * time: one run alone proves nothing.
 */
class LossExperimentTests {

    private static final int SEEDS = 8;
    private static final Duration LENGTH = Duration.ofSeconds(10);
    private static final Map<String, Measurement> MEASURED = new LinkedHashMap<>();

    private static String set(String rtt, String loss) {
        return "rtt=" + rtt + " loss=" + loss + " mtu=16384 rcvbuf=4194304 cc=reno";
    }

    @BeforeAll
    static void run_all_cells_at_once() throws Exception {
        Rig rig = new Rig("relay", new Ends.Modelled(KernelProfile.linux61()));
        List<String> cells = List.of(set("20ms", "1%"), set("20ms", "5%"), set("100ms", "1%"), set("100ms", "5%"));
        ExecutorService executor = Executors.newFixedThreadPool(cells.size());
        try {
            List<Future<Measurement>> means = new ArrayList<>();
            for (String cell : cells) {
                SeededRuns runs = new SeededRuns(rig, SEEDS, SEEDS);
                means.add(executor.submit(() -> runs.mean(ScenarioText.parse(cell), List.of(LENGTH))));
            }
            for (int i = 0; i < cells.size(); i++) {
                MEASURED.put(cells.get(i), means.get(i).get());
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @ParameterizedTest(name = "{1} at {0}: published {2} MB/s, {3} of Mathis")
    @CsvSource({"20ms, 1%, 10.2, 1.02", "20ms, 5%, 4.2, 0.94", "100ms, 1%, 1.8, 0.90", "100ms, 5%, 0.9, 1.01"})
    void loss_bounds_the_goodput(String rtt, String loss, double published, double ofMathis) {
        Measurement measured = Objects.requireNonNull(MEASURED.get(set(rtt, loss)));

        // Goodput is of this machine's time, and the pipe's stands still while the machine does not get on.
        assumeThat(measured.complaint())
                .as("INCONCLUSIVE: the machine did not hold the pipes up")
                .isEmpty();
        assertThat(measured.goodputMbit() / 8 / published * ofMathis)
                .as("share of Mathis' formula")
                .isBetween(0.75, 1.25);
        // some 60 losses in the cell with the fewest: three standard errors
        assertThat(measured.resent() * 100)
                .as("segments sent again")
                .isCloseTo(Double.parseDouble(loss.replace("%", "")), withPercentage(40));
        assertThat(measured.diagnosed()).isEqualTo(LimitingFactor.LOSS);
    }
}
