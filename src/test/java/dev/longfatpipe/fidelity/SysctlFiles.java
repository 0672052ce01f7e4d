/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.kernel.KernelProfile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sets sysctls of this machine for a scenario, and sets them back. The congestion control is not one of them: a network namespace
 * may not choose every one that the machine has, so that the backend pins it for its pipe.
 *
 * @param root {@code /proc/sys}
 */
record SysctlFiles(Path root) {

    /** Of the machine that measured the truth; see its README. */
    private static final Map<String, String> TRUTH = Map.of(
            "net.ipv4.tcp_rmem", "4096 131072 33554432",
            "net.ipv4.tcp_wmem", "4096 16384 33554432",
            "net.ipv4.tcp_window_scaling", "1",
            "net.ipv4.tcp_no_metrics_save", "1");

    /**
     * Sets what a scenario asks for, over what the truth's machine had.
     *
     * @throws IllegalArgumentException if this machine does not let it be set
     */
    Ends.Prepared set(Scenario scenario) throws IOException {
        Map<String, String> wanted = new LinkedHashMap<>(TRUTH);
        KernelProfile profile = KernelProfile.linux61();
        for (Map.Entry<String, String> setting : TRUTH.entrySet()) {
            if (setting.getKey().endsWith("mem")) {
                profile = profile.with(setting.getKey(), setting.getValue());
            }
        }
        for (SysctlOverride override : scenario.overrides()) {
            profile = override.on(profile);
            wanted.put(override.key(), profile.sysctls().value(override.key()));
        }
        Map<Path, String> before = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, String> setting : wanted.entrySet()) {
                Path file = root.resolve(setting.getKey().replace('.', '/'));
                String had = read(file);
                if (!had.equals(setting.getValue())) {
                    write(setting.getKey(), file, setting.getValue());
                    before.put(file, had);
                }
            }
        } catch (IOException | RuntimeException e) {
            setBack(before);
            throw e;
        }
        return () -> setBack(before);
    }

    private static void setBack(Map<Path, String> before) throws IOException {
        for (Map.Entry<Path, String> setting : before.entrySet()) {
            Files.writeString(setting.getKey(), setting.getValue());
        }
    }

    /** Numbers of a line are set apart by tabs, and a file of /proc/sys must be read in one call. */
    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII)
                .strip()
                .replaceAll("\\s+", " ");
    }

    private static void write(String key, Path file, String value) {
        try {
            Files.writeString(file, value);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "sysctl [" + key + "=" + value + "] cannot be set here: " + e.getMessage(), e);
        }
    }
}
