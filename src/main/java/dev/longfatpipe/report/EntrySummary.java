/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.util.Map;
import java.util.Optional;

/** What a list of results says of an entry. */
record EntrySummary(
        String id,
        String title,
        String order,
        String verdict,
        Optional<String> reason,
        String path,
        Optional<Long> goodputBitsPerSecond,
        Optional<Long> expectedBitsPerSecond,
        Optional<Long> utilisationPpm,
        Optional<String> factor) {

    static EntrySummary of(Map<String, Object> entry) {
        String pipe = Tree.text(entry, "path", "pipe").orElse("");
        String name = Tree.text(entry, "test", "name").orElse("a test without a name");
        String title = pipe.isEmpty() ? name : name + " [" + pipe + "]";
        return new EntrySummary(
                Tree.text(entry, "test", "id").orElse("") + "|" + pipe,
                title,
                Tree.text(entry, "test", "class").orElse("") + "#"
                        + Tree.text(entry, "test", "method").orElse(""),
                Tree.text(entry, "verdict").orElse("UNKNOWN"),
                Tree.text(entry, "reason"),
                Tree.text(entry, "path", "text").orElse(""),
                Tree.number(entry, "transfer", "goodputBitsPerSecond"),
                Tree.number(entry, "transfer", "expectedBitsPerSecond"),
                Tree.number(entry, "transfer", "utilisationPpm"),
                Tree.text(entry, "transfer", "diagnosis", "factor"));
    }

    String goodput() {
        return rate(goodputBitsPerSecond);
    }

    String expected() {
        return rate(expectedBitsPerSecond);
    }

    String utilisation() {
        return utilisationPpm.map(ppm -> new Utilisation(ppm).describe()).orElse("-");
    }

    private static String rate(Optional<Long> bits) {
        return bits.map(value -> DataRate.ofBitsPerSecond(value).describe()).orElse("-");
    }
}
