/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.suites;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What has become of the tests of suites that were promised.
 *
 * <p>A test that was skipped because something is missing breaks the promise. One that was INCONCLUSIVE has run, on a machine that did
 * not hold its path up: a few of those are the machine's affair. When there are many, the suite has shown nothing.
 *
 * @param tests how many tests there are
 * @param missing tests that were skipped, with the reason
 * @param inconclusive tests that ran and were INCONCLUSIVE, with the numbers
 */
record PromisedSuites(int tests, List<String> missing, List<String> inconclusive) {

    /** Begins the reason of a test that was aborted by the library's own rule, and of no other. */
    static final String INCONCLUSIVE = "INCONCLUSIVE: ";

    private static final int A_FEW = 2;
    private static final int ONE_IN = 10;

    /** How many may be INCONCLUSIVE: one in ten, but two at least. */
    int tolerated() {
        return Math.max(A_FEW, tests / ONE_IN);
    }

    /** Why the promise was not kept; empty when it was. */
    Optional<String> complaint() {
        List<String> complaints = new ArrayList<>();
        if (tests == 0) {
            complaints.add("no test of theirs has run");
        }
        if (!missing.isEmpty()) {
            complaints.add("[" + missing.size() + "] of their " + tests
                    + " tests were skipped: install what they need, or do not name the suite");
        }
        if (inconclusive.size() > tolerated()) {
            complaints.add("[" + inconclusive.size() + "] of their " + tests + " tests were INCONCLUSIVE, where "
                    + tolerated() + " may be: run them on a machine that does nothing else meanwhile");
        }
        return complaints.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", complaints));
    }

    /** What a person wants to know of it. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(tests + " tests: " + (tests - missing.size() - inconclusive.size()) + " answered, " + missing.size()
                + " skipped, " + inconclusive.size() + " INCONCLUSIVE (" + tolerated() + " may be)");
        missing.forEach(each -> lines.add("  skipped " + each));
        inconclusive.forEach(each -> lines.add("  INCONCLUSIVE " + each));
        return lines;
    }
}
