/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The results of a run in Markdown (GitHub's), what needs attention first. Bounded: GitHub shows at most 1 MiB of a step.
 */
final class MarkdownSummary {

    private static final int MOST_CHARACTERS = 60_000;
    private static final int MOST_REASONS = 20;
    private static final int LONGEST_REASON = 2_000;
    private static final List<String> ORDER = List.of("FAILED", "INCONCLUSIVE", "PASSED");

    private final StringBuilder text = new StringBuilder();

    private MarkdownSummary() {}

    static String of(Session session) {
        MarkdownSummary summary = new MarkdownSummary();
        summary.add(session);
        return summary.text.toString();
    }

    private void add(Session session) {
        List<EntrySummary> entries = session.summaries();
        text.append("## LongFatPipe: ").append(counts(entries)).append("\n\n");
        session.notes().forEach(note -> text.append("> ").append(cell(note)).append("\n\n"));
        int left = entries.size();
        text.append("| verdict | test | path | goodput | expected | utilisation | limit |\n");
        text.append("|---|---|---|--:|--:|--:|---|\n");
        for (EntrySummary entry : ordered(entries)) {
            if (text.length() > MOST_CHARACTERS / 2) {
                break;
            }
            row(entry);
            left--;
        }
        if (left > 0) {
            text.append("\n").append(left).append(" more are in `report.html`.\n");
        }
        reasons(entries);
    }

    private void row(EntrySummary entry) {
        text.append("| ")
                .append(entry.verdict())
                .append(" | ")
                .append(cell(entry.title()))
                .append(" | ")
                .append(cell(entry.path()))
                .append(" | ")
                .append(entry.goodput())
                .append(" | ")
                .append(entry.expected())
                .append(" | ")
                .append(entry.utilisation())
                .append(" | ")
                .append(entry.factor().orElse("-"))
                .append(" |\n");
    }

    private void reasons(List<EntrySummary> entries) {
        int count = 0;
        for (EntrySummary entry : ordered(entries)) {
            if (entry.reason().isPresent()
                    && count < MOST_REASONS
                    && text.length() < MOST_CHARACTERS - LONGEST_REASON) {
                count++;
                text.append("\n<details><summary>")
                        .append(entry.verdict())
                        .append(' ')
                        .append(html(entry.title()))
                        .append("</summary>\n\n<pre>\n")
                        .append(html(shortened(entry.reason().get())))
                        .append("\n</pre>\n</details>\n");
            }
        }
    }

    private static String counts(List<EntrySummary> entries) {
        List<String> counts = new ArrayList<>();
        for (String verdict : ORDER) {
            long count = entries.stream()
                    .filter(entry -> entry.verdict().equals(verdict))
                    .count();
            if (count > 0) {
                counts.add(count + " " + verdict);
            }
        }
        return String.join(", ", counts);
    }

    private static List<EntrySummary> ordered(List<EntrySummary> entries) {
        List<EntrySummary> ordered = new ArrayList<>();
        ORDER.forEach(verdict -> entries.stream()
                .filter(entry -> entry.verdict().equals(verdict))
                .forEach(ordered::add));
        return ordered;
    }

    private static String shortened(String reason) {
        String bounded = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
        return bounded.replaceAll("\\n\\s*\\n", "\n"); // an empty line would end the block
    }

    private static String html(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String cell(String text) {
        return html(text).replace("|", "\\|").replaceAll("[\\r\\n]+", " ").replaceAll("([`*_\\[\\]])", "\\\\$1");
    }
}
