/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.assertj;

import dev.longfatpipe.BackendIncapableException;
import dev.longfatpipe.diagnose.LimitingFactor;
import dev.longfatpipe.observe.PipeDescription;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** Refuses assertions on what the pipe of a transfer cannot show: they would pass, or fail, for no reason. */
final class Observable {

    /** What a split of TCP in the middle of the path leaves to be seen. */
    private static final Set<LimitingFactor> THROUGH_A_PROXY =
            EnumSet.of(LimitingFactor.LINK, LimitingFactor.SENDER, LimitingFactor.SLOW_READER, LimitingFactor.UNKNOWN);

    private Observable() {}

    static void require(PipeDescription pipe, Collection<LimitingFactor> factors) {
        pipe.splitTcp()
                .ifPresent(split -> factors.stream()
                        .filter(factor -> !THROUGH_A_PROXY.contains(factor))
                        .filter(factor -> !(factor == LimitingFactor.LOSS && split.lossIsRate()))
                        .findFirst()
                        .ifPresent(factor -> {
                            throw BackendIncapableException.ofWindows(pipe.backend(), "an assertion on " + factor);
                        }));
    }
}
