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

    private final Map<String, Set<LimitingFactor>> tests = new TreeMap<>();

    /**
     * Takes a run on the quiet machine as right.
     *
     * @return a line for each test that has failed all the same, for which a busy machine is no excuse
     */
    List<String> add(List<VerdictText> run) {
        List<String> failures = new ArrayList<>();
        for (VerdictText verdict : run) {
            if (verdict.verdict().equals(VerdictText.FAILED)) {
                failures.add("failed: " + verdict.line());
            }
            Set<LimitingFactor> known =
                    tests.computeIfAbsent(verdict.test(), any -> EnumSet.noneOf(LimitingFactor.class));
            if (!verdict.isInconclusive() && !verdict.verdict().equals(VerdictText.FAILED)) {
                verdict.factor().filter(any -> any != LimitingFactor.UNKNOWN).ifPresent(known::add); // names none
            }
        }
        return failures;
    }

    int tests() {
        return tests.size();
    }

    /**
     * Says what of a run on a busy machine is wrong. An inconclusive verdict never is.
     *
     * @return a line for each test that has failed, that was limited by something else than on the quiet machine, or that is
     *     missing
     */
    List<String> wrongs(List<VerdictText> busy) {
        List<String> wrongs = new ArrayList<>();
        Set<String> missing = new HashSet<>(tests.keySet());
        for (VerdictText verdict : busy) {
            missing.remove(verdict.test());
            Set<LimitingFactor> known = tests.getOrDefault(verdict.test(), Set.of());
            if (verdict.isInconclusive()) {
                continue;
            }
            if (verdict.verdict().equals(VerdictText.FAILED)) {
                wrongs.add("failed: " + verdict.line());
            } else if (!known.isEmpty()
                    && verdict.factor().filter(known::contains).isEmpty()) {
                wrongs.add("limited by " + known + " on the quiet machine: " + verdict.line());
            }
        }
        missing.stream().sorted().forEach(test -> wrongs.add("said nothing: " + test));
        return wrongs;
    }
}
