/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Reads how long the machine's processors have had nothing to do, from {@code /proc/stat} (proc_stat(5)): the sum of idle and
 * iowait, in hundredths of a second, divided by the number of processors. Stateless and thread-safe.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class IdleProcessors {

    private static final Path STAT = Path.of("/proc/stat");
    private static final Pattern PROCESSOR = Pattern.compile("cpu\\d.*");
    private static final long NANOS_PER_TICK = 10_000_000L;
    private static final int IDLE = 4;
    private static final int IOWAIT = 5;

    private IdleProcessors() {}

    /** Returns the idle time per processor since the machine started; null where it cannot be read. */
    public static @Nullable Duration time() {
        try {
            return parse(Files.readAllLines(STAT, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return null;
        }
    }

    static @Nullable Duration parse(List<String> lines) {
        long processors = lines.stream().filter(PROCESSOR.asMatchPredicate()).count();
        String[] all = lines.isEmpty() ? new String[0] : lines.get(0).trim().split("\\s+");
        if (processors == 0 || all.length <= IOWAIT || !all[0].equals("cpu")) {
            return null;
        }
        try {
            long ticks = Long.parseLong(all[IDLE]) + Long.parseLong(all[IOWAIT]);
            return Duration.ofNanos(Math.multiplyExact(ticks, NANOS_PER_TICK) / processors);
        } catch (NumberFormatException | ArithmeticException e) {
            return null;
        }
    }
}
