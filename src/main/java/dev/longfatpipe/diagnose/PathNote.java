/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.PipeDescription;

/** What a line about a path must not leave unsaid: that part of it is not what its words say. */
final class PathNote {

    private PathNote() {}

    /** The path, and after it what it is not. */
    static String of(PipeDescription pipe) {
        return pipe.path()
                + pipe.splitTcp()
                        .map(split -> (split.perConnectionRate() ? " (rate of each connection)" : "")
                                + (split.lossIsRate() ? " (loss as a rate cap)" : ""))
                        .orElse("");
    }
}
