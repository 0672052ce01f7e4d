/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that a router belongs to. A process id is used again one day: together with the time at which the process began,
 * in ticks since the machine started (proc_pid_stat(5), field 22), it is not.
 *
 * @param pid its id
 * @param started when it began
 */
record Owner(long pid, long started) {

    private static final Pattern NAME = Pattern.compile("longfatpipe-(\\d+)-(\\d+)-(\\d+)(-middle|-far)?");
    private static final int STARTED = 22;
    private static final int FIRST_AFTER_NAME = 3;

    /** This JVM. */
    static Owner self() throws IOException {
        long pid = ProcessHandle.current().pid();
        return new Owner(
                pid,
                startOf(pid).orElseThrow(() -> new IOException("/proc/" + pid + "/stat cannot be read: mount /proc")));
    }

    /** The owner that the name of a namespace tells. */
    static Optional<Owner> ofNamespace(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(new Owner(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    String namespace(int number) {
        return "longfatpipe-" + pid + "-" + started + "-" + number;
    }

    /** Where processes of others are not shown (proc(5), hidepid), one that is not seen may be alive. */
    boolean isAlive() {
        return startOf(pid).map(start -> start == started).orElseGet(() -> !Files.exists(Path.of("/proc/1")));
    }

    private static Optional<Long> startOf(long pid) {
        try {
            return start(Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * When a process began; empty of one that has ended, and waits for its parent to ask how. The name of the program, second and in
     * parentheses, may hold anything.
     */
    static Optional<Long> start(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        int index = STARTED - FIRST_AFTER_NAME;
        boolean ended = fields[0].equals("Z") || fields[0].equals("X");
        return !ended && fields.length > index ? Optional.of(Long.valueOf(fields[index])) : Optional.empty();
    }
}
