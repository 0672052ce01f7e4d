/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a report. Whoever uses them holds the {@link FolderLock}.
 *
 * @param folder where they are
 * @param run the run that the report is about
 * @param stepSummary file of GitHub Actions to which the summary is added
 */
record ReportFiles(Path folder, RunIdentity run, Optional<Path> stepSummary) {

    private static final String SEPARATOR = "@";
    private static final String ENDING = ".jsonl";

    private Path parts() throws IOException {
        return Files.createDirectories(folder.resolve("parts"));
    }

    /** The part of a process; it may have several, one after the other. */
    Path part(String process, int number) throws IOException {
        return parts().resolve(run.key() + SEPARATOR + process + SEPARATOR + number + ENDING);
    }

    /** Parts of a run that is still going on in the same folder are left to it. */
    void removeOtherRuns() throws IOException {
        for (Path part : listed()) {
            String[] names = part.getFileName().toString().split(SEPARATOR, -1);
            boolean other = !names[0].equals(run.key());
            if (other && (names.length < 2 || !Part.isAlive(names[1]))) {
                Files.deleteIfExists(part);
            }
        }
    }

    private List<Path> listed() throws IOException {
        try (Stream<Path> files = Files.list(parts())) {
            return files.filter(file -> file.getFileName().toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Writes the report of all parts that the run has by now.
     *
     * @param written the date
     */
    void write(String written) throws IOException {
        List<Part> parts = new ArrayList<>();
        for (Path file : listed()) {
            if (file.getFileName().toString().startsWith(run.key() + SEPARATOR)) {
                parts.add(Part.read(file));
            }
        }
        Session session = Session.of(byBeginning(parts), project(), written);
        if (session.lines().isEmpty()) {
            return;
        }
        String json = session.json();
        replace("report.json", json);
        replace("report.html", HtmlReport.of(json, project()));
        replace("benchmark.json", BenchmarkJson.of(session.summaries()));
        String markdown = MarkdownSummary.of(session);
        replace("summary.md", markdown);
        if (stepSummary.isPresent()) {
            StepSummary.put(stepSummary.get(), run.key() + " " + folder.toAbsolutePath(), markdown);
        }
    }

    private static List<Part> byBeginning(List<Part> parts) {
        return parts.stream()
                .sorted((one, other) -> began(one).compareTo(began(other)))
                .toList();
    }

    private static String began(Part part) {
        return Tree.text(part.process(), "began").orElse("");
    }

    /** The folder above target or build. */
    private String project() {
        @Nullable Path made = folder.toAbsolutePath().normalize().getParent();
        @Nullable Path module = made == null ? null : made.getParent();
        @Nullable Path name = module == null ? null : module.getFileName();
        return name == null ? "" : name.toString();
    }

    /** Whoever looks at it meanwhile sees the old file or the new one. */
    private void replace(String name, String content) throws IOException {
        Path temporary = folder.resolve("." + name + ".new");
        Files.write(temporary, content.getBytes(StandardCharsets.UTF_8));
        try {
            Files.move(
                    temporary,
                    folder.resolve(name),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(temporary, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
