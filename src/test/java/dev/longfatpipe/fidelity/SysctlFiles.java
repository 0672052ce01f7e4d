/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.io.InputStream;
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

    private static final int LONGEST_VALUE = 4096;

    /** Of the machine that measured the truth; see its README. */
    private static final Map<String, String> TRUTH = Map.of(
            "net.ipv4.tcp_rmem", "4096 131072 33554432",
            "net.ipv4.tcp_wmem", "4096 16384 33554432",
            "net.ipv4.tcp_window_scaling", "1",
            "net.ipv4.tcp_no_metrics_save", "1");

    /** Of the same machine; these belong to the machine as a whole, and a network namespace of its own may not write them. */
    private static final Map<String, String> LARGEST = Map.of(
            "net.core.rmem_max", "67108864",
            "net.core.wmem_max", "67108864");

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
            raise("net.core.rmem_max", scenario.receive(), before);
            raise("net.core.wmem_max", scenario.send(), before);
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

    /** A buffer is cut without a word where the machine's largest is less: the row would be another one. */
    private void raise(String key, BufferSetting asked, Map<Path, String> before) throws IOException {
        Path file = root.resolve(key.replace('.', '/'));
        if (!Files.isReadable(file)) {
            return;
        }
        String had = read(file);
        String wanted = LARGEST.getOrDefault(key, had);
        if (had.equals(wanted)) {
            return;
        }
        try {
            Files.writeString(file, wanted);
            before.put(file, had);
        } catch (IOException e) {
            long bytes = asked.requested().map(DataSize::bytes).orElse(0L);
            if (bytes > Long.parseLong(had)) {
                throw new IllegalArgumentException(
                        "sysctl [" + key + "=" + had + "] cuts the " + bytes
                                + " bytes of this row, and cannot be set here: " + e.getMessage(),
                        e);
            }
        }
    }

    private static void setBack(Map<Path, String> before) throws IOException {
        for (Map.Entry<Path, String> setting : before.entrySet()) {
            Files.writeString(setting.getKey(), setting.getValue());
        }
    }

    /** Numbers of a line are set apart by tabs. A file of /proc/sys must be read in one call: it ends for whoever reads on. */
    private static String read(Path file) throws IOException {
        byte[] value = new byte[LONGEST_VALUE];
        try (InputStream in = Files.newInputStream(file)) {
            return new String(value, 0, Math.max(0, in.read(value)), StandardCharsets.US_ASCII)
                    .strip()
                    .replaceAll("\\s+", " ");
        }
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
