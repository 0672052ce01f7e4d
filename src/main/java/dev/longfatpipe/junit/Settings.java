/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import dev.longfatpipe.kernel.KernelProfile;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What the configuration parameters of JUnit, or system properties of the same names, say.
 *
 * @param backend overrides the backend of every pipe
 * @param kernel overrides the kernel profile of every pipe
 * @param seed overrides the seed of every pipe
 * @param required the facilities whose absence fails a test instead of skipping it
 * @param perConnectionRate whether every pipe on backend toxiproxy has its rate for each connection
 * @param console whether verdict lines go to the console too
 */
record Settings(
        Optional<String> backend,
        Optional<KernelProfile> kernel,
        Optional<Long> seed,
        Set<String> required,
        boolean perConnectionRate,
        boolean console) {

    static final String BACKEND = "longfatpipe.backend";
    static final String KERNEL = "longfatpipe.kernel";
    static final String SEED = "longfatpipe.seed";
    static final String REQUIRE = "longfatpipe.require";
    static final String VERDICTS = "longfatpipe.verdicts";
    static final String PER_CONNECTION_RATE = "longfatpipe.toxiproxy.perConnectionRate";

    /** The backend that the setting is about. */
    static final String TOXIPROXY = "toxiproxy";

    static Settings of(ExtensionContext context) {
        MisspeltSettings.refuse(System.getProperties().stringPropertyNames());
        return new Settings(
                text(context, BACKEND),
                text(context, KERNEL).map(Settings::kernel),
                text(context, SEED).map(Settings::number),
                text(context, REQUIRE).map(Settings::list).orElse(Set.of()),
                text(context, PER_CONNECTION_RATE).map(Settings::isTrue).orElse(false),
                text(context, VERDICTS).map(Settings::isConsole).orElse(false));
    }

    private static Optional<String> text(ExtensionContext context, String parameter) {
        return context.getConfigurationParameter(parameter).map(String::strip).filter(text -> !text.isEmpty());
    }

    private static KernelProfile kernel(String name) {
        try {
            return KernelProfile.named(name);
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(KERNEL + "=" + name + ": " + e.getMessage(), e);
        }
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new ExtensionConfigurationException(
                    SEED + " [" + text + "] is not a whole number: write one such as \"42\"", e);
        }
    }

    private static Set<String> list(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isTrue(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new ExtensionConfigurationException(
                    PER_CONNECTION_RATE + " [" + text + "] is neither: write \"true\" or \"false\"");
        }
        return text.equals("true");
    }

    private static boolean isConsole(String text) {
        return switch (text) {
            case "console" -> true;
            case "report" -> false;
            default ->
                throw new ExtensionConfigurationException(VERDICTS + " [" + text
                        + "] is unknown: write \"console\" to have verdict lines printed, or \"report\" to have them only"
                        + " in the report of the test");
        };
    }
}
