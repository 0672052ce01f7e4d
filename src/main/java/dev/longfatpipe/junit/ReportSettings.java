/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What the configuration parameters say about the report and the progress line.
 *
 * @param on whether there is a report
 * @param folder where it goes; empty for the usual place
 * @param run the name that joins the JVMs of a run; empty for the usual way to tell
 * @param progress when the progress line is printed
 */
record ReportSettings(boolean on, Optional<String> folder, Optional<String> run, Progress progress) {

    static final String REPORT = "longfatpipe.report";
    static final String FOLDER = "longfatpipe.report.dir";
    static final String RUN = "longfatpipe.report.run";
    static final String PROGRESS = "longfatpipe.progress";

    /** When the progress line is printed. */
    enum Progress {
        ON,
        OFF,
        /** On a terminal that no CI service reads. */
        AUTO
    }

    static ReportSettings of(ExtensionContext context) {
        return new ReportSettings(
                text(context, REPORT).map(ReportSettings::isOn).orElse(true),
                text(context, FOLDER),
                text(context, RUN),
                text(context, PROGRESS).map(ReportSettings::progress).orElse(Progress.AUTO));
    }

    private static Optional<String> text(ExtensionContext context, String parameter) {
        return context.getConfigurationParameter(parameter).map(String::strip).filter(text -> !text.isEmpty());
    }

    private static boolean isOn(String text) {
        return switch (text) {
            case "on" -> true;
            case "off" -> false;
            default ->
                throw new ExtensionConfigurationException(
                        REPORT + " [" + text + "] is unknown: write \"on\", or \"off\" for no report");
        };
    }

    private static Progress progress(String text) {
        return switch (text) {
            case "on" -> Progress.ON;
            case "off" -> Progress.OFF;
            case "auto" -> Progress.AUTO;
            default ->
                throw new ExtensionConfigurationException(PROGRESS + " [" + text
                        + "] is unknown: write \"on\", \"off\", or \"auto\" for a line on terminals only");
        };
    }
}
