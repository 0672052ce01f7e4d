/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlotTests {

    @Test
    void each_has_eight_addresses_of_its_own() {
        Slot first = new Slot(0);
        assertThat(first.client().getHostAddress()).isEqualTo("198.19.0.1");
        assertThat(first.entry().getHostAddress()).isEqualTo("198.19.0.2");
        assertThat(first.server().getHostAddress()).isEqualTo("198.19.0.5");
        assertThat(first.exit().getHostAddress()).isEqualTo("198.19.0.6");
        assertThat(first.clientNetwork()).isEqualTo("198.19.0.0/30");
        assertThat(first.serverNetwork()).isEqualTo("198.19.0.4/30");
        assertThat(new Slot(1).client().getHostAddress()).isEqualTo("198.19.0.9");
        assertThat(new Slot(Slot.COUNT - 1).exit().getHostAddress()).isEqualTo("198.19.255.254");
    }

    @Test
    void what_another_device_has_given_out_is_left_alone() throws Exception {
        InetAddress other = InetAddress.getByAddress(new byte[] {(byte) 198, 19, 5, 1});
        assertThat(new Slot(5 * 32).isNear(other)).isTrue();
        assertThat(new Slot(6 * 32).isNear(other)).isFalse();
        assertThat(new Slot(0).isNear(InetAddress.getByAddress(new byte[16]))).isFalse();
    }

    @Test
    void its_devices_have_names_of_its_own_that_are_short_enough() {
        assertThat(new Slot(0x1abc).clientDevice()).isEqualTo("lfn1abcc");
        assertThat(new Slot(0x1abc).serverDevice()).isEqualTo("lfn1abcs").hasSizeLessThanOrEqualTo(15);
        assertThat(new Slot(0x1abc).mac(3)).isEqualTo("02:6c:66:1a:bc:03");
    }

    @Test
    void the_owner_is_told_by_the_name_of_the_namespace() {
        Owner owner = new Owner(4711, 123_456);
        assertThat(owner.namespace(17)).isEqualTo("longfatpipe-4711-123456-17");
        assertThat(Owner.ofNamespace("longfatpipe-4711-123456-17")).contains(owner);
        assertThat(Owner.ofNamespace("longfatpipe-4711-123456-17-middle")).contains(owner);
        assertThat(Owner.ofNamespace("longfatpipe-4711-123456-17-far")).contains(owner);
        assertThat(Owner.ofNamespace("somebody-4711-123456-17")).isEqualTo(Optional.empty());
    }

    @Test
    void a_process_lives_while_it_is_the_one_that_began_then() throws Exception {
        Owner self = Owner.self();
        assertThat(self.isAlive()).isTrue();
        assertThat(new Owner(self.pid(), self.started() + 1).isAlive())
                .as("another process with that id")
                .isFalse();
        assertThat(new Owner(Long.MAX_VALUE, 1).isAlive()).isFalse();
    }

    @Test
    void the_name_of_a_program_may_hold_anything() {
        String stat = "7 (a) 1 (b)) S 1 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 1000 10";
        assertThat(Owner.start(stat)).contains(98_765L);
        assertThat(Owner.start("7 (java) S 1")).isEmpty();
    }

    @Test
    void a_process_that_nobody_has_asked_how_it_ended_has_ended() {
        String stat = "7 (java) Z 1 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 1000 10";
        assertThat(Owner.start(stat)).isEmpty();
    }
}
