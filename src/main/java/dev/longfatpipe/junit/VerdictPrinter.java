/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.report.TestEntry;
import dev.longfatpipe.report.TransferEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Publishes lines to the report of a test, and prints them where that is wanted. The only class that prints. */
final class VerdictPrinter {

    private static final String VERDICT = "longfatpipe";
    private static final String WARNING = "longfatpipe.warning";

    private final ExtensionContext test;
    private final boolean console;

    VerdictPrinter(ExtensionContext test, boolean console) {
        this.test = test;
        this.console = console;
    }

    void verdict(String line) {
        publish(VERDICT, line, line);
    }

    void warning(String warning) {
        publish(WARNING, warning, "  Warning    " + warning);
    }

    /** What IDEs and listeners show of an entry, value by value. */
    void figures(TestEntry entry) {
        Map<String, String> figures = new LinkedHashMap<>();
        if (!entry.path().pipe().isEmpty()) {
            figures.put(VERDICT + ".pipe", entry.path().pipe());
        }
        figures.put(VERDICT + ".verdict", entry.verdict());
        TransferEntry transfer = entry.transfer();
        if (transfer != null) {
            figures.put(VERDICT + ".goodput", transfer.goodput().describe());
            if (transfer.expected() != null) {
                figures.put(VERDICT + ".expectation", transfer.expected().describe());
            }
            if (transfer.utilisation() != null) {
                figures.put(VERDICT + ".utilisation", transfer.utilisation().describe());
            }
            if (transfer.diagnosis() != null) {
                figures.put(VERDICT + ".limit", transfer.diagnosis().factor().name());
            }
        }
        test.publishReportEntry(figures);
    }

    /** A command that GitHub Actions reads from the console. */
    static void annotation(String command) {
        System.out.println(command);
    }

    /** A piece of the progress line. */
    static void progress(String text) {
        System.out.print(text);
        System.out.flush();
    }

    private void publish(String key, String entry, String line) {
        test.publishReportEntry(key, entry);
        if (console) {
            System.out.println(line);
        }
    }
}
