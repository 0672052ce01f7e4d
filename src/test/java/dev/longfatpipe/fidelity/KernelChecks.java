/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.fidelity.ResultFile.Result;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a path through a kernel's own TCP is held to: the truth where the kernel is the truth's, arithmetic where it is another one. */
final class KernelChecks {

    private static final double BITS = 8;

    /**
     * A figure of some rows and the range that it has to be in.
     *
     * @param title what of which rows
     * @param figure of a row; empty for a row of another kind
     * @param least the least that is allowed
     * @param most the most that is allowed
     * @param decimals how it is printed
     */
    record Check(String title, Function<Result, OptionalDouble> figure, double least, double most, int decimals) {

        /** One line of a table: how many rows are within, the range of all, and those that are out. */
        Optional<String> line(List<Result> rows) {
            List<String> out = new ArrayList<>();
            List<Double> figures = new ArrayList<>();
            for (Result row : rows) {
                OptionalDouble of = figure.apply(row);
                if (of.isPresent()) {
                    double value = of.getAsDouble();
                    figures.add(value);
                    if (!(value >= least && value <= most)) {
                        out.add(row.key() + " " + number(value));
                    }
                }
            }
            if (figures.isEmpty()) {
                return Optional.empty();
            }
            List<Double> sorted = figures.stream().sorted().toList();
            return Optional.of("| " + title + " | " + number(least) + " to " + number(most) + " | "
                    + (figures.size() - out.size()) + " of " + figures.size() + " | " + number(sorted.get(0)) + " to "
                    + number(sorted.get(sorted.size() - 1)) + " | "
                    + out.stream().collect(Collectors.joining("; ")) + " |");
        }

        private String number(double value) {
            return String.format(Locale.ROOT, "%." + decimals + "f", value);
        }
    }

    /** The kernel of the truth, on this library's own path. */
    static final List<Check> OF_THE_TRUTHS_KERNEL = List.of(
            new Check("windows, streams, window scaling: goodput / truth", row -> toTruth(row, "rwnd"), 0.95, 1.05, 3),
            new Check("link: goodput / truth", row -> toTruth(row, "bandwidth"), 0.95, 1.05, 3),
            new Check("send buffers: goodput / truth", row -> toTruth(row, "sndbuf"), 0.95, 1.05, 3),
            new Check("loss: mean goodput / truth", row -> toTruth(row, "loss"), 0.85, 1.15, 3),
            new Check("finite transfers: ms longer than the truth", KernelChecks::longer, -25, 25, 0),
            new Check("connect(): ms longer than the rtt", KernelChecks::connect, 0, 2, 1));

    /** Another kernel, which has other window laws. */
    static final List<Check> OF_ANOTHER_KERNEL = List.of(
            new Check(
                    "windows: goodput x rtt / SO_RCVBUF of each stream",
                    row -> perBuffer(
                            row, "RECEIVE_WINDOW", row.scenario().receive().requested()),
                    1.15,
                    1.30,
                    2),
            new Check("link: goodput / ceiling", KernelChecks::ofCeiling, 0.98, 1.02, 3),
            new Check(
                    "send buffers: goodput x rtt / SO_SNDBUF",
                    row -> perBuffer(row, "SEND_BUFFER", row.scenario().send().requested()),
                    0.95,
                    1.20,
                    2),
            new Check("loss: mean goodput / truth of 6.1", row -> toTruth(row, "loss"), 0.85, 1.15, 3),
            new Check("connect(): ms longer than the rtt", KernelChecks::connect, 0, 2, 1));

    private KernelChecks() {}

    /** The checks as a table of Markdown. */
    static List<String> table(List<Check> checks, List<Result> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("| | allowed | within | from, to | out |");
        lines.add("|---|---|---|---|---|");
        checks.forEach(check -> check.line(rows).ifPresent(lines::add));
        return lines;
    }

    private static OptionalDouble toTruth(Result row, String cause) {
        if (!row.cause().equals(cause)
                || row.scenario().bytes().isPresent()
                || row.truthMbit().isEmpty()
                || row.mbit().isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(row.mbit().getAsDouble() / row.truthMbit().getAsDouble());
    }

    private static OptionalDouble longer(Result row) {
        return row.millis().isEmpty() || row.truthMillis().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        row.millis().getAsDouble() - row.truthMillis().getAsDouble());
    }

    private static OptionalDouble connect(Result row) {
        return row.connectMillis().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        row.connectMillis().getAsDouble() - row.scenario().rtt().toNanos() / 1e6);
    }

    private static OptionalDouble ofCeiling(Result row) {
        Optional<DataRate> ceiling = row.scenario().path().goodputCeiling(Direction.UPSTREAM);
        return !row.diagnosed().equals("LINK")
                        || ceiling.isEmpty()
                        || row.mbit().isEmpty()
                        || row.scenario().bytes().isPresent()
                ? OptionalDouble.empty()
                : OptionalDouble.of(row.mbit().getAsDouble() / ceiling.get().megabitsPerSecond());
    }

    private static OptionalDouble perBuffer(Result row, String diagnosed, Optional<DataSize> buffer) {
        if (!row.diagnosed().equals(diagnosed) || buffer.isEmpty() || row.mbit().isEmpty()) {
            return OptionalDouble.empty();
        }
        double bytesPerSecond =
                row.mbit().getAsDouble() * 1e6 / BITS / row.scenario().streams();
        return OptionalDouble.of(bytesPerSecond
                * row.scenario().rtt().toNanos()
                / 1e9
                / buffer.get().bytes());
    }
}
