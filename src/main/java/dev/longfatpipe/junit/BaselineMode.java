/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** What is done with baselines. */
enum BaselineMode {
    CHECK("check"),
    RECORD("record"),
    UPDATE("update"),
    OFF("off");

    /** Set by the usual CI systems; the first by nearly all of them. */
    private static final List<String> CI_VARIABLES =
            List.of("CI", "GITHUB_ACTIONS", "GITLAB_CI", "JENKINS_URL", "TF_BUILD", "BUILDKITE", "TEAMCITY_VERSION");

    private final String text;

    BaselineMode(String text) {
        this.text = text;
    }

    static BaselineMode parse(String text) {
        return Arrays.stream(values())
                .filter(mode -> mode.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new ExtensionConfigurationException(GateSettings.BASELINE + " [" + text
                        + "] is unknown: write \"check\" to compare with the committed baselines, \"record\" to write them"
                        + " anew, \"update\" to write those that are missing or have improved, or \"off\""));
    }

    boolean writes() {
        return this == RECORD || this == UPDATE;
    }

    /**
     * Refuses to write baselines in CI, where nobody would commit them and every change would pass.
     *
     * @param environment the variables of this process
     * @param allowed whether it was asked for
     */
    void requireAllowed(Map<String, String> environment, boolean allowed) {
        Optional<String> variable = CI_VARIABLES.stream()
                .filter(name -> isSet(environment.getOrDefault(name, "")))
                .findFirst();
        if (writes() && !allowed && variable.isPresent()) {
            throw new ExtensionConfigurationException(GateSettings.BASELINE + "=" + text
                    + " is refused in CI (the environment has " + variable.get() + "="
                    + environment.get(variable.get())
                    + "), where baselines that are written are compared with themselves: record them on a branch and commit"
                    + " the files, or allow it with " + GateSettings.CI + "=allow");
        }
    }

    private static boolean isSet(String value) {
        return !value.isBlank() && !value.equals("false") && !value.equals("0");
    }
}
