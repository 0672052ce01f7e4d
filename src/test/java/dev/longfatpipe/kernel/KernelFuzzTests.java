/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import dev.longfatpipe.safety.Fuzz;
import dev.longfatpipe.safety.Fuzz.Outcome;
import dev.longfatpipe.safety.Parsers;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Any text is a setting of the kernel or is refused with a remedy. */
@Tag("safety")
@ResourceLock(Resources.LOCALE)
class KernelFuzzTests {

    private static final int BYTES_PER_CHARACTER = 100;

    private static final Sysctls BASE = KernelProfile.linux61().sysctls();

    @Test
    void of_tcp_memory(TestReporter reporter) throws InterruptedException {
        List<String> valid =
                List.of("4096 131072 6291456", "4096\t16384\t4194304\n", "1 1 1", "2147483647 1 2147483647");
        Fuzz.texts(
                        "tcp memory",
                        valid,
                        BYTES_PER_CHARACTER,
                        Parsers.exactInParts(TcpMemory::parse, TcpMemory::toString))
                .run(reporter);
    }

    @Test
    void of_sysctls(TestReporter reporter) throws InterruptedException {
        List<String> valid = List.of(
                "net.ipv4.tcp_rmem=4096 131072 6291456",
                "net.ipv4.tcp_wmem = 4096 16384 4194304",
                "net.core.rmem_max=212992",
                "net.core.wmem_max= 2147483647",
                "net.ipv4.tcp_window_scaling=0",
                "net.ipv4.tcp_slow_start_after_idle=1",
                "net.ipv4.tcp_congestion_control=bbr");
        Fuzz.texts("sysctl", valid, BYTES_PER_CHARACTER, KernelFuzzTests::sysctl)
                .run(reporter);
    }

    private static Outcome sysctl(String input) {
        Sysctls changed;
        try {
            changed = BASE.with(input);
        } catch (IllegalArgumentException e) {
            return Parsers.refused(e);
        }
        for (Sysctl sysctl : Sysctl.values()) {
            if (!changed.equals(changed.with(sysctl.key(), changed.value(sysctl.key())))) {
                throw new AssertionError("is [" + changed + "], but " + sysctl.key() + " is not read as written");
            }
        }
        return new Outcome(true, changed);
    }
}
