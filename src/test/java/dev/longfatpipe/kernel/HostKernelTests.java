/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostKernelTests {

    private final Path procSys;

    HostKernelTests(@TempDir Path procSys) {
        this.procSys = procSys;
    }

    @Test
    void reads_every_setting_from_proc_sys() throws IOException {
        writeAll();

        assertThat(linux("6.18.44-cloud").profile())
                .isEqualTo(new KernelProfile(
                        "host (linux 6.18.44-cloud)",
                        WindowLaw.LINUX_6_18,
                        new Sysctls(
                                new TcpMemory(4096, 131_072, 33_554_432),
                                new TcpMemory(4096, 16_384, 8_388_608),
                                4_194_304,
                                2_097_152,
                                false,
                                "bbr",
                                false)));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void reads_the_real_proc_sys_whole_although_its_files_claim_to_be_empty() throws IOException {
        Path real = Path.of("/proc/sys/net/ipv4/tcp_rmem");
        assumeThat(real).isReadable();
        String rmem;
        try (InputStream in = Files.newInputStream(real)) {
            rmem = new String(in.readNBytes(4096), StandardCharsets.US_ASCII).strip();
        }

        assertThat(HostKernel.ofThisMachine().profile().sysctls().tcpRmem()).isEqualTo(TcpMemory.parse(rmem));
    }

    @ParameterizedTest
    @CsvSource({
        "4.18.0-553.el8.x86_64, LINUX_6_1",
        "5.15.0-105-generic, LINUX_6_1",
        "6.1.0-21-amd64, LINUX_6_1",
        "6.5.13, LINUX_6_1",
        "6.6.0, LINUX_6_18",
        "6.12, LINUX_6_18",
        "7.0-rc1, LINUX_6_18",
        "10.2.1, LINUX_6_18",
    })
    void the_law_follows_the_release(String version, WindowLaw law) throws IOException {
        writeAll();

        assertThat(linux(version).profile().law()).isEqualTo(law);
        assertThat(linux(version).profile()).hasToString("host (linux " + version + ")");
    }

    @Test
    void a_setting_that_a_container_hides_has_the_kernels_default_and_the_name_says_so() throws IOException {
        writeAll();
        Files.delete(procSys.resolve("net/core/rmem_max"));
        Files.delete(procSys.resolve("net/core/wmem_max"));

        KernelProfile profile = linux("6.1.0").profile();

        assertThat(profile.sysctls().rmemMax()).isEqualTo(212_992);
        assertThat(profile.sysctls().wmemMax()).isEqualTo(212_992);
        assertThat(profile.sysctls().congestionControl()).isEqualTo("bbr");
        assertThat(profile)
                .hasToString("host (linux 6.1.0); assumed: net.core.rmem_max=212992, net.core.wmem_max=212992");
    }

    @Test
    void a_value_that_makes_no_sense_is_as_good_as_none() throws IOException {
        writeAll();
        write("net/ipv4/tcp_window_scaling", "maybe\n");

        assertThat(linux("6.1.0").profile()).hasToString("host (linux 6.1.0); assumed: net.ipv4.tcp_window_scaling=1");
    }

    @Test
    void an_unreadable_version_has_the_newest_law_and_the_name_says_so() throws IOException {
        writeAll();

        KernelProfile profile = linux("custom").profile();

        assertThat(profile.law()).isEqualTo(WindowLaw.LINUX_6_18);
        assertThat(profile).hasToString("host (linux custom); assumed: window law of 6.18");
    }

    @ParameterizedTest
    @CsvSource({"Mac OS X, 15.1", "Windows 11, 10.0", "'', ''"})
    void elsewhere_it_is_linux_6_18_by_assumption(String osName, String osVersion) throws IOException {
        writeAll();

        KernelProfile profile = new HostKernel(procSys, osName, osVersion).profile();

        assertThat(profile).hasToString("linux-6.18 (assumed)");
        assertThat(profile.sysctls()).isEqualTo(KernelProfile.linux618().sysctls());
        assertThat(profile.law()).isEqualTo(WindowLaw.LINUX_6_18);
    }

    @Test
    void this_machine_has_a_profile() {
        assertThat(KernelProfile.host().name()).matches("host \\(linux .*|linux-6\\.18 \\(assumed\\)");
    }

    private HostKernel linux(String version) {
        return new HostKernel(procSys, "Linux", version);
    }

    private void writeAll() throws IOException {
        write("net/core/rmem_max", "4194304\n");
        write("net/core/wmem_max", "2097152\n");
        write("net/ipv4/tcp_rmem", "4096\t131072\t33554432\n");
        write("net/ipv4/tcp_wmem", "4096\t16384\t8388608\n");
        write("net/ipv4/tcp_window_scaling", "0\n");
        write("net/ipv4/tcp_congestion_control", "bbr\n");
        write("net/ipv4/tcp_slow_start_after_idle", "0\n");
    }

    private void write(String file, String value) throws IOException {
        Path path = procSys.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, value);
    }
}
