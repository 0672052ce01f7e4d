/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.longfatpipe.units.DataSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelProfileTests {

    @Test
    void profiles_are_found_by_name() {
        assertThat(KernelProfile.named("linux-6.1")).isEqualTo(KernelProfile.linux61());
        assertThat(KernelProfile.named(" linux-6.18 ")).isEqualTo(KernelProfile.linux618());
        assertThat(KernelProfile.named("host")).isEqualTo(KernelProfile.host());
    }

    @Test
    void an_unknown_name_is_refused_with_the_list_of_the_known() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KernelProfile.named("linux-5.4"))
                .withMessage("kernel profile [linux-5.4] is unknown: write \"host\", \"linux-6.1\" or \"linux-6.18\"");
    }

    @Test
    void a_name_must_show_in_a_report() {
        Sysctls sysctls = KernelProfile.linux61().sysctls();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KernelProfile(" ", WindowLaw.LINUX_6_1, sysctls))
                .withMessage("kernel profile name [ ] is blank: write a name that reports can show");
    }

    @Test
    void an_overridden_sysctl_shows_in_the_name() {
        KernelProfile production = KernelProfile.linux61().with("net.ipv4.tcp_rmem", "4096 131072 524288");

        assertThat(production).hasToString("linux-6.1, net.ipv4.tcp_rmem=4096 131072 524288");
        assertThat(production.law()).isEqualTo(WindowLaw.LINUX_6_1);
        assertThat(production.sysctls().tcpRmem()).isEqualTo(new TcpMemory(4096, 131_072, 524_288));
    }

    @Test
    void overrides_add_up_and_may_be_written_as_in_sysctl_conf() {
        KernelProfile profile = KernelProfile.linux618()
                .with("net.ipv4.tcp_window_scaling = 0")
                .with("net.ipv4.tcp_congestion_control=reno");

        assertThat(profile)
                .hasToString("linux-6.18, net.ipv4.tcp_window_scaling=0, net.ipv4.tcp_congestion_control=reno");
        assertThat(profile.sysctls().windowScaling()).isFalse();
        assertThat(profile.sysctls().congestionControl()).isEqualTo("reno");
    }

    @ParameterizedTest
    @ValueSource(ints = {87, 65_536})
    void an_mss_outside_the_protocol_is_refused(int mss) {
        KernelProfile kernel = KernelProfile.linux61();
        String message =
                "mss [" + mss + "] is outside 88 to 65535 bytes: write 1448 for an MTU of 1500 with timestamps";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> kernel.receiveWindow(BufferSetting.auto(), mss))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kernel.sendCapacity(BufferSetting.auto(), mss))
                .withMessage(message);
    }

    @Test
    void a_setting_knows_whether_it_was_made() {
        BufferSetting explicit = BufferSetting.explicit(DataSize.ofKibibytes(64));

        assertThat(BufferSetting.auto().isAuto()).isTrue();
        assertThat(BufferSetting.auto().requested()).isEmpty();
        assertThat(BufferSetting.auto()).hasToString("auto");
        assertThat(explicit.isAuto()).isFalse();
        assertThat(explicit.requested()).contains(DataSize.ofKibibytes(64));
        assertThat(explicit).hasToString("64KiB");
    }

    @Test
    void an_empty_buffer_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BufferSetting.explicit(DataSize.ZERO))
                .withMessage("socket buffer [0B] is empty: write a size above zero such as \"64KiB\","
                        + " or leave the buffer to the kernel");
    }

    @Test
    void a_window_cannot_begin_above_its_maximum() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new ReceiveWindow(DataSize.ofBytes(2), DataSize.ofBytes(1), 0, false, DataSize.ofBytes(1)))
                .withMessage("initial window [2B] exceeds the maximum 1B: write at most that");
    }
}
