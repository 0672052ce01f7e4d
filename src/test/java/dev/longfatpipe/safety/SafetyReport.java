/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Gathers what became of tests, and their {@link Figures}, into a table and a JSON text. */
final class SafetyReport implements TestExecutionListener {

    private final PrintStream progress;
    private final List<Map<String, String>> figures = new ArrayList<>();
    private final Map<String, String> failures = new LinkedHashMap<>();
    private final long begin = System.nanoTime();
    private int passed;
    private int left;

    SafetyReport(PrintStream progress) {
        this.progress = progress;
    }

    /** Whether no test has run. */
    boolean isEmpty() {
        return passed + failures.size() == 0;
    }

    /** Whether every test has run and passed. */
    boolean isGreen() {
        return failures.isEmpty() && left == 0;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        progress.println("safety net: " + plan.countTestIdentifiers(TestIdentifier::isTest) + " tests");
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        Map<String, String> pairs = new LinkedHashMap<>(entry.getKeyValuePairs());
        if (pairs.containsKey(Figures.SUITE)) {
            figures.add(pairs);
            progress.println("  " + line(pairs));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        left++;
        progress.println("  SKIPPED " + name(test) + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        switch (result.getStatus()) {
            case SUCCESSFUL -> passed += test.isTest() ? 1 : 0;
            case ABORTED -> executionSkipped(test, message(result));
            default -> {
                failures.put(name(test), message(result));
                progress.println("  FAILED  " + name(test) + ": " + message(result));
            }
        }
    }

    private static String name(TestIdentifier test) {
        return test.getLegacyReportingName().startsWith("dev.")
                ? test.getLegacyReportingName()
                : test.getUniqueIdObject().getSegments().stream()
                        .skip(1)
                        .map(segment -> segment.getValue().replace("dev.longfatpipe.", ""))
                        .collect(Collectors.joining("."));
    }

    private static String message(TestExecutionResult result) {
        return result.getThrowable().map(Throwable::toString).orElse("");
    }

    /** The figures by suites, and the sums. */
    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(Locale.ROOT, "%-10s %-32s %s", "suite", "what", "figures"));
        figures.stream().map(SafetyReport::line).sorted().forEach(lines::add);
        lines.add("");
        failures.forEach((test, why) ->
                lines.add("FAILED " + test + ": " + why.lines().findFirst().orElse("")));
        lines.add(passed + " passed, " + failures.size() + " failed, " + left + " not run; " + sum("fuzz", "inputs")
                + " inputs fuzzed, " + sum("fuzz", "different") + " of them different; " + sum("integrity", "bytes")
                + " bytes with the right SHA-256; "
                + sum("leaks", "opens") + " opens and closes; " + seconds() + " s");
        return lines;
    }

    private static String line(Map<String, String> pairs) {
        String rest = pairs.entrySet().stream()
                .filter(pair ->
                        !pair.getKey().equals(Figures.SUITE) && !pair.getKey().equals(Figures.WHAT))
                .map(pair -> pair.getKey() + " " + pair.getValue())
                .collect(Collectors.joining(", "));
        return String.format(Locale.ROOT, "%-10s %-32s %s", pairs.get(Figures.SUITE), pairs.get(Figures.WHAT), rest);
    }

    private long sum(String suite, String name) {
        return figures.stream()
                .filter(pairs -> suite.equals(pairs.get(Figures.SUITE)) && pairs.containsKey(name))
                .mapToLong(pairs -> Long.parseLong(pairs.getOrDefault(name, "0")))
                .sum();
    }

    private long seconds() {
        return (System.nanoTime() - begin) / 1_000_000_000L;
    }

    String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("java", System.getProperty("java.version", ""));
        all.put("os", System.getProperty("os.name", "") + " " + System.getProperty("os.version", ""));
        all.put("processors", Runtime.getRuntime().availableProcessors());
        all.put("locale", Locale.getDefault().toLanguageTag());
        all.put("seed", Size.FUZZ_SEED.get());
        all.put("seconds", seconds());
        all.put("passed", passed);
        all.put("failed", failures.size());
        all.put("notRun", left);
        all.put("fuzzInputs", sum("fuzz", "inputs"));
        all.put("fuzzInputsDifferent", sum("fuzz", "different"));
        all.put("integrityBytes", sum("integrity", "bytes"));
        all.put("opens", sum("leaks", "opens"));
        all.put("failures", failures);
        all.put("figures", figures);
        return Json.of(all) + "\n";
    }
}
