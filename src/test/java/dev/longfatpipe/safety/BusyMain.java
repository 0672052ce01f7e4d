/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import dev.longfatpipe.observe.IdleProcessors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code example-tests} on a quiet machine and then many times while every processor is kept busy by other work, and compares:
 * {@code mvn -q -Pbusy verify}. A busy machine may make a test inconclusive, never failed, and never name a wrong limiting factor.
 */
final class BusyMain {

    /** The tests themselves leave two processors idle for more of the time than this. */
    private static final long QUIET_PERCENT = 30;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final ExampleTests tests;
    /** The verdict lines of the quiet runs, for more busy runs later. */
    private final Path quietFile;

    private final QuietVerdicts quiet = new QuietVerdicts();
    private final List<Map<String, Object>> runs = new ArrayList<>();
    private final List<String> quietLines = new ArrayList<>();
    private int wrongs;
    private long leastIdle = 100;

    private BusyMain(ExampleTests tests, Path quietFile) {
        this.tests = tests;
        this.quietFile = quietFile;
    }

    /** Exits with 0 when no busy run was wrong, 1 when one was, 2 when they could not be run. */
    public static void main(String[] arguments) throws InterruptedException {
        Path base = Path.of(System.getProperty("longfatpipe.safety.base", "."));
        ExampleTests tests = new ExampleTests(
                base,
                System.getProperty("longfatpipe.busy.maven", "mvn"),
                Boolean.getBoolean("longfatpipe.busy.offline"));
        try {
            BusyMain busy = new BusyMain(tests, base.resolve("target/safety/busy-quiet.txt"));
            busy.run(Integer.getInteger("longfatpipe.busy.quiet", 1), Integer.getInteger("longfatpipe.busy.runs", 20));
            Path file = base.resolve("target/safety/busy.json");
            Files.createDirectories(file.getParent());
            Files.writeString(file, busy.json());
            System.out.println("written to " + file.normalize());
            System.exit(busy.wrongs == 0 ? 0 : 1);
        } catch (IOException e) {
            System.err.println("busy machine: " + e.getMessage());
            System.exit(2);
        }
    }

    private void run(int quietRuns, int busyRuns) throws IOException, InterruptedException {
        for (int i = 1; i <= quietRuns; i++) {
            runOnce("quiet " + i, true);
        }
        if (quietRuns == 0) {
            quiet.add(Files.readAllLines(quietFile).stream()
                    .flatMap(line -> VerdictText.parse(line).stream())
                    .toList());
        } else {
            Files.createDirectories(quietFile.getParent());
            Files.write(quietFile, quietLines);
        }
        Burners burners = Burners.start(Integer.getInteger("longfatpipe.busy.burners", PROCESSORS));
        try {
            for (int i = 1; i <= busyRuns; i++) {
                runOnce("busy " + i, false);
            }
        } finally {
            burners.end();
        }
        if (leastIdle < QUIET_PERCENT) {
            System.out.println("the machine was not quiet: idle for only " + leastIdle
                    + " % of the time before it was made busy, so that these verdicts say less than they should");
        }
        System.out.println(quiet.tests() + " tests, " + busyRuns + " busy runs, " + wrongs + " wrong verdicts");
    }

    private void runOnce(String name, boolean isQuiet) throws IOException, InterruptedException {
        @Nullable Duration idleBefore = IdleProcessors.time();
        long from = System.nanoTime();
        List<VerdictText> verdicts = tests.run();
        long nanos = System.nanoTime() - from;
        @Nullable Duration idleAfter = IdleProcessors.time();
        List<String> wrong = new ArrayList<>();
        if (isQuiet) {
            wrong.addAll(quiet.add(verdicts));
            verdicts.forEach(verdict -> quietLines.add(verdict.line()));
        } else {
            wrong.addAll(quiet.wrongs(verdicts));
        }
        wrongs += wrong.size();
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("run", name);
        for (String verdict : List.of("PASSED", VerdictText.FAILED, VerdictText.INCONCLUSIVE)) {
            run.put(
                    verdict.toLowerCase(Locale.ROOT),
                    verdicts.stream()
                            .filter(any -> any.verdict().equals(verdict))
                            .count());
        }
        run.put("seconds", nanos / 1_000_000_000L);
        if (idleBefore != null && idleAfter != null) {
            long idle = idleAfter.minus(idleBefore).toNanos() * 100 / nanos;
            leastIdle = isQuiet ? Math.min(leastIdle, idle) : leastIdle;
            run.put("idlePercent", idle);
        }
        run.put("wrong", wrong);
        runs.add(run);
        System.out.println(run);
        verdicts.forEach(verdict -> System.out.println("  " + verdict.line()));
        wrong.forEach(line -> System.out.println("  WRONG " + line));
    }

    private String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("java", System.getProperty("java.version", ""));
        all.put("processors", PROCESSORS);
        all.put("tests", quiet.tests());
        all.put("wrong", wrongs);
        all.put("runs", runs);
        return Json.of(all) + "\n";
    }
}
