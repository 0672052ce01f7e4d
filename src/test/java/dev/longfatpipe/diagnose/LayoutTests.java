/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTests {

    @Test
    void puts_labels_into_a_column() {
        assertThat(new Layout("First.")
                        .add("Path", List.of("one"))
                        .add("Warnings", List.of("two", "three"))
                        .add("Nothing", List.of()))
                .hasToString("First.\n  Path      one\n  Warnings  two\n            three");
    }

    @Test
    void breaks_lines_at_120_columns() {
        String text = new Layout("First.")
                .add("Fix", List.of("word ".repeat(60).strip()))
                .toString();

        assertThat(text.lines().skip(1)).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(text.lines().skip(2)).allSatisfy(line -> assertThat(line).startsWith("            word"));
    }

    @Test
    void leaves_a_word_that_is_too_long_whole() {
        String word = "x".repeat(200);

        assertThat(new Layout("First.").add("Fix", List.of(word))).hasToString("First.\n  Fix       " + word);
    }
}
