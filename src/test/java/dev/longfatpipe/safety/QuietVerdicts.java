/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import dev.longfatpipe.diagnose.LimitingFactor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What tests are judged on a quiet machine, to compare with. */
final class QuietVerdicts {

    private static final class Known {
        private final Set<String> verdicts = new HashSet<>();
        private final Set<LimitingFactor> factors = EnumSet.noneOf(LimitingFactor.class);
    }

    private final Map<String, Known> tests = new TreeMap<>();

    void add(List<VerdictText> run) {
        for (VerdictText verdict : run) {
            Known known = tests.computeIfAbsent(verdict.test(), any -> new Known());
            known.verdicts.add(verdict.verdict());
            if (!verdict.isInconclusive()) {
                verdict.factor().ifPresent(known.factors::add);
            }
        }
    }

    int tests() {
        return tests.size();
    }

    /**
     * Says what of a run on a busy machine is wrong. An inconclusive verdict never is.
     *
     * @return a line for each test that has failed but never on the quiet machine, that was limited by something else, or that is
     *     missing
     */
    List<String> wrongs(List<VerdictText> busy) {
        List<String> wrongs = new ArrayList<>();
        Set<String> missing = new HashSet<>(tests.keySet());
        for (VerdictText verdict : busy) {
            missing.remove(verdict.test());
            Known known = tests.getOrDefault(verdict.test(), new Known());
            if (verdict.isInconclusive()) {
                continue;
            }
            if (verdict.verdict().equals(VerdictText.FAILED) && !known.verdicts.contains(VerdictText.FAILED)) {
                wrongs.add("failed: " + verdict.line());
            } else if (!known.factors.isEmpty()
                    && verdict.factor().filter(known.factors::contains).isEmpty()) {
                wrongs.add("limited by " + known.factors + " on the quiet machine: " + verdict.line());
            }
        }
        missing.stream().sorted().forEach(test -> wrongs.add("said nothing: " + test));
        return wrongs;
    }
}
