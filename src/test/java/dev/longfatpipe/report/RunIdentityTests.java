/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunIdentityTests {

    private static RunIdentity of(Map<String, String> properties) {
        return RunIdentity.of(name -> Optional.ofNullable(properties.get(name)), Optional.empty());
    }

    @Test
    void forks_of_a_build_belong_to_the_process_that_made_them() {
        RunIdentity surefire = of(Map.of("surefire.test.class.path", "x"));

        assertThat(surefire).isEqualTo(of(Map.of("org.gradle.test.worker", "3")));
        assertThat(surefire).isNotEqualTo(of(Map.of()));
    }

    @Test
    void any_other_jvm_is_a_run_of_its_own() {
        assertThat(of(Map.of()).key()).isEqualTo(RunIdentity.key(ProcessHandle.current()));
    }

    @Test
    void a_name_that_was_given_joins_whoever_gives_it() {
        assertThat(RunIdentity.of(name -> Optional.empty(), Optional.of("build/7 @x")))
                .isEqualTo(new RunIdentity("run-build_7__x"));
    }

    @Test
    void a_process_that_is_gone_is_not_alive() {
        assertThat(Part.isAlive(RunIdentity.key(ProcessHandle.current()))).isTrue();
        assertThat(Part.isAlive(ProcessHandle.current().pid() + "-17")).isFalse();
        assertThat(Part.isAlive("")).isFalse();
    }

    @Test
    void the_folder_is_where_the_build_keeps_what_it_makes(@TempDir Path base) throws IOException {
        assertThat(ReportFolder.of(base, Optional.empty())).isEmpty();
        assertThat(ReportFolder.of(base, Optional.of("out"))).contains(base.resolve("out"));
        Files.createFile(base.resolve("build.gradle.kts"));
        assertThat(ReportFolder.of(base, Optional.empty())).contains(base.resolve("build/longfatpipe"));
        Files.createFile(base.resolve("pom.xml"));
        assertThat(ReportFolder.of(base, Optional.empty())).contains(base.resolve("target/longfatpipe"));
    }
}
