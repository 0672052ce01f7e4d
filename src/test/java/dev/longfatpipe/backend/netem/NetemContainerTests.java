/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.HostConfig;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.observe.FlowSample;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.spi.ContainerServer;
import dev.longfatpipe.spi.OpenPipe;
import dev.longfatpipe.spi.PipeRequest;
import dev.longfatpipe.units.DataRate;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;

/** What is particular about a router in a container, on a machine that has what it needs. */
@Tag("netem-container")
class NetemContainerTests {

    private static final Path PATH = Path.of(Duration.ofMillis(40), DataRate.ofMegabitsPerSecond(10));
    private static final int PORT = 7_000;
    private static final int BYTES = 1_000_000;
    /** Ten were tried; each takes half a minute where netem is tested, under User-Mode Linux. */
    private static final int KILLS = Integer.getInteger("tests.kills", 3);

    private static OpenPipe open() throws IOException {
        KernelProfile kernel = KernelProfile.host();
        return RouterInContainer.backend().open(new PipeRequest("", PATH, kernel, kernel, null, 1));
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
        return RouterInContainer.sleeping()
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

    /** Killed in the middle of a transfer, then swept away by the next one. */
    @Test
    void what_a_killed_jvm_left_is_gone_when_the_next_pipe_is_open() throws Exception {
        Docker docker = Docker.connect();
        open().close(); // this JVM's own router stays until it ends
        Left before = Left.in(docker);
        for (int i = 0; i < KILLS; i++) {
            Victim.killed(true);
            Left left = Left.in(docker);
            assertThat(left.containers()).hasSizeGreaterThan(before.containers().size());
            assertThat(left.networks()).hasSizeGreaterThan(before.networks().size());
            Machine.sweep(docker);
            assertThat(Left.in(docker)).isEqualTo(before);
        }
        try (OpenPipe pipe = open()) {
            assertThat(pipe.description().backend()).isEqualTo("netem");
        }
        assertThat(Left.in(docker)).isEqualTo(before);
    }

    /** What there is of containers and networks in the daemon, and of devices, addresses and routes on this host. */
    private record Left(Set<String> containers, Set<String> networks, String host) {

        static Left in(Docker docker) throws IOException {
            return new Left(
                    docker.client().listContainersCmd().withShowAll(true).exec().stream()
                            .map(Container::getId)
                            .collect(Collectors.toSet()),
                    docker.client().listNetworksCmd().exec().stream()
                            .map(com.github.dockerjava.api.model.Network::getId)
                            .collect(Collectors.toSet()),
                    NetworkInterface.networkInterfaces()
                                    .flatMap(device -> device.inetAddresses()
                                            .filter(address -> !address.isLinkLocalAddress())
                                            .map(address -> device.getName() + " " + address.getHostAddress()))
                                    .sorted()
                                    .collect(Collectors.joining("\n"))
                            + Files.readString(java.nio.file.Path.of("/proc/net/route")));
        }
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
}
