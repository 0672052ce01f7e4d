/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SysctlsTests {

    private final Sysctls sysctls = KernelProfile.linux61().sysctls();

    @ParameterizedTest
    @CsvSource({
        "net.core.rmem_max, 212992",
        "net.core.wmem_max, 425984",
        "net.ipv4.tcp_congestion_control, bbr",
        "net.ipv4.tcp_rmem, 4096 131072 524288",
        "net.ipv4.tcp_slow_start_after_idle, 0",
        "net.ipv4.tcp_window_scaling, 0",
        "net.ipv4.tcp_wmem, 4096 16384 1048576",
    })
    void every_setting_is_replaced_by_its_name_and_nothing_else_changes(String key, String value) {
        String before = sysctls.value(key);
        Sysctls changed = sysctls.with(key, value);

        assertThat(changed.value(key)).isEqualTo(value).isNotEqualTo(before);
        assertThat(changed.with(key, before)).isEqualTo(sysctls);
        assertThat(sysctls.with(key + "=" + value)).isEqualTo(changed);
        assertThat(sysctls.with(" " + key + " = " + value + "\n")).isEqualTo(changed);
    }

    @Test
    void the_components_hold_what_was_written() {
        Sysctls changed = sysctls.with("net.core.rmem_max", "1")
                .with("net.core.wmem_max", "2")
                .with("net.ipv4.tcp_rmem", "3\t4\t5")
                .with("net.ipv4.tcp_wmem", "6 7 8")
                .with("net.ipv4.tcp_window_scaling", "0")
                .with("net.ipv4.tcp_congestion_control", "reno")
                .with("net.ipv4.tcp_slow_start_after_idle", "0");

        assertThat(changed)
                .isEqualTo(new Sysctls(new TcpMemory(3, 4, 5), new TcpMemory(6, 7, 8), 1, 2, false, "reno", false));
    }

    @Test
    void they_are_written_as_one_line() {
        assertThat(sysctls)
                .hasToString("net.core.rmem_max=67108864, net.core.wmem_max=67108864,"
                        + " net.ipv4.tcp_congestion_control=cubic, net.ipv4.tcp_rmem=4096 131072 33554432,"
                        + " net.ipv4.tcp_slow_start_after_idle=1, net.ipv4.tcp_window_scaling=1,"
                        + " net.ipv4.tcp_wmem=4096 16384 33554432");
    }

    @Test
    void an_unknown_setting_is_refused_with_the_list_of_the_known() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sysctls.with("net.ipv4.tcp_rmen", "4096 131072 524288"))
                .withMessage(
                        "sysctl [net.ipv4.tcp_rmen] is not part of a kernel profile: write one of net.core.rmem_max,"
                                + " net.core.wmem_max, net.ipv4.tcp_congestion_control, net.ipv4.tcp_rmem,"
                                + " net.ipv4.tcp_slow_start_after_idle, net.ipv4.tcp_window_scaling, net.ipv4.tcp_wmem");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sysctls.value("tcp_rmem"))
                .withMessageStartingWith("sysctl [tcp_rmem] is not part of a kernel profile: write one of ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "net.ipv4.tcp_rmem | net.ipv4.tcp_rmem [524288] is not the three numbers min, initial and max: write \"4096 131072 6291456\" | 524288",
                "net.ipv4.tcp_wmem | net.ipv4.tcp_wmem [4M] is not a whole number of bytes: write \"4194304\" | 4096 16384 4M",
                "net.core.rmem_max | net.core.rmem_max [4MiB] is not a whole number of bytes: write \"4194304\" | 4MiB",
                "net.core.wmem_max | net.core.wmem_max [-1] is not a whole number of bytes: write \"4194304\" | -1",
                "net.core.wmem_max | net.core.wmem_max [0] is outside 1 to 2147483647 bytes: write \"4194304\" | 0",
                "net.core.rmem_max | net.core.rmem_max [2147483648] is outside 1 to 2147483647 bytes: write \"4194304\" | 2147483648",
                "net.ipv4.tcp_window_scaling | net.ipv4.tcp_window_scaling [yes] is neither on nor off: write \"1\" or \"0\" | yes",
                "net.ipv4.tcp_congestion_control | net.ipv4.tcp_congestion_control [cubic reno] is not the name of a congestion control: write \"cubic\", \"reno\" or \"bbr\" | cubic reno",
            })
    void a_value_of_the_wrong_kind_is_refused_with_a_right_one(String key, String message, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sysctls.with(key, value))
                .withMessage(message);
    }

    @Test
    void an_assignment_needs_its_sign() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sysctls.with("net.ipv4.tcp_rmem 4096 131072 524288"))
                .withMessage("sysctl [net.ipv4.tcp_rmem 4096 131072 524288] is not of the form key=value:"
                        + " write \"net.ipv4.tcp_rmem=4096 131072 6291456\"");
    }
}
