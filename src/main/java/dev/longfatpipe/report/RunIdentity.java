/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apiguardian.api.API;

/**
 * Tells which JVMs belong to one run of a build, so that their parts become one report.
 *
 * <p>The forks of Surefire, Failsafe and Gradle have the build's own process above them, which makes the run; any other JVM is a
 * run of its own. {@code longfatpipe.report.run} overrides it: JVMs that give the same name belong together.
 *
 * @param key names the run: letters, digits, dots, underscores and dashes
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record RunIdentity(String key) {

    private static final Set<String> SHELLS =
            Set.of("sh", "bash", "dash", "ash", "zsh", "ksh", "busybox", "cmd.exe", "cmd");
    private static final String OTHER_THAN_PLAIN = "[^A-Za-z0-9._-]";

    /**
     * Finds the run of this JVM.
     *
     * @param property system properties by name
     * @param given the name that was given to the run, if one was
     */
    public static RunIdentity of(Function<String, Optional<String>> property, Optional<String> given) {
        if (given.isPresent()) {
            return new RunIdentity("run-" + given.get().replaceAll(OTHER_THAN_PLAIN, "_"));
        }
        ProcessHandle own = ProcessHandle.current();
        boolean fork = property.apply("surefire.test.class.path").isPresent()
                || property.apply("surefire.real.class.path").isPresent()
                || property.apply("org.gradle.test.worker").isPresent();
        return new RunIdentity(key(fork ? builder(own) : own));
    }

    /** The nearest process above that is no shell. */
    private static ProcessHandle builder(ProcessHandle own) {
        Optional<ProcessHandle> above = own.parent();
        while (above.isPresent()) {
            ProcessHandle process = above.get();
            boolean shell = process.info()
                    .command()
                    .map(command -> Path.of(command).getFileName())
                    .filter(name -> name != null && SHELLS.contains(name.toString()))
                    .isPresent();
            if (!shell) {
                return process;
            }
            above = process.parent();
        }
        return own;
    }

    /** Numbers of processes come again; together with their beginning they do not. */
    static String key(ProcessHandle process) {
        return process.pid() + "-"
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
