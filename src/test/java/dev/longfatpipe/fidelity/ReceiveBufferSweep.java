/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import dev.longfatpipe.units.DurationText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The longest series of rows that differ in SO_RCVBUF and in nothing else, for the chart. */
final class ReceiveBufferSweep {

    private static final int FEWEST_POINTS = 3;
    private static final Duration PROXY_RUN = Duration.ofSeconds(4);

    private ReceiveBufferSweep() {}

    /** Makes the chart; empty when no such series has three points. */
    static Optional<ReceiveBufferChart> chart(
            List<Outcome> outcomes, String truth, KernelProfile kernel, boolean withProxy)
            throws IOException, InterruptedException {
        List<Outcome> series = series(outcomes);
        if (series.size() < FEWEST_POINTS) {
            return Optional.empty();
        }
        List<ReceiveBufferChart.Point> points = new ArrayList<>();
        double ceiling = 0;
        String title = "";
        for (Outcome outcome : series) {
            Scenario scenario = scenario(outcome).orElseThrow();
            Path path = scenario.path();
            ceiling = path.goodputCeiling(Direction.UPSTREAM)
                    .map(DataRate::megabitsPerSecond)
                    .orElse(0.0);
            title = "Goodput at rtt " + DurationText.describe(scenario.rtt()) + ", rate "
                    + scenario.rate().map(DataRate::describe).orElse("");
            points.add(new ReceiveBufferChart.Point(
                    bytes(outcome),
                    theoryMbit(scenario, kernel),
                    outcome.row().goodputMbit().orElse(0),
                    outcome.measurement().map(Measurement::goodputMbit).orElse(0.0),
                    withProxy ? PlainProxy.goodputMbit(scenario, PROXY_RUN) : Double.NaN));
        }
        return Optional.of(new ReceiveBufferChart(title, truth, points, ceiling));
    }

    /** What window / rtt, or the line, lets through. */
    static double theoryMbit(Scenario scenario, KernelProfile kernel) {
        Path path = scenario.path();
        DataSize window = scenario.serverKernel(kernel)
                .receiveWindow(scenario.receive(), path.mss())
                .maximum();
        double ceiling = path.goodputCeiling(Direction.UPSTREAM)
                .map(DataRate::megabitsPerSecond)
                .orElse(Double.MAX_VALUE);
        return Math.min(ceiling, DataRate.of(window, scenario.rtt()).megabitsPerSecond());
    }

    private static List<Outcome> series(List<Outcome> outcomes) {
        Map<String, List<Outcome>> byRest = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            boolean fits = outcome.measured() != null
                    && outcome.row().goodputMbit().isPresent()
                    && scenario(outcome).filter(ReceiveBufferSweep::isPlain).isPresent();
            if (fits) {
                String rest =
                        outcome.row().scenario() + outcome.row().parameters().replaceAll("rcvbuf=[0-9]+", "");
                byRest.computeIfAbsent(rest, key -> new ArrayList<>()).add(outcome);
            }
        }
        return byRest.values().stream()
                .max(Comparator.comparingInt(List::size))
                .map(rows -> rows.stream()
                        .sorted(Comparator.comparingLong(ReceiveBufferSweep::bytes))
                        .toList())
                .orElse(List.of());
    }

    /** A row whose goodput depends on SO_RCVBUF and the line alone. */
    static boolean isPlain(Scenario scenario) {
        return !scenario.receive().isAuto()
                && !scenario.isLossy()
                && scenario.rate().isPresent()
                && !scenario.rtt().isZero()
                && scenario.bytes().isEmpty()
                && scenario.streams() == 1;
    }

    private static Optional<Scenario> scenario(Outcome outcome) {
        return Optional.ofNullable(outcome.limits()).map(Limits::scenario);
    }

    private static long bytes(Outcome outcome) {
        return scenario(outcome)
                .flatMap(scenario -> scenario.receive().requested())
                .map(DataSize::bytes)
                .orElse(0L);
    }
}
