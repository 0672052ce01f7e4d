/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.model.HostConfig;
import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.backend.ChildJvm;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.socket.SocketBufferPolicy;
import dev.longfatpipe.units.DataRate;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;

/** What needs Docker, and no netem. */
@Tag("docker")
class DockerContainerTests {

    private static final Path PATH = Path.of(Duration.ofMillis(40), DataRate.ofMegabitsPerSecond(10));
    private static final int KILLS = 10;

    @Test
    void buffers_of_a_container_are_those_that_it_was_created_with() throws IOException {
        ContainerBuffers buffers = ContainerBuffers.of(SocketBufferPolicy.parse("64KiB", "auto"), PATH);
        assertThat(buffers).hasToString("net.ipv4.tcp_rmem=4096 131072 131072");
        try (GenericContainer<?> container = RouterInContainer.sleeping();
                GenericContainer<?> other = RouterInContainer.sleeping()) {
            buffers.applyTo(container);
            container.start();
            buffers.verify(container);
            assertThatThrownBy(() -> buffers.applyTo(container))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("container [" + RouterInContainer.IMAGE
                            + "] runs already, and /proc/sys is read-only in it: call applyTo before its start()");
            other.start();
            assertThatThrownBy(() -> buffers.verify(other))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("container [" + RouterInContainer.IMAGE + "] has net.ipv4.tcp_rmem [")
                    .hasMessageEndingWith(
                            "], and [4096 131072 131072] was asked for: call applyTo(container) before its start()");
        }
    }

    @Test
    void the_words_of_users_lead_to_a_container_on_every_backend_that_reaches_addresses() throws Exception {
        try (GenericContainer<?> container = RouterInContainer.sleeping();
                Pipe pipe = Pipes.open(PATH)) {
            assertThatThrownBy(() -> pipe.to(container, 80))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "container [GenericContainer] does not run: call its start() before pipe.to(container, 80)");
            container.start();
            assertThat(pipe.to(container, 80)).isEqualTo(pipe.to(container, 80));
        }
    }

    /** As the default image is, on a base that is here already. */
    @Test
    void image_is_built_of_a_base_and_what_is_installed_on_it() throws Exception {
        String name = "longfatpipe/built:test";
        String image = RouterImage.built(name, RouterInContainer.IMAGE, "ip -V > /installed")
                .get();
        assertThat(image).startsWith(name);
        try (GenericContainer<?> container = new GenericContainer<>(image)) {
            container.start();
            assertThat(container.execInContainer("cat", "/installed").getStdout())
                    .startsWith("ip utility, iproute2");
            assertThat(container.execInContainer("tc", "-V").getStdout()).startsWith("tc utility, iproute2");
        } finally {
            Docker.connect().client().removeImageCmd(image).exec();
        }
    }

    @Test
    void image_that_cannot_be_built_says_why() {
        assertThatThrownBy(
                        () -> RouterImage.built("longfatpipe/built:never", RouterInContainer.IMAGE, "no-such-program")
                                .get())
                .hasStackTraceContaining("no-such-program");
    }

    /** What a router has in the daemon, without the time that a whole one takes. */
    @Test
    void what_a_killed_jvm_left_in_the_daemon_is_swept_away() throws Exception {
        Docker docker = Docker.connect();
        for (int i = 0; i < KILLS; i++) {
            try (ChildJvm jvm = ChildJvm.start(List.of(), ChildJvm.ownClassPath(), Maker.class)) {
                jvm.awaitLine("made");
            }
            String label = Files.readString(Maker.LABEL);
            assertThat(docker.containers(label)).hasSize(1);
            assertThat(docker.networks(label)).hasSize(1);
            Machine.sweep(docker);
            assertThat(docker.containers(label)).isEmpty();
            assertThat(docker.networks(label)).isEmpty();
        }
        Files.delete(Maker.LABEL);
    }

    /** A JVM that makes a network with a container in it and waits to be killed. */
    static final class Maker {

        static final java.nio.file.Path LABEL =
                java.nio.file.Path.of(System.getProperty("java.io.tmpdir"), "longfatpipe-victim");

        private Maker() {}

        public static void main(String[] arguments) throws Exception {
            Docker docker = Docker.connect();
            Map<String, String> labels = Machine.labels();
            String network = docker.makeNetwork(
                    "longfatpipe-victim-" + ProcessHandle.current().pid(),
                    "198.19.255.0/25",
                    "198.19.255.1",
                    1_500,
                    labels);
            String container = docker.client()
                    .createContainerCmd(RouterInContainer.IMAGE)
                    .withCmd("sleep", "infinity")
                    .withLabels(labels)
                    .withHostConfig(HostConfig.newHostConfig().withNetworkMode(network))
                    .exec()
                    .getId();
            docker.client().startContainerCmd(container).exec();
            Files.writeString(LABEL, "dev.longfatpipe.owner=" + labels.get("dev.longfatpipe.owner"));
            System.out.println("made");
            TimeUnit.MINUTES.sleep(2);
        }
    }
}
