/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run: the parts of all its JVMs as one. An entry of a test that ran again replaces the earlier one, and says what that was.
 *
 * @param about when, with what, on what
 * @param notes what is to be known of the report itself
 * @param lines the entries as JSON, in order of the tests
 * @param summaries the same, in short
 */
record Session(Map<String, Object> about, List<String> notes, List<String> lines, List<EntrySummary> summaries) {

    /** Raised when a reader of the old form would misunderstand the new one. */
    static final int VERSION = 1;

    private record Slot(String line, EntrySummary summary) {}

    static Session of(List<Part> parts, String project, String written) {
        Map<String, Slot> slots = new LinkedHashMap<>();
        Map<String, List<String>> earlier = new HashMap<>();
        List<String> notes = new ArrayList<>();
        for (Part part : parts) {
            for (int i = 0; i < part.lines().size(); i++) {
                EntrySummary summary = EntrySummary.of(part.entries().get(i));
                Slot before = slots.put(summary.id(), new Slot(part.lines().get(i), summary));
                if (before != null) {
                    earlier.computeIfAbsent(summary.id(), id -> new ArrayList<>())
                            .add(before.summary().verdict());
                }
            }
            complaint(part, notes);
        }
        List<Slot> ordered = slots.values().stream()
                .sorted(Comparator.comparing(slot -> slot.summary().order()))
                .toList();
        return new Session(
                about(parts, project, written),
                notes,
                ordered.stream()
                        .map(slot -> withEarlier(
                                slot.line(), earlier.getOrDefault(slot.summary().id(), List.of())))
                        .toList(),
                ordered.stream().map(Slot::summary).toList());
    }

    private static void complaint(Part part, List<String> notes) {
        if (part.crashed()) {
            notes.add("A JVM of this run (process "
                    + Tree.text(part.process(), Part.PROCESS).orElse("unknown")
                    + ") ended without a word: the test that it was running is not in this report.");
        }
        if (part.torn()) {
            notes.add("The last entry of a JVM was cut off, and is left out.");
        }
    }

    private static Map<String, Object> about(List<Part> parts, String project, String written) {
        Part first = parts.get(0);
        return new Members()
                .put("project", project)
                .put(
                        "began",
                        parts.stream()
                                .flatMap(part -> Tree.text(part.process(), "began").stream())
                                .min(Comparator.naturalOrder())
                                .orElse(null))
                .put("written", written)
                .put("library", Tree.text(first.process(), "library").orElse(null))
                .put("java", Tree.text(first.process(), "java").orElse(null))
                .put("system", Tree.text(first.process(), "system").orElse(null))
                .put("processors", Tree.number(first.process(), "processors").orElse(null))
                .put("jvms", (int) parts.stream()
                        .map(part -> Tree.text(part.process(), Part.PROCESS).orElse(""))
                        .distinct()
                        .count())
                .map();
    }

    private static String withEarlier(String line, List<String> verdicts) {
        return verdicts.isEmpty()
                ? line
                : line.substring(0, line.length() - 1) + ",\"earlierVerdicts\":" + JsonText.of(verdicts) + "}";
    }

    /** The report as JSON, one entry on a line. */
    String json() {
        StringBuilder json = new StringBuilder("{\"format\":\"longfatpipe-report\",\"version\":" + VERSION);
        json.append(",\n\"run\":").append(JsonText.of(about));
        json.append(",\n\"notes\":").append(JsonText.of(notes));
        json.append(",\n\"tests\":[");
        String separator = "\n";
        for (String line : lines) {
            json.append(separator).append(line);
            separator = ",\n";
        }
        return json.append("\n]}\n").toString();
    }
}
