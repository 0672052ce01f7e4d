/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Reads for how long something on the machine has been waiting for a processor, from {@code /proc/pressure/cpu} (pressure stall
 * information, Documentation/accounting/psi.rst of Linux 4.20 and later): {@code total} of the line {@code some}, in microseconds. It
 * counts the waits of every process, containers included. Stateless and thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ProcessorPressure {

    private static final Path PRESSURE = Path.of("/proc/pressure/cpu");
    private static final Pattern SOME = Pattern.compile("some .*\\btotal=(\\d{1,15})");

    private ProcessorPressure() {}

    /** Returns the time since the machine started in which something waited for a processor; null where it cannot be read. */
    public static @Nullable Duration time() {
        try {
            return parse(Files.readAllLines(PRESSURE, StandardCharsets.ISO_8859_1));
        } catch (IOException e) { // no such file, or "Operation not supported" where the kernel was told psi=0
            return null;
        }
    }

    static @Nullable Duration parse(List<String> lines) {
        for (String line : lines) {
            Matcher some = SOME.matcher(line);
            if (some.matches()) {
                return Duration.ofNanos(Long.parseLong(some.group(1)) * 1_000);
            }
        }
        return null;
    }
}
