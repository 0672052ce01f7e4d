/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.io.IOException;
import java.util.List;

/** One subject of measurement. */
interface Benchmark {

    /** A word by which it is chosen. */
    String name();

    /** How its figures are taken, for the documentation: Markdown, one paragraph. */
    String method();

    /** Whether there is anything to measure. */
    default boolean applies(Sizes sizes) {
        return true;
    }

    /**
     * Measures.
     *
     * @throws IOException if a connection breaks that must not
     */
    List<Figure> run(Sizes sizes) throws IOException, InterruptedException;
}
