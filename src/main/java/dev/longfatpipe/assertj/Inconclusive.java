/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import dev.longfatpipe.diagnose.Assessment;
import dev.longfatpipe.diagnose.Explanation;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** Aborts instead of failing where the machine could not hold the path. */
final class Inconclusive {

    private Inconclusive() {}

    static void abortIf(Assessment assessment, String failure, @Nullable String description) {
        if (assessment.inconclusive().isPresent()) {
            String text = Explanation.of(assessment).inconclusive(failure);
            throw new TestAbortedException(
                    description == null || description.isEmpty() ? text : "[" + description + "] " + text);
        }
    }
}
