/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.report.GateEntry;
import dev.longfatpipe.report.ReportFolder;
import dev.longfatpipe.report.ReportSession;
import dev.longfatpipe.report.RunIdentity;
import dev.longfatpipe.report.TestEntry;
import dev.longfatpipe.report.TestIdentity;
import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.MediaType;

/**
 * The report of a run, kept in the store of JUnit's root, which closes it when the last test is over. A report that cannot be written
 * is complained about once and fails no test. Thread-safe.
 */
final class TestReport implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.longfatpipe.report");
    private static final Namespace NAMESPACE = Namespace.create(TestReport.class);

    private final Surroundings surroundings;
    private @Nullable ReportSession session;

    private TestReport(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** The report of the run that a test belongs to; empty when there is to be none. */
    static Optional<TestReport> of(ExtensionContext test) {
        ReportSettings settings = ReportSettings.of(test);
        if (!settings.on()) {
            return Optional.empty();
        }
        Store store = test.getRoot().getStore(NAMESPACE);
        synchronized (TestReport.class) {
            TestReport report = store.get(TestReport.class, TestReport.class);
            if (report == null) {
                report = new TestReport(Surroundings.ofThisJvm());
                report.open(settings);
                store.put(TestReport.class, report);
            }
            return Optional.of(report);
        }
    }

    private void open(ReportSettings settings) {
        Optional<Path> folder = ReportFolder.of(surroundings.base(), settings.folder());
        if (folder.isEmpty()) {
            return; // no build: whoever wants a report says where
        }
        try {
            session = ReportSession.open(
                    folder.get(),
                    RunIdentity.of(Surroundings::property, settings.run()),
                    surroundings.stepSummary(),
                    Clock.systemUTC(),
                    Ticker.system()::nanos);
        } catch (IOException | RuntimeException e) {
            giveUp(e);
        }
    }

    private synchronized void giveUp(Exception e) {
        session = null;
        LOG.log(
                System.Logger.Level.WARNING,
                "The report of LongFatPipe cannot be written (" + e + "): name a folder that can be written with "
                        + ReportSettings.FOLDER + ", or write " + ReportSettings.REPORT + "=off");
    }

    /** Adds what became of a test on one of its pipes; answers the entry. */
    TestEntry add(
            ExtensionContext test, Verdict verdict, TestPipe pipe, @Nullable GateEntry gate, List<String> warnings) {
        TestEntry entry = entry(test, verdict, pipe, gate, warnings);
        attach(test, entry);
        synchronized (this) {
            if (session != null) {
                try {
                    session.add(entry);
                } catch (IOException | RuntimeException e) {
                    giveUp(e);
                }
            }
        }
        return entry;
    }

    /** What GitHub Actions shows of an entry at the line of the test, where it runs the tests. */
    Optional<String> annotation(TestEntry entry) {
        return surroundings.github() ? Annotation.of(entry) : Optional.empty();
    }

    private TestEntry entry(
            ExtensionContext test, Verdict verdict, TestPipe pipe, @Nullable GateEntry gate, List<String> warnings) {
        Optional<Throwable> thrown = test.getExecutionException();
        Class<?> type = test.getRequiredTestClass();
        TestIdentity identity = new TestIdentity(
                test.getUniqueId(),
                type.getName(),
                test.getRequiredTestMethod().getName(),
                invocation(test).orElse(null),
                VerdictLine.name(test),
                TestSource.file(type, surroundings).orElse(null),
                thrown.flatMap(each -> TestSource.line(type, each)).orElse(null));
        return TestEntry.of(
                identity,
                verdict.name(),
                thrown.map(TestReport::reason).orElse(null),
                pipe.pipe().description(),
                pipe.transfer(),
                gate,
                warnings);
    }

    private static String reason(Throwable thrown) {
        String message = thrown.getMessage();
        boolean ours =
                thrown instanceof AssertionError || Verdict.reason(thrown).isPresent();
        return message == null ? thrown.getClass().getName() : ours ? message : thrown.toString();
    }

    /** The display names of the invocations that a test is part of, of its class and of its method. */
    private static Optional<String> invocation(ExtensionContext test) {
        List<String> names = new ArrayList<>();
        for (Optional<ExtensionContext> each = Optional.of(test);
                each.isPresent();
                each = each.get().getParent()) {
            String id = each.get().getUniqueId();
            if (id.substring(id.lastIndexOf('[') + 1).matches("(test|class)-template-invocation:.*")) {
                names.add(0, each.get().getDisplayName());
            }
        }
        return names.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", names));
    }

    /** Not where whoever runs the tests takes no files. */
    @SuppressWarnings({"deprecation", "removal"}) // the media type that JUnit 5.13 and 6 both have
    private static void attach(ExtensionContext test, TestEntry entry) {
        String pipe = entry.path().pipe().replaceAll("[^A-Za-z0-9._-]", "_");
        String name = pipe.isEmpty() ? "longfatpipe.json" : "longfatpipe-" + pipe + ".json";
        try {
            test.publishFile(
                    name,
                    MediaType.APPLICATION_JSON,
                    file -> Files.write(file, (entry.toJson() + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "no file could be attached to " + entry.title(), e);
        }
    }

    @Override
    public synchronized void close() {
        if (session != null) {
            try {
                session.close();
            } catch (IOException | UncheckedIOException e) {
                giveUp(e);
            }
        }
    }
}
