/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * Finds system properties that were meant to be settings: a misspelt {@code longfatpipe.backend} would otherwise leave every test
 * on the default backend without a word. Names that resemble no setting are other people's.
 */
final class MisspeltSettings {

    private static final List<String> SETTINGS = List.of(
            Settings.BACKEND,
            Settings.KERNEL,
            Settings.SEED,
            Settings.REQUIRE,
            Settings.VERDICTS,
            Settings.PER_CONNECTION_RATE,
            "longfatpipe.toxiproxy.url",
            "longfatpipe.toxiproxy.image",
            "longfatpipe.toxiproxy.network",
            "longfatpipe.toxiproxy.ports",
            "longfatpipe.toxiproxy.upstreamHost",
            ReportSettings.REPORT,
            ReportSettings.FOLDER,
            ReportSettings.RUN,
            ReportSettings.PROGRESS,
            GateSettings.BASELINE,
            GateSettings.FOLDER,
            GateSettings.CI,
            GateSettings.REPEATS,
            GateSettings.BUDGET,
            GateSettings.INCONCLUSIVE,
            "longfatpipe.netem.router", // read by the backend itself, as is the next
            "longfatpipe.netem.image");

    private static final String PREFIX = "longfatpipe.";

    /** Two letters that have changed places are two changes. */
    private static final int FEW_CHANGES = 2;

    private MisspeltSettings() {}

    /**
     * Refuses names that are nearly those of settings.
     *
     * @throws ExtensionConfigurationException for the first of them
     */
    static void refuse(Set<String> properties) {
        for (String property : new TreeSet<>(properties)) {
            if (property.startsWith(PREFIX) && !SETTINGS.contains(property)) {
                for (String setting : SETTINGS) {
                    if (changes(property, setting) <= FEW_CHANGES) {
                        throw new ExtensionConfigurationException(
                                "system property [" + property + "] is no setting: write \"" + setting + "\"");
                    }
                }
            }
        }
    }

    /** The least number of letters to be put in, taken out or replaced to make one text the other (Levenshtein). */
    private static int changes(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] now = new int[other.length() + 1];
            now[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(replaced, 1 + Math.min(before[j], now[j - 1]));
            }
            before = now;
        }
        return before[other.length()];
    }
}
