/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.longfatpipe.observe.ListeningSockets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpstreamTests {

    private static final String HEADER = "  sl  local_address rem_address   st\n";

    private final Path proc;
    private final Place here = place("127.0.0.1", Optional.empty());
    private final Place container = place("172.17.0.2", Optional.of("host.docker.internal"));

    UpstreamTests(@TempDir Path proc) {
        this.proc = proc;
    }

    private static Place place(String address, Optional<String> hostName) {
        try {
            InetAddress at = InetAddress.getByName(address);
            return new Place(at, "0.0.0.0", at, hostName, ProxyPorts.any());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Upstream upstream(String server, Place place) throws IOException {
        return Upstream.of(new InetSocketAddress(server, 8080), place, new ListeningSockets(proc));
    }

    /** 8080 is 1F90. */
    private void listening(String address) throws IOException {
        Files.writeString(proc.resolve("tcp"), HEADER + "   0: " + address + ":1F90 00000000:0000 0A 0\n");
    }

    @Test
    void server_of_this_machine_is_reached_by_the_name_that_the_container_has_for_it() throws Exception {
        listening("00000000");

        assertThat(upstream("127.0.0.1", container).text()).isEqualTo("host.docker.internal:8080");
    }

    @Test
    void server_that_does_not_listen_yet_is_taken_to_do_so_everywhere() throws Exception {
        assertThat(upstream("127.0.0.1", container).text()).isEqualTo("host.docker.internal:8080");
    }

    @Test
    void server_on_loopback_only_cannot_be_reached_from_a_container() throws Exception {
        listening("0100007F");

        assertThatIOException()
                .isThrownBy(() -> upstream("127.0.0.1", container))
                .withMessage(
                        "server [127.0.0.1:8080] listens on loopback only, where Toxiproxy, which runs elsewhere, cannot"
                                + " reach it: bind the server to every address (0.0.0.0), run Toxiproxy on this machine and name it in"
                                + " longfatpipe.toxiproxy.url, or use backend relay");
    }

    @Test
    void server_on_loopback_only_is_reached_from_this_machine() throws Exception {
        listening("0100007F");

        assertThat(upstream("127.0.0.1", here).text()).isEqualTo("127.0.0.1:8080");
    }

    @Test
    void server_that_listens_everywhere_gets_a_loopback_address_for_each_pipe() throws Exception {
        listening("00000000");
        Upstream one = upstream("127.0.0.1", here);
        Upstream other = upstream("127.0.0.1", here);

        assertThat(one.text()).matches("127\\.\\d+\\.\\d+\\.\\d+:8080").isNotEqualTo(other.text());
        assertThat(one.isMistakenFor(other)).isFalse();
    }

    @Test
    void server_elsewhere_is_reached_at_its_own_address() throws Exception {
        Upstream upstream = upstream("198.51.100.7", container);

        assertThat(upstream.text()).isEqualTo("198.51.100.7:8080");
        assertThat(upstream.here()).isFalse();
    }

    @Test
    void two_pipes_to_one_server_through_one_container_cannot_be_told_apart() throws Exception {
        listening("00000000");

        assertThat(upstream("127.0.0.1", container).isMistakenFor(upstream("127.0.0.1", container)))
                .isTrue();
    }
}
