/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.baseline;

import dev.longfatpipe.units.Utilisation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The control transfers of one gate: whether the machine held the path while the test fell short. */
final class Control {

    private final List<Utilisation> reached = new ArrayList<>();
    private String complaint = "";
    private int complaints;
    private String failure = "";

    void run(GateRuns runs) throws InterruptedException {
        try {
            GateRun run = runs.control();
            reached.add(run.sample().utilisation());
            run.complaint().ifPresent(text -> {
                complaint = text;
                complaints++;
            });
        } catch (IOException e) {
            failure = e.toString();
        }
    }

    List<Utilisation> reached() {
        return List.copyOf(reached);
    }

    boolean isEmpty() {
        return reached.isEmpty();
    }

    /**
     * Why the path cannot have been held: the median is lower than the lowest beside the baseline by more than half of the minimum drop
     * (without any of those, lower than its expectation by the minimum drop), or half of the transfers were not on the path that was
     * asked for.
     */
    Optional<String> miss(Baseline baseline, GatePolicy policy) {
        if (reached.isEmpty()) {
            return Optional.of("no control transfer could be made over the pipe (" + failure
                    + "), so that a slow test cannot be told from a slow machine");
        }
        if (complaints * 2 >= reached.size()) {
            return Optional.of("the control transfer beside it: " + complaint);
        }
        Utilisation now = Samples.median(reached);
        Optional<Utilisation> lowest = baseline.control().stream().min(Comparator.naturalOrder());
        double least = lowest.map(
                        share -> share.ratio() * (1 - policy.minimumDrop().ratio() / 2))
                .orElse(policy.keptShare());
        if (now.ratio() >= least) {
            return Optional.empty();
        }
        return Optional.of("the control transfer over the same pipe reached " + now.describe()
                + " of its expectation"
                + lowest.map(share -> ", and at least " + share.describe() + " when the baseline was recorded")
                        .orElse("")
                + ": the machine was slower, whatever the test is");
    }
}
