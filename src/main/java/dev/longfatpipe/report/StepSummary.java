/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Adds a summary to the file that GitHub Actions shows of a step, or replaces what an earlier JVM of the same run put there. */
final class StepSummary {

    private StepSummary() {}

    static void put(Path file, String run, String markdown) throws IOException {
        String name = run.replace("--", "- -");
        String begin = "<!-- longfatpipe " + name + " -->\n";
        String end = "<!-- /longfatpipe " + name + " -->\n";
        String block = begin + markdown + end;
        String text = Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        int from = text.indexOf(begin);
        int to = from < 0 ? -1 : text.indexOf(end, from);
        String whole;
        if (to < 0) {
            whole = text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + block;
        } else {
            whole = text.substring(0, from) + block + text.substring(to + end.length());
        }
        Files.write(file, whole.getBytes(StandardCharsets.UTF_8));
    }
}
