/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListeningSocketsTests {

    private static final List<String> FOUR = List.of(
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
            "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0",
            "   1: 0100007F:1F91 0100007F:A001 01 00000000:00000000 00:00000000 00000000     0        0 2 1 0 20 4 30 10 -1",
            "   2: 00000000:1F92 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 3 1 0 100 0 0 10 0");

    private final Path proc;

    ListeningSocketsTests(@TempDir Path proc) {
        this.proc = proc;
    }

    private List<InetAddress> tcp(String file, List<String> lines, int port) throws IOException {
        Files.write(proc.resolve(file), lines);
        return new ListeningSockets(proc).tcp(port);
    }

    @Test
    void only_those_that_listen_at_the_port_are_told() throws IOException {
        assertThat(tcp("tcp", FOUR, 8080)).containsExactly(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        assertThat(tcp("tcp", FOUR, 8081)).as("a connection").isEmpty();
        assertThat(tcp("tcp", FOUR, 8082)).containsExactly(InetAddress.getByAddress(new byte[4]));
    }

    @Test
    void an_ipv4_address_in_the_table_of_ipv6_is_one() throws IOException {
        String line = "   0: 0000000000000000FFFF00000100007F:1F90 00000000000000000000000000000000:0000 0A 0 0 0 0 0";
        assertThat(tcp("tcp6", List.of(FOUR.get(0), line), 8080))
                .containsExactly(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    }

    @Test
    void servers_of_this_machine_are_found() throws IOException {
        try (ServerSocket loopback = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket everywhere = new ServerSocket(0)) {
            assertThat(ListeningSockets.ofThisHost().tcp(loopback.getLocalPort()))
                    .isNotEmpty()
                    .allMatch(InetAddress::isLoopbackAddress);
            assertThat(ListeningSockets.ofThisHost().tcp(everywhere.getLocalPort()))
                    .isNotEmpty()
                    .allMatch(InetAddress::isAnyLocalAddress);
        }
    }
}
