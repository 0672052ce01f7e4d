/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * Finds the folder of a report: {@code target/longfatpipe} of a Maven module, {@code build/longfatpipe} of a Gradle project, or
 * what {@code longfatpipe.report.dir} says.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ReportFolder {

    private static final String NAME = "longfatpipe";
    private static final List<String> GRADLE =
            List.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts");

    private ReportFolder() {}

    /**
     * Finds the folder.
     *
     * @param base the folder of the module whose tests run
     * @param given what the setting says; relative to {@code base}
     * @return the folder; empty where neither the setting nor a build file says where a build keeps what it makes
     */
    public static Optional<Path> of(Path base, Optional<String> given) {
        if (given.isPresent()) {
            return Optional.of(base.resolve(given.get()));
        }
        if (Files.exists(base.resolve("pom.xml"))) {
            return Optional.of(base.resolve("target").resolve(NAME));
        }
        return GRADLE.stream().anyMatch(file -> Files.exists(base.resolve(file)))
                ? Optional.of(base.resolve("build").resolve(NAME))
                : Optional.empty();
    }
}
