/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.observe.ListeningSockets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The tables are as x86 and ARM write them. */
@DisabledIf("isBigEndian")
class ServersTests {

    private static final String HEADER = "  sl  local_address rem_address   st tx_queue rx_queue\n";

    private final Path proc;

    ServersTests(@TempDir Path proc) {
        this.proc = proc;
    }

    private final AddressPlan plan = AddressPlan.ofNetwork(0);

    static boolean isBigEndian() {
        return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
    }

    @BeforeEach
    void nobodyListens() throws IOException {
        for (String file : new String[] {"tcp", "udp"}) {
            Files.writeString(proc.resolve(file), HEADER);
        }
    }

    private void listens(String file, String address, String state) throws IOException {
        Files.writeString(
                proc.resolve(file),
                HEADER + "   0: " + address + ":1F90 00000000:0000 " + state + " 00000000:00000000 00:00000000\n");
    }

    private InetSocketAddress addressFor(String host) throws IOException {
        return new Servers(plan, new ListeningSockets(proc)).addressFor(new InetSocketAddress(host, 8_080), 7);
    }

    @Test
    void server_that_is_not_there_yet_has_an_address() throws IOException {
        assertThat(addressFor("127.0.0.1")).isEqualTo(new InetSocketAddress("198.18.0.7", 8_080));
        assertThat(addressFor("::1")).isEqualTo(new InetSocketAddress("2001:2::7", 8_080));
    }

    @Test
    void wildcard_and_the_device_s_own_address_are_reached() throws IOException {
        for (String reached : new String[] {"00000000", "010012C6"}) {
            listens("tcp", reached, "0A");
            assertThat(addressFor("127.0.0.1")).isEqualTo(new InetSocketAddress("198.18.0.7", 8_080));
        }
        Files.writeString(proc.resolve("tcp"), HEADER);
        listens("tcp6", "00000000000000000000000000000000", "0A");
        assertThat(addressFor("127.0.0.1")).isEqualTo(new InetSocketAddress("198.18.0.7", 8_080));
    }

    @Test
    void server_on_loopback_is_told_where_to_bind() throws IOException {
        listens("tcp6", "0000000000000000FFFF00000100007F", "0A");

        assertThatThrownBy(() -> addressFor("127.0.0.1"))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "server [127.0.0.1:8080] listens on 127.0.0.1 only, where packets of a network device do not come:"
                                + " bind it to every address of the machine, as new InetSocketAddress(8080) is, or to 198.18.0.1; or use"
                                + " backend relay");
    }

    @Test
    void so_is_a_server_of_udp() throws IOException {
        listens("udp", "0100007F", "07");

        assertThatThrownBy(() -> addressFor("127.0.0.1"))
                .hasMessageStartingWith("server [127.0.0.1:8080] listens on 127.0.0.1 only");
    }

    @Test
    void connections_are_no_servers() throws IOException {
        listens("tcp", "0100007F", "01");

        assertThat(addressFor("127.0.0.1").getPort()).isEqualTo(8_080);
    }

    @Test
    void server_elsewhere_is_refused() {
        assertThatThrownBy(() -> addressFor("192.0.2.1"))
                .hasMessage(
                        "server [192.0.2.1:8080] is not on this machine (in this network namespace), where alone backend [tun]"
                                + " can lead: use backend relay or netem");
    }
}
