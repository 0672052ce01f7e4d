/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Path;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A server in a container. Its image is the one that is there anyway, for Toxiproxy itself is a server: of its HTTP API. */
@Tag("toxiproxy")
@Isolated("starts a container of the image of which others expect one")
@Timeout(120)
class ServerInContainerTests {

    private static final int API_PORT = 8474;
    /** When a connection began is known to within a look at the sockets. */
    private static final Duration LOOK = Duration.ofMillis(20);

    private static final Path PATH = Path.builder().rtt("60ms").build();

    @Test
    void is_reached_by_its_port_and_is_a_round_trip_away() throws Exception {
        DockerImageName image = DockerImageName.parse(ToxiproxySettings.read().image());
        try (GenericContainer<?> server = new GenericContainer<>(image)) {
            server.withExposedPorts(API_PORT);
            server.waitingFor(Wait.forHttp("/version").forPort(API_PORT));
            server.start();
            try (Pipe pipe = Pipes.builder(PATH).backend(ToxiproxyBackend.NAME).open()) {
                InetSocketAddress address = pipe.to(server, API_PORT);
                String[] answer = new String[1];
                Duration[] took = new Duration[1];
                Transfer transfer = pipe.measure(() -> {
                    long from = System.nanoTime();
                    answer[0] = version(address);
                    took[0] = Duration.ofNanos(System.nanoTime() - from);
                });

                assertThat(answer[0]).startsWith("HTTP/1.1 200 ").contains("\"version\"");
                assertThat(took[0]).isGreaterThanOrEqualTo(PATH.rtt());
                assertThat(transfer.duration()).isCloseTo(took[0], LOOK);
                assertThat(transfer.duration()).isLessThan(PATH.rtt().plus(Duration.ofSeconds(2)));
                assertThat(transfer.bytes().bytes()).isEqualTo(answer[0].length());
            }
        }
    }

    private static String version(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(address, 5_000);
            socket.setSoTimeout(10_000);
            OutputStream out = socket.getOutputStream();
            out.write("GET /version HTTP/1.1\r\nHost: server\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
