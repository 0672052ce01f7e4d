/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FragmentsTests {

    private final Fragments four = new Fragments(1500, false);
    private final Fragments six = new Fragments(1500, true);

    @Test
    void datagram_that_fits_is_one_packet_with_the_headers_of_ip_and_udp() {
        assertThat(four.count(1472)).isEqualTo(1);
        assertThat(four.ipBytes(1472, 0)).isEqualTo(1500);
        assertThat(four.ipBytes(0, 0)).isEqualTo(28);
        assertThat(six.count(1452)).isEqualTo(1);
        assertThat(six.ipBytes(1452, 0)).isEqualTo(1500);
        assertThat(Fragments.wireBytes(1500)).isEqualTo(1514);
    }

    @Test
    void one_byte_more_takes_a_second_packet() {
        assertThat(four.count(1473)).isEqualTo(2);
        assertThat(four.ipBytes(1473, 0)).isEqualTo(1500);
        assertThat(four.ipBytes(1473, 1)).isEqualTo(21);
        assertThat(six.count(1453)).isEqualTo(2);
        assertThat(six.ipBytes(1453, 0)).isEqualTo(1448 + 48);
        assertThat(six.ipBytes(1453, 1)).isEqualTo(13 + 48);
    }

    @Test
    void largest_datagram_takes_as_many_fragments_as_a_kernel_makes_of_it() {
        assertThat(four.count(65_507)).isEqualTo(45); // 65,515 bytes, 1,480 in each
        assertThat(four.ipBytes(65_507, 44)).isEqualTo(65_515 - 44 * 1480 + 20);
    }

    @Test
    void fragment_carries_a_multiple_of_eight_bytes() {
        Fragments odd = new Fragments(1003, false);
        assertThat(odd.ipBytes(2000, 0)).isEqualTo(976 + 20);
        assertThat(odd.ipBytes(2000, 1)).isEqualTo(976 + 20);
        assertThat(odd.ipBytes(2000, 2)).isEqualTo(2008 - 2 * 976 + 20);
    }

    @ParameterizedTest
    @ValueSource(ints = {576, 1003, 1280, 1500, 9000, 65_535})
    void every_byte_is_carried_once(int mtu) {
        for (boolean v6 : new boolean[] {false, true}) {
            Fragments fragments = new Fragments(mtu, v6);
            for (int payload = 0; payload <= 65_507; payload += 311) {
                int carried = 0;
                int count = fragments.count(payload);
                int headers = (v6 ? 40 : 20) + (v6 && count > 1 ? 8 : 0);
                for (int i = 0; i < count; i++) {
                    assertThat(fragments.ipBytes(payload, i)).isBetween(headers + 1, mtu);
                    carried += fragments.ipBytes(payload, i) - headers;
                }
                assertThat(carried).isEqualTo(payload + 8);
            }
        }
    }
}
