/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.fidelity.Limits.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a person wants to know of a run, in a few lines. */
record Summary(List<Outcome> outcomes) {

    /** One line of progress for one row. */
    static String line(int number, int of, Outcome outcome) {
        String what = outcome.measurement()
                .map(run -> String.format(
                        Locale.ROOT,
                        "%s of %s mbit (%s)  rtt %.1f ms%s  %s %s%s",
                        mbit(run.goodputMbit()),
                        outcome.row().goodputMbit().isEmpty()
                                ? "?"
                                : mbit(outcome.row().goodputMbit().getAsDouble()),
                        Outcome.number(outcome.ratio(), 3),
                        run.rttMillis(),
                        run.millis().isEmpty()
                                ? ""
                                : String.format(
                                        Locale.ROOT,
                                        "  %.0f of %.0f ms",
                                        run.millis().getAsDouble(),
                                        outcome.truthMillis().orElse(Double.NaN)),
                        run.diagnosed(),
                        outcome.isDiagnosedRight() ? "" : "(" + outcome.row().cause() + "!) ",
                        outcome.complaint().map(text -> " <- " + text).orElse("")))
                .orElse(outcome.status());
        return String.format(
                Locale.ROOT,
                "%2d/%d %s %s: %s%s",
                number,
                of,
                outcome.row().scenario(),
                outcome.row().parameters(),
                what,
                outcome.status().startsWith("inconclusive") ? "  " + outcome.status() : "");
    }

    private static String mbit(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.2f", value);
    }

    List<Outcome> measured() {
        return outcomes.stream().filter(outcome -> outcome.measured() != null).toList();
    }

    List<Outcome> of(Group group) {
        return measured().stream()
                .filter(outcome -> outcome.limits() != null && outcome.limits().group() == group)
                .toList();
    }

    List<Outcome> queueRows() {
        return measured().stream()
                .filter(outcome -> outcome.limits() != null && outcome.limits().isQueueRow())
                .toList();
    }

    List<Outcome> judged() {
        return measured().stream().filter(outcome -> outcome.expected() != null).toList();
    }

    long diagnosedRight() {
        return judged().stream().filter(Outcome::isDiagnosedRight).count();
    }

    List<Outcome> offLimits() {
        return outcomes.stream()
                .filter(outcome -> outcome.complaint().isPresent())
                .toList();
    }

    /** The whole of it. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(outcomes.size() + " rows: " + measured().size() + " run, "
                + outcomes.stream().filter(Outcome::isSkipped).count() + " skipped, "
                + outcomes.stream().filter(Outcome::isFailed).count() + " failed, "
                + outcomes.stream()
                        .filter(each -> each.status().startsWith("inconclusive"))
                        .count() + " inconclusive");
        for (Group group : Group.values()) {
            List<Outcome> rows = of(group);
            if (!rows.isEmpty()) {
                lines.add("  " + group.title() + " (" + group.limit() + "): "
                        + rows.stream()
                                .filter(each -> each.complaint().isEmpty())
                                .count() + " of " + rows.size()
                        + " within, " + spread(group, rows));
            }
        }
        if (!judged().isEmpty()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  diagnosis: %d of %d right (%.1f %%)",
                    diagnosedRight(),
                    judged().size(),
                    100.0 * diagnosedRight() / judged().size()));
        }
        offLimits()
                .forEach(each -> lines.add(
                        "  off: " + name(each) + ": " + each.complaint().orElse("")));
        judged().stream()
                .filter(each -> !each.isDiagnosedRight())
                .forEach(each -> lines.add("  diagnosed "
                        + each.measurement().map(Measurement::diagnosed).orElseThrow() + " instead of "
                        + each.expected() + ": " + name(each)));
        outcomes.stream()
                .filter(each -> !each.status().equals(Outcome.OK))
                .forEach(each -> lines.add("  " + each.status() + ": " + name(each)));
        return lines;
    }

    static String spread(Group group, List<Outcome> rows) {
        if (group == Group.FINITE) {
            return "off by "
                    + rows.stream()
                            .filter(each -> each.measurement()
                                    .flatMap(
                                            run -> run.millis().stream().boxed().findFirst())
                                    .isPresent())
                            .map(each -> String.format(
                                    Locale.ROOT,
                                    "%+.0f",
                                    each.measurement().orElseThrow().millis().orElse(0)
                                            - each.truthMillis().orElse(0)))
                            .collect(Collectors.joining(", "))
                    + " ms";
        }
        double least =
                rows.stream().mapToDouble(each -> each.ratio().orElse(1)).min().orElse(1);
        double most =
                rows.stream().mapToDouble(each -> each.ratio().orElse(1)).max().orElse(1);
        return String.format(Locale.ROOT, "measured / truth %.3f to %.3f", least, most);
    }

    private static String name(Outcome outcome) {
        return outcome.row().scenario() + " " + outcome.row().parameters();
    }
}
