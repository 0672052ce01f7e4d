/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

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

    private void publish(String key, String entry, String line) {
        test.publishReportEntry(key, entry);
        if (console) {
            System.out.println(line);
        }
    }
}
