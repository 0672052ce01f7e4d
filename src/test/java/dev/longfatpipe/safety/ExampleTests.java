/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The project {@code example-tests}, run by a Maven of its own with the classes that this build has compiled in place of the installed
 * library. Its processes end with this JVM, unless that is killed: then they end when their run does.
 */
final class ExampleTests {

    private static final Pattern SUITE = Pattern.compile("<testsuite [^>]*?errors=\"(\\d+)\"[^>]*?failures=\"(\\d+)\"");

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
        long failed = verdicts.stream()
                .filter(verdict -> verdict.verdict().equals(VerdictText.FAILED))
                .count();
        if (failures() > failed) {
            others.forEach(System.err::println);
            throw new IOException(failures() + " tests have failed, of which only " + failed + " have a verdict");
        }
        return verdicts;
    }

    private long failures() throws IOException {
        long failures = 0;
        try (DirectoryStream<Path> reports =
                Files.newDirectoryStream(base.resolve("example-tests/target/surefire-reports"), "TEST-*.xml")) {
            for (Path report : reports) {
                Matcher suite = SUITE.matcher(Files.readString(report));
                if (suite.find()) {
                    failures += Long.parseLong(suite.group(1)) + Long.parseLong(suite.group(2));
                }
            }
        }
        return failures;
    }
}
