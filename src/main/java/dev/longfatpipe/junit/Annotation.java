/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.report.TestEntry;
import java.util.Optional;

/** A workflow command by which GitHub Actions shows a result at the line of the test. */
final class Annotation {

    private Annotation() {}

    /** An error for a test that failed, a warning for one of which nothing can be said; none for one that passed. */
    static Optional<String> of(TestEntry entry) {
        return switch (entry.verdict()) {
            case "FAILED" -> Optional.of(command("error", entry));
            case "INCONCLUSIVE" -> Optional.of(command("warning", entry));
            default -> Optional.empty();
        };
    }

    private static String command(String kind, TestEntry entry) {
        StringBuilder command = new StringBuilder("::").append(kind).append(' ');
        if (entry.test().file() != null) {
            command.append("file=").append(property(entry.test().file())).append(',');
            if (entry.test().line() != null) {
                command.append("line=").append(entry.test().line()).append(',');
            }
        }
        String message = entry.reason() == null ? entry.verdict() : entry.reason();
        return command.append("title=")
                .append(property(entry.verdict() + " " + entry.title()))
                .append("::")
                .append(escaped(message))
                .toString();
    }

    private static String escaped(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return escaped(text).replace(":", "%3A").replace(",", "%2C");
    }
}
