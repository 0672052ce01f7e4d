/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataRate;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ContainerSysctlsTests {

    private static final Path PATH = Path.of(Duration.ofMillis(100), DataRate.ofMegabitsPerSecond(100));

    @Test
    void of_sizes_are_twice_of_what_setsockopt_would_ask_for() {
        assertThat(SocketBufferPolicy.parse("64KiB", "1000B").sysctls(PATH))
                .containsExactly(
                        java.util.Map.entry("net.ipv4.tcp_rmem", "4096 131072 131072"),
                        java.util.Map.entry("net.ipv4.tcp_wmem", "2000 2000 2000"));
    }

    @Test
    void of_multiples_are_those_of_the_path() {
        assertThat(SocketBufferPolicy.parse("2bdp", "auto").sysctls(PATH))
                .containsExactly(java.util.Map.entry("net.ipv4.tcp_rmem", "4096 5000000 5000000"));
    }

    @Test
    void of_what_is_left_to_the_kernel_there_are_none() {
        assertThat(SocketBufferPolicy.auto().sysctls(PATH)).isEmpty();
    }
}
