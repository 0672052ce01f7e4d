/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds out by trying why there is no Docker daemon: Testcontainers says only that there is none.
 *
 * @param host what {@code DOCKER_HOST} says, or the usual socket
 * @param connecting connects to a socket
 */
record DockerDaemon(String host, Connecting connecting) {

    /** Connects to a socket of this machine and leaves it again. */
    interface Connecting {

        void to(Path socket) throws IOException;
    }

    private static final String UNIX = "unix://";
    private static final String OTHERS = ", or use backend tun (kernel TCP) or relay (needs nothing)";

    static DockerDaemon ofThisProcess() {
        String host = System.getenv("DOCKER_HOST");
        return of(host == null || host.isBlank() ? UNIX + "/var/run/docker.sock" : host.strip());
    }

    static DockerDaemon of(String host) {
        return new DockerDaemon(host, DockerDaemon::connect);
    }

    private static void connect(Path socket) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
        }
    }

    /** Says what is wrong and what would help, given what the client said. */
    String problem(Exception said) {
        if (!host.startsWith(UNIX)) {
            return "the Docker daemon at [" + host + "] (DOCKER_HOST) does not answer (" + said.getMessage()
                    + "): start it, or unset DOCKER_HOST" + OTHERS;
        }
        Path socket = Path.of(host.substring(UNIX.length()));
        if (!Files.exists(socket)) {
            return "there is no Docker here (no socket " + socket
                    + "): install it, or have DOCKER_HOST say where its daemon is" + OTHERS;
        }
        try {
            connecting.to(socket);
        } catch (ConnectException e) {
            return "the Docker daemon is down (nobody listens at " + socket + "): start it (systemctl start docker)"
                    + OTHERS;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).contains("ermission denied")
                    ? "this user may not talk to the Docker daemon (" + socket
                            + ": permission denied): add the user to the group docker (usermod -aG docker USER, then log in"
                            + " again)" + OTHERS
                    : "the Docker daemon at " + socket + " cannot be reached (" + e.getMessage() + ")" + OTHERS;
        }
        return "the Docker daemon at " + socket + " does not work with Testcontainers (" + said.getMessage() + ")"
                + OTHERS;
    }
}
