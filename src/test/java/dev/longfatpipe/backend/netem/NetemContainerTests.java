/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import dev.longfatpipe.Pipe;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.socket.SocketBufferPolicy;
import dev.longfatpipe.spi.ContainerServer;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.utility.DockerImageName;

/** What is particular about a router in a container, on a machine that has what it needs. */
@Tag("netem-container")
class NetemContainerTests {

    private static final Path PATH = Path.of(Duration.ofMillis(40), DataRate.ofMegabitsPerSecond(10));
    private static final int PORT = 7_000;
    private static final int BYTES = 1_000_000;

    private static OpenPipe open() throws IOException {
        KernelProfile kernel = KernelProfile.host();
        return RouterInContainer.backend().open(new PipeRequest("", PATH, kernel, kernel, null, 1));
    }

    private static GenericContainer<?> container() {
        return new GenericContainer<>(DockerImageName.parse(RouterInContainer.IMAGE)).withCommand("sleep", "infinity");
    }

    /** A container that runs a class of this test with this machine's own Java: no image with one can be pulled everywhere. */
    private static GenericContainer<?> server(Network network) throws Exception {
        String classes = new File(Server.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .getPath();
        String java = new File(ProcessHandle.current().info().command().orElseThrow()).getCanonicalPath();
        List<Bind> binds = new ArrayList<>();
        for (String each : Stream.concat(Stream.of("/usr", "/lib", "/lib64", classes), javaSettings())
                .toList()) {
            if (new File(each).exists()) {
                binds.add(Bind.parse(each + ":" + each + ":ro"));
            }
        }
        return container()
                .withNetwork(network)
                .withCommand(java, "-XX:TieredStopAtLevel=1", "-cp", classes, Server.class.getName())
                .withCreateContainerCmdModifier(create -> {
                    HostConfig host = Objects.requireNonNull(create.getHostConfig());
                    host.withBinds(binds);
                });
    }

    /** Debian keeps them apart. */
    private static Stream<String> javaSettings() {
        String[] names = new File("/etc").list((folder, name) -> name.startsWith("java-"));
        return Stream.of(names == null ? new String[0] : names).map(name -> "/etc/" + name);
    }

    /** Sends bytes to whoever connects, and waits for him to close. */
    static final class Server {

        private Server() {}

        public static void main(String[] arguments) throws IOException {
            try (ServerSocket server = new ServerSocket(PORT)) {
                while (true) {
                    try (Socket client = server.accept()) {
                        client.getOutputStream().write(new byte[BYTES]);
                        System.out.println(client.getInputStream().read());
                    } catch (IOException e) {
                        System.out.println(e);
                    }
                }
            }
        }
    }

    private static Socket connect(InetSocketAddress address) throws IOException, InterruptedException {
        IOException last = new IOException("never tried");
        for (int attempt = 0; attempt < 120; attempt++) {
            Socket socket = new Socket();
            try {
                socket.connect(address, 5_000);
                return socket;
            } catch (IOException e) {
                socket.close();
                last = e; // the server's Java is still starting
                TimeUnit.MILLISECONDS.sleep(500);
            }
        }
        throw last;
    }

    @Test
    void a_server_in_another_container_is_reached_and_its_sockets_are_read_there() throws Exception {
        Network network = Network.newNetwork();
        String networkId = network.getId();
        try (GenericContainer<?> container = server(network)) {
            container.start();
            ContainerServer server =
                    new TestcontainersFinder().find(container, PORT).orElseThrow();
            InetSocketAddress own = server.own().get(0);
            try (OpenPipe pipe = open()) {
                assertThat(pipe.description().tcp())
                        .isEqualTo("kernel TCP end to end, router in a container of " + RouterInContainer.IMAGE);
                InetSocketAddress address = pipe.to(server);
                assertThat(address.getAddress()).isNotEqualTo(own.getAddress());
                long from = System.nanoTime();
                try (Socket client = connect(address)) {
                    assertThat(client.getInputStream().readNBytes(BYTES)).hasSize(BYTES);
                    assertThat(System.nanoTime() - from)
                            .isGreaterThan(PATH.rtt().toNanos());
                    FlowSample flow = pipe.snapshot().connections().get(0).downstream();
                    assertThat(flow.sentBytes()).isEqualTo(BYTES);
                    assertThat(flow.congestionWindow())
                            .as("known to the sender only")
                            .isPositive();
                }
                assertThat(pipe.warnings()).isEmpty();
            }
            try (OpenPipe pipe = open();
                    Socket client = connect(pipe.to(own))) {
                assertThat(client.getInputStream().readNBytes(BYTES)).hasSize(BYTES);
            }
        }
        network.close();
        assertThat(Docker.connect().client().listNetworksCmd().exec())
                .as("nothing of a pipe's is attached to it any more")
                .noneMatch(each -> each.getId().equals(networkId));
    }

    @Test
    void a_server_on_loopback_only_is_refused_with_the_remedy() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
                OpenPipe pipe = open()) {
            assertThatThrownBy(() -> pipe.to((InetSocketAddress) server.getLocalSocketAddress()))
                    .isInstanceOf(IOException.class)
                    .hasMessage("server [127.0.0.1:" + server.getLocalPort()
                            + "] listens at 127.0.0.1 only, where packets that come over a network cannot get: bind it to the"
                            + " wildcard address (new InetSocketAddress(port)), or use backend relay");
        }
    }

    @Test
    void a_server_elsewhere_is_refused() throws IOException {
        try (OpenPipe pipe = open()) {
            assertThatThrownBy(() -> pipe.to(
                            new InetSocketAddress(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}), 80)))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "server [192.0.2.1:80] is neither on this host nor in a network of Docker's, and backend netem"
                                    + " reaches no other: use backend relay");
        }
    }

    @Test
    @Tag("docker")
    void buffers_of_a_container_are_those_that_it_was_created_with() throws IOException {
        ContainerBuffers buffers = ContainerBuffers.of(SocketBufferPolicy.parse("64KiB", "auto"), PATH);
        assertThat(buffers).hasToString("net.ipv4.tcp_rmem=4096 131072 131072");
        try (GenericContainer<?> container = container();
                GenericContainer<?> other = container()) {
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
    @Tag("docker")
    void the_words_of_users_lead_to_a_container_on_every_backend_that_reaches_addresses() throws Exception {
        try (GenericContainer<?> container = container();
                Pipe pipe = dev.longfatpipe.Pipes.open(PATH)) {
            assertThatThrownBy(() -> pipe.to(container, 80))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "container [GenericContainer] does not run: call its start() before pipe.to(container, 80)");
            container.start();
            assertThat(pipe.to(container, 80)).isEqualTo(pipe.to(container, 80));
        }
    }

    /** What a router has in the daemon, without the time that a whole one takes. */
    @Test
    @Tag("docker")
    void what_a_killed_jvm_left_in_the_daemon_is_swept_away() throws Exception {
        Docker docker = Docker.connect();
        for (int i = 0; i < 3; i++) {
            Process victim = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElse("java"),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Victim.class.getName())
                    .redirectErrorStream(true)
                    .start();
            assertThat(victim.inputReader().lines().anyMatch(line -> line.equals("made")))
                    .isTrue();
            victim.destroyForcibly();
            assertThat(victim.waitFor(20, TimeUnit.SECONDS)).isTrue();
            String label = Files.readString(Victim.LABEL);
            assertThat(docker.containers(label)).hasSize(1);
            assertThat(docker.networks(label)).hasSize(1);
            Machine.sweep(docker);
            assertThat(docker.containers(label)).isEmpty();
            assertThat(docker.networks(label)).isEmpty();
        }
        Files.delete(Victim.LABEL);
    }

    /** A JVM that makes a network with a container in it and waits to be killed. */
    static final class Victim {

        static final java.nio.file.Path LABEL =
                java.nio.file.Path.of(System.getProperty("java.io.tmpdir"), "longfatpipe-victim");

        private Victim() {}

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
