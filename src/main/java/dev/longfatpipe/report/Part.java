/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one JVM has added to the report of its run: a file with one line of JSON for the JVM, one for each entry, and one at its end.
 * A line that was cut off, by a JVM that crashed, is left out.
 *
 * @param process who wrote it
 * @param lines its entries as they are written
 * @param entries the same, read
 * @param ended whether its JVM has said that it has nothing to add any more
 * @param torn whether a line was cut off
 */
record Part(
        Map<String, Object> process,
        List<String> lines,
        List<Map<String, Object>> entries,
        boolean ended,
        boolean torn) {

    static final String PROCESS = "process";
    static final String ENDED = "ended";

    static Part read(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        List<Map<String, Object>> entries = new ArrayList<>();
        Map<String, Object> process = Map.of();
        boolean ended = false;
        boolean torn = false;
        for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n", -1)) {
            if (line.isEmpty()) {
                continue;
            }
            try {
                Map<String, Object> object = JsonReader.object(line);
                if (object.containsKey(PROCESS)) {
                    process = object;
                } else if (object.containsKey(ENDED)) {
                    ended = true;
                } else {
                    lines.add(line);
                    entries.add(object);
                }
            } catch (IllegalArgumentException e) {
                torn = true;
            }
        }
        return new Part(process, lines, entries, ended, torn);
    }

    /** The JVM is gone without a word: what it was doing is not in the report. */
    boolean crashed() {
        return !ended && !isAlive(Tree.text(process, PROCESS).orElse(""));
    }

    static boolean isAlive(String processKey) {
        int dash = processKey.indexOf('-');
        if (dash <= 0) {
            return false;
        }
        return ProcessHandle.of(Long.parseLong(processKey.substring(0, dash)))
                .filter(process -> process.isAlive() && RunIdentity.key(process).equals(processKey))
                .isPresent();
    }
}
