/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.baseline.Baseline;
import dev.longfatpipe.baseline.Comparison;
import dev.longfatpipe.baseline.GateResult;
import dev.longfatpipe.baseline.Sample;
import dev.longfatpipe.diagnose.Explanation;
import dev.longfatpipe.units.Utilisation;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What a test that falls short of its baseline is told. */
final class GateText {

    private final GateTask task;
    private final GateResult result;
    private final Baseline baseline;
    private final Comparison comparison;

    GateText(GateTask task, GateResult result) {
        this.task = task;
        this.result = result;
        this.baseline = result.baseline().orElseThrow();
        this.comparison = result.comparison().orElseThrow();
    }

    /** The whole message of a failure, but for what is known only to the test. */
    String failure(Explanation explanation) {
        int before = baseline.samples().size();
        int now = result.samples().size();
        StringBuilder text = new StringBuilder(explanation.under("Utilisation fell from "
                + baseline.median().describe() + " to "
                + result.median().map(Utilisation::describe).orElse("nothing") + " of the expectation, by "
                + percent(comparison.drop()) + " of the baseline: lower beyond chance (p = " + p(comparison.lower())
                + ", " + before + " + " + now + " samples), and a drop of "
                + task.policy().minimumDrop().describe() + " or more cannot be excluded."));
        line(
                text,
                "Baseline",
                range(shares(baseline.samples())) + ", " + baseline.factor() + "; " + task.file() + ", "
                        + baseline.test() + ", recorded by LongFatPipe " + baseline.library());
        line(text, "Now", list(shares(result.samples())) + ", " + result.factor());
        if (!result.control().isEmpty()) {
            line(
                    text,
                    "Control",
                    list(result.control())
                            + (baseline.control().isEmpty()
                                    ? ""
                                    : ", and " + range(baseline.control()) + " when the baseline was recorded")
                            + ": transfers of the library's own over the same pipe, so that it was not the machine");
        }
        line(text, "Accept", "if it is meant to be so: -D" + GateSettings.BASELINE + "=record, and commit the file");
        return text.toString();
    }

    private static void line(StringBuilder text, String title, String words) {
        text.append("\n  ").append(title);
        text.append(" ".repeat(Math.max(1, 10 - title.length()))).append(words);
    }

    private static List<Utilisation> shares(List<Sample> samples) {
        return samples.stream().map(Sample::utilisation).toList();
    }

    private static String list(Collection<Utilisation> shares) {
        return shares.stream().map(Utilisation::describe).collect(Collectors.joining(", "));
    }

    private static String range(List<Utilisation> shares) {
        String lowest =
                shares.stream().min(Comparator.naturalOrder()).orElseThrow().describe();
        String highest =
                shares.stream().max(Comparator.naturalOrder()).orElseThrow().describe();
        return lowest.equals(highest) ? lowest : lowest + " to " + highest;
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(share * 100)
                        .setScale(1, RoundingMode.HALF_EVEN)
                        .toPlainString() + " %";
    }

    private static String p(double probability) {
        return new BigDecimal(probability, new MathContext(2, RoundingMode.UP)).toPlainString();
    }
}
