/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The test classes that Surefire's reports say have failed. A verdict line alone does not tell: a test that has JUnit run another one, to show
 * how it fails, prints the line of that one too, and passes.
 *
 * @param counts failures and errors of each class with any, by its simple name
 */
record FailedClasses(Map<String, Long> counts) {

    private static final Pattern SUITE = Pattern.compile(
            "<testsuite [^>]*?\\bname=\"([^\"]+)\"[^>]*?\\berrors=\"(\\d+)\"[^>]*?\\bfailures=\"(\\d+)\"");

    /** Reads the reports of a folder. */
    static FailedClasses in(Path folder) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        try (DirectoryStream<Path> reports = Files.newDirectoryStream(folder, "TEST-*.xml")) {
            for (Path report : reports) {
                Matcher suite = SUITE.matcher(Files.readString(report));
                if (!suite.find()) {
                    throw new IOException("[" + report + "] is no report of Surefire");
                }
                long failures = Long.parseLong(suite.group(2)) + Long.parseLong(suite.group(3));
                if (failures > 0) {
                    String name = suite.group(1);
                    counts.merge(name.substring(name.lastIndexOf('.') + 1).split("\\$", -1)[0], failures, Long::sum);
                }
            }
        }
        return new FailedClasses(counts);
    }

    long failures() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether a verdict is the failure of a test of the run, rather than of one that a test has run itself. */
    boolean haveTestOf(VerdictText verdict) {
        return counts.containsKey(verdict.test().split("\\.", -1)[0]);
    }
}
