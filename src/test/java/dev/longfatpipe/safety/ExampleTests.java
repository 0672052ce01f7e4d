/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The project {@code example-tests}, run by a Maven of its own with the classes that this build has compiled in place of the installed
 * library. Its processes end with this JVM, unless that is killed: then they end when their run does.
 */
final class ExampleTests {

    private final Path base;
    private final String maven;
    private final boolean offline;

    ExampleTests(Path base, String maven, boolean offline) {
        this.base = base;
        this.maven = maven;
        this.offline = offline;
    }

    /**
     * Runs all of them once.
     *
     * @throws IOException if they could not be run, or a test has failed without a verdict line
     */
    List<VerdictText> run() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(maven, "-q", "-B", "-f", "example-tests", "test"));
        command.add("-Dmaven.test.failure.ignore=true");
        command.add("-Dmaven.test.dependency.excludes=dev.longfatpipe:longfatpipe-junit");
        command.add("-Dmaven.test.additionalClasspath="
                + base.resolve("target/classes").toAbsolutePath());
        if (offline) {
            command.add("-o");
        }
        Process process = new ProcessBuilder(command)
                .directory(base.toFile())
                .redirectErrorStream(true)
                .start();
        Thread end = new Thread(() -> {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        });
        Runtime.getRuntime().addShutdownHook(end);
        List<VerdictText> verdicts = new ArrayList<>();
        List<String> others = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                VerdictText.parse(line).ifPresentOrElse(verdicts::add, () -> {});
                others.add(line);
            }
        }
        int status = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        if (status != 0 || verdicts.isEmpty()) {
            others.stream().limit(30).forEach(System.err::println);
            throw new IOException(
                    "example-tests could not be run; install the library first: mvn -q install -DskipTests");
        }
        FailedClasses classes = FailedClasses.in(base.resolve("example-tests/target/surefire-reports"));
        verdicts.removeIf(verdict -> verdict.verdict().equals(VerdictText.FAILED) && !classes.haveTestOf(verdict));
        long failed = verdicts.stream()
                .filter(verdict -> verdict.verdict().equals(VerdictText.FAILED))
                .count();
        if (classes.failures() > failed) {
            others.forEach(System.err::println);
            throw new IOException(
                    classes.failures() + " tests have failed, of which only " + failed + " have a verdict");
        }
        return verdicts;
    }
}
