/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.longfatpipe.path.Direction;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DroppedDatagramsTests {

    private static final InetSocketAddress RELAY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0x14E9);
    private static final InetSocketAddress SERVER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0x14EA);

    private final DroppedDatagrams dropped = new DroppedDatagrams();

    @BeforeEach
    void requireLittleEndian() {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "the table is one of a little-endian machine");
    }

    private static UdpDrops drops(long ofRelay, long ofServer) {
        String rest =
                " 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 22001 2 0000000000000000 ";
        return UdpDrops.parse(List.of("1: 0100007F:14E9" + rest + ofRelay, "2: 00000000:14EA" + rest + ofServer));
    }

    @Test
    void of_the_relay_are_told_with_the_remedy() {
        dropped.watchRelay(RELAY, Direction.UPSTREAM, "the clients", drops(0, 0));
        dropped.look(drops(3, 0));

        assertThat(dropped.ofRelay(Direction.UPSTREAM)).isEqualTo(3);
        assertThat(dropped.warnings())
                .containsExactly(
                        "the relay's socket towards the clients dropped 3 datagrams, for its receive buffer was full: the path"
                                + " did not lose them, and they count as never sent. Raise net.core.rmem_max, or send in smaller"
                                + " bursts");
    }

    @Test
    void of_an_application_are_its_own() {
        dropped.watchApplication(SERVER, "server", drops(0, 0));
        dropped.look(drops(0, 1));

        assertThat(dropped.ofRelay(Direction.UPSTREAM)).isZero();
        assertThat(dropped.warnings())
                .containsExactly(
                        "server socket 127.0.0.1:5354 dropped 1 datagram, for its receive buffer was full: they count as"
                                + " delivered. Read faster, or set a larger SO_RCVBUF on it");
    }

    @Test
    void before_the_socket_was_watched_do_not_count() {
        dropped.watchApplication(SERVER, "server", drops(0, 40));
        dropped.look(drops(0, 40));

        assertThat(dropped.warnings()).isEmpty();
    }

    @Test
    void stay_told_when_the_socket_is_gone() {
        dropped.watchRelay(RELAY, Direction.UPSTREAM, "the clients", drops(0, 0));
        dropped.look(drops(3, 0));
        dropped.forget(RELAY);
        dropped.look(UdpDrops.parse(List.of()));

        assertThat(dropped.ofRelay(Direction.UPSTREAM)).isEqualTo(3);
        assertThat(dropped.warnings()).hasSize(1);
    }
}
