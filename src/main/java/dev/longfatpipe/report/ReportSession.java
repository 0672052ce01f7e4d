/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apiguardian.api.API;

/**
 * The part of one JVM in the report of its run. Each entry is on disk as soon as it is added, so that a JVM that crashes loses at most
 * the test it was running; the report itself is written when the session is closed, and at most every five seconds before, of
 * all parts there are by then. However many JVMs of a run write it, and in whatever order, the last one has all.
 *
 * <p>Thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ReportSession implements AutoCloseable {

    private static final long LEAST_PAUSE_NANOS = 5_000_000_000L;

    /** Writing takes at most so small a part of the time. */
    private static final long PAUSE_PER_WRITING = 50;

    private final ReportFiles files;
    private final Path part;
    private final Clock clock;
    private final LongSupplier nanos;
    private long nextWritingNanos;
    private boolean closed;

    private ReportSession(ReportFiles files, Path part, Clock clock, LongSupplier nanos) {
        this.files = files;
        this.part = part;
        this.clock = clock;
        this.nanos = nanos;
        this.nextWritingNanos = nanos.getAsLong();
    }

    /**
     * Begins a part. What earlier runs have left in the folder is removed.
     *
     * @param folder where the report goes; made when it is not there
     * @param run the run that this JVM belongs to
     * @param stepSummary file to which the Markdown summary is added too, as GitHub Actions names it; empty for none
     * @param clock tells the date
     * @param nanos a monotonic clock
     * @throws IOException when the folder cannot be written
     */
    public static ReportSession open(
            Path folder, RunIdentity run, Optional<Path> stepSummary, Clock clock, LongSupplier nanos)
            throws IOException {
        ReportFiles files = new ReportFiles(folder, run, stepSummary);
        Path part = FolderLock.holding(folder, () -> {
            files.removeOtherRuns();
            return create(files);
        });
        ReportSession session = new ReportSession(files, part, clock, nanos);
        session.append(JsonText.of(process(clock)));
        return session;
    }

    private static Path create(ReportFiles files) throws IOException {
        for (int i = 0; ; i++) {
            try {
                return Files.createFile(files.part(RunIdentity.key(ProcessHandle.current()), i));
            } catch (FileAlreadyExistsException e) {
                // an earlier session of this JVM
            }
        }
    }

    private static Map<String, Object> process(Clock clock) {
        String library = ReportSession.class.getPackage().getImplementationVersion();
        return new Members()
                .put(Part.PROCESS, RunIdentity.key(ProcessHandle.current()))
                .put("began", clock.instant().toString())
                .put("library", library)
                .put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"))
                .put(
                        "system",
                        System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                                + System.getProperty("os.arch"))
                .put("processors", Runtime.getRuntime().availableProcessors())
                .map();
    }

    /**
     * Adds an entry.
     *
     * @throws IOException when it cannot be written
     */
    public synchronized void add(TestEntry entry) throws IOException {
        append(entry.toJson());
        long now = nanos.getAsLong();
        if (now - nextWritingNanos >= 0) {
            write();
            long end = nanos.getAsLong();
            nextWritingNanos = end + Math.max(LEAST_PAUSE_NANOS, PAUSE_PER_WRITING * (end - now));
        }
    }

    private void append(String line) throws IOException {
        Files.write(part, (line + "\n").getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
    }

    private void write() throws IOException {
        FolderLock.holding(files.folder(), () -> {
            files.write(clock.instant().toString());
            return files;
        });
    }

    /**
     * Writes the report. Closing twice does nothing.
     *
     * @throws IOException when it cannot be written
     */
    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            append(JsonText.of(Map.of(Part.ENDED, clock.instant().toString())));
            write();
        }
    }
}
