/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * What runs the tests: a build on a desk, or one of a CI service.
 *
 * @param base the folder of the module whose tests run
 * @param ci whether a CI service runs them
 * @param github whether it is GitHub Actions
 * @param workspace where that has checked out the repository
 * @param stepSummary the file in which that takes a summary
 */
record Surroundings(Path base, boolean ci, boolean github, Optional<Path> workspace, Optional<Path> stepSummary) {

    static Surroundings ofThisJvm() {
        return of(name -> Optional.ofNullable(System.getenv(name)), Surroundings::property);
    }

    static Optional<String> property(String name) {
        return Optional.ofNullable(System.getProperty(name));
    }

    /** From the environment's variables and the system properties, by name. */
    static Surroundings of(
            Function<String, Optional<String>> environment, Function<String, Optional<String>> properties) {
        Function<String, Optional<String>> given =
                name -> environment.apply(name).map(String::strip).filter(text -> !text.isEmpty());
        boolean github = given.apply("GITHUB_ACTIONS").filter("true"::equals).isPresent();
        boolean ci = github
                || given.apply("CI").filter(text -> !text.equals("false")).isPresent()
                || given.apply("JENKINS_URL").isPresent();
        return new Surroundings(
                Path.of(properties
                                .apply("basedir")
                                .or(() -> properties.apply("user.dir"))
                                .orElse(""))
                        .toAbsolutePath(),
                ci,
                github,
                given.apply("GITHUB_WORKSPACE").map(Path::of),
                given.apply("GITHUB_STEP_SUMMARY").map(Path::of));
    }
}
