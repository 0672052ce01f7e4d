/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.units.DurationText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What the configuration parameters of JUnit, or system properties of the same names, say about gates.
 *
 * @param mode what is done with baselines
 * @param folder where they are
 * @param inCi whether they may be written in CI
 * @param repeats overrides how often a measured part runs at the most
 * @param budget overrides for how long it is repeated at the most
 * @param failInconclusive whether an inconclusive test fails
 */
record GateSettings(
        BaselineMode mode,
        Path folder,
        boolean inCi,
        Optional<Integer> repeats,
        Optional<Duration> budget,
        boolean failInconclusive) {

    static final String BASELINE = "longfatpipe.baseline";
    static final String FOLDER = "longfatpipe.baseline.folder";
    static final String CI = "longfatpipe.baseline.ci";
    static final String REPEATS = "longfatpipe.baseline.repeats";
    static final String BUDGET = "longfatpipe.baseline.budget";
    static final String INCONCLUSIVE = "longfatpipe.inconclusive";

    private static final Path DEFAULT_FOLDER = Path.of("src", "test", "longfatpipe");

    static GateSettings of(ExtensionContext context) {
        return new GateSettings(
                text(context, BASELINE).map(BaselineMode::parse).orElse(BaselineMode.CHECK),
                folder(text(context, FOLDER)),
                choice(context, CI, "allow", "refuse"),
                text(context, REPEATS).map(GateSettings::number),
                text(context, BUDGET).map(GateSettings::time),
                choice(context, INCONCLUSIVE, "fail", "abort"));
    }

    /** Seen from the module's own folder, which Surefire tells, wherever the JVM of the tests was started. */
    private static Path folder(Optional<String> text) {
        try {
            Path module = Path.of(System.getProperty("basedir", ""));
            return module.resolve(text.map(Path::of).orElse(DEFAULT_FOLDER));
        } catch (InvalidPathException e) {
            throw new ExtensionConfigurationException(
                    FOLDER + " [" + text.orElse("") + "] is no path: " + e.getMessage(), e);
        }
    }

    private static Optional<String> text(ExtensionContext context, String parameter) {
        return context.getConfigurationParameter(parameter).map(String::strip).filter(text -> !text.isEmpty());
    }

    private static boolean choice(ExtensionContext context, String parameter, String yes, String no) {
        String text = text(context, parameter).orElse(no);
        if (!text.equals(yes) && !text.equals(no)) {
            throw new ExtensionConfigurationException(
                    parameter + " [" + text + "] is unknown: write \"" + yes + "\" or \"" + no + "\"");
        }
        return text.equals(yes);
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new ExtensionConfigurationException(
                    REPEATS + " [" + text + "] is not a whole number: write one such as \"5\"", e);
        }
    }

    private static Duration time(String text) {
        try {
            return DurationText.parse(BUDGET, text);
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }
}
