/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerDaemonTests {

    private static final String OTHERS = ", or use backend tun (kernel TCP) or relay (needs nothing)";

    private static Exception said() {
        return new IllegalStateException("Could not find a valid Docker environment");
    }

    private static Path socket(Path folder) {
        return folder.resolve("docker.sock");
    }

    private static String problem(Path socket) {
        return DockerDaemon.of("unix://" + socket).problem(said());
    }

    @Test
    void without_a_socket_there_is_no_docker(@TempDir Path folder) {
        Path socket = socket(folder);
        assertThat(problem(socket))
                .isEqualTo("there is no Docker here (no socket " + socket
                        + "): install it, or have DOCKER_HOST say where its daemon is" + OTHERS);
    }

    @Test
    void a_socket_at_which_nobody_listens_is_that_of_a_daemon_that_is_down(@TempDir Path folder) throws IOException {
        Path socket = socket(folder);
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(socket)); // the file stays when it is closed
        }
        assertThat(problem(socket))
                .isEqualTo("the Docker daemon is down (nobody listens at " + socket
                        + "): start it (systemctl start docker)" + OTHERS);
    }

    @Test
    void a_socket_of_others_needs_their_group(@TempDir Path folder) throws IOException {
        Path socket = socket(folder);
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(socket));
            DockerDaemon forbidden = new DockerDaemon("unix://" + socket, path -> {
                throw new SocketException("Permission denied");
            });
            assertThat(forbidden.problem(said()))
                    .isEqualTo("this user may not talk to the Docker daemon (" + socket
                            + ": permission denied): add the user to the group docker (usermod -aG docker USER, then log in"
                            + " again)" + OTHERS);
        }
    }

    @Test
    void a_daemon_that_listens_and_does_not_work_is_told_with_what_the_client_said(@TempDir Path folder)
            throws IOException {
        Path socket = socket(folder);
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(socket));
            assertThat(problem(socket))
                    .isEqualTo("the Docker daemon at " + socket
                            + " does not work with Testcontainers (Could not find a valid Docker environment)"
                            + OTHERS);
        }
    }

    @Test
    void one_that_docker_host_names_is_named() {
        assertThat(DockerDaemon.of("tcp://192.0.2.1:2375").problem(said()))
                .isEqualTo(
                        "the Docker daemon at [tcp://192.0.2.1:2375] (DOCKER_HOST) does not answer (Could not find a valid"
                                + " Docker environment): start it, or unset DOCKER_HOST" + OTHERS);
    }
}
