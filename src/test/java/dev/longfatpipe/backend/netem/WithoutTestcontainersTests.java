/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.path.Path;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Testcontainers is optional: where it is missing, all else works, and who asks for it is told what to add. */
class WithoutTestcontainersTests {

    @Test
    void all_else_works_and_the_dependency_is_named() throws Exception {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.contains("testcontainers") && !entry.contains("docker-java"))
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-Dlongfatpipe.netem.router=container",
                        "-cp",
                        classPath,
                        Main.class.getName())
                // Apart from what is printed: from JDK 24 on the virtual machine warns there of native access.
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList())
                .endsWith(
                        "Testcontainers is not on the class path: add the dependency org.testcontainers:testcontainers (2.0 or"
                                + " later, scope test), or use backend tun (kernel TCP) or relay (needs nothing)",
                        "relay",
                        "container [a class] of " + NoContainer.class.getName()
                                + " is no container of Testcontainers: pass a GenericContainer or another ContainerState, or the"
                                + " address of the server");
        assertThat(process.waitFor()).isZero();
    }

    /** Closes nothing. */
    static final class NoContainer implements AutoCloseable {

        @Override
        public void close() {}

        @Override
        public String toString() {
            return "a class";
        }
    }

    /** What runs without Testcontainers. */
    static final class Main {

        private Main() {}

        public static void main(String[] arguments) {
            System.out.println(new NetemBackend().availability().reason().orElse("available"));
            try (Pipe pipe = Pipes.open(Path.builder().rtt(Duration.ofMillis(1)).build());
                    NoContainer none = new NoContainer()) {
                // Whoever looks at all methods of a class loads all types of their signatures.
                System.out.println(
                        Pipe.class.getMethods().length > 0 ? pipe.description().backend() : "?");
                pipe.to(none, 80);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
