/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SysctlFilesTests {

    private static final String LINE = "rtt=100ms rate=100 limit=3333p";

    private final Path root;

    SysctlFilesTests(@TempDir Path root) {
        this.root = root;
    }

    @BeforeEach
    void write() throws IOException {
        Path ipv4 = Files.createDirectories(root.resolve("net/ipv4"));
        Files.writeString(ipv4.resolve("tcp_rmem"), "4096\t131072\t6291456\n");
        Files.writeString(ipv4.resolve("tcp_wmem"), "4096\t16384\t4194304\n");
        Files.writeString(ipv4.resolve("tcp_window_scaling"), "1\n");
        Files.writeString(ipv4.resolve("tcp_no_metrics_save"), "0\n");
    }

    private String value(String name) throws IOException {
        return Files.readString(root.resolve("net/ipv4").resolve(name)).strip();
    }

    @Test
    void are_those_of_the_truth_with_the_rows_own_over_them() throws IOException {
        Scenario scenario = ScenarioText.parse(LINE + " cc=reno [tcp_rmem max 524288] [window_scaling=0 server only]");

        try (Ends.Prepared prepared = new SysctlFiles(root).set(scenario)) {
            assertThat(prepared).isNotNull();
            assertThat(value("tcp_rmem")).isEqualTo("4096 131072 524288");
            assertThat(value("tcp_wmem")).isEqualTo("4096 16384 33554432");
            assertThat(value("tcp_window_scaling")).isEqualTo("0");
            assertThat(value("tcp_no_metrics_save")).isEqualTo("1");
        }
    }

    @Test
    void are_set_back() throws IOException {
        new SysctlFiles(root)
                .set(ScenarioText.parse(LINE + " cc=cubic [tcp_rmem max 524288]"))
                .close();

        assertThat(value("tcp_rmem").replace('\t', ' ')).isEqualTo("4096 131072 6291456");
        assertThat(value("tcp_no_metrics_save")).isEqualTo("0");
    }

    @Test
    void are_set_back_when_another_cannot_be_read() throws IOException {
        Files.delete(root.resolve("net/ipv4/tcp_no_metrics_save"));

        assertThatIOException()
                .isThrownBy(() -> new SysctlFiles(root).set(ScenarioText.parse(LINE + " cc=reno")))
                .withMessageContaining("tcp_no_metrics_save");
        assertThat(value("tcp_rmem").replace('\t', ' ')).isEqualTo("4096 131072 6291456");
    }

    @Nested
    class The_largest_buffers_of_the_machine {

        private Path write(String name, String value) throws IOException {
            return Files.writeString(
                    Files.createDirectories(root.resolve("net/core")).resolve(name), value);
        }

        @Test
        void are_those_of_the_truths_machine_and_set_back() throws IOException {
            Path receive = write("rmem_max", "212992\n");
            Path send = write("wmem_max", "212992\n");

            try (Ends.Prepared prepared = new SysctlFiles(root).set(ScenarioText.parse(LINE + " rcvbuf=262144"))) {
                assertThat(prepared).isNotNull();
                assertThat(receive).hasContent("67108864");
                assertThat(send).hasContent("67108864");
            }
            assertThat(receive).hasContent("212992");
            assertThat(send).hasContent("212992");
        }

        /** A file that root may not write either, which holds 65536. */
        @Test
        void refuse_a_row_that_they_would_cut() throws IOException {
            Path fixed = Path.of("/proc/sys/kernel/ngroups_max");
            assumeThat(fixed).exists();
            Files.createSymbolicLink(
                    Files.createDirectories(root.resolve("net/core")).resolve("rmem_max"), fixed);
            SysctlFiles files = new SysctlFiles(root);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> files.set(ScenarioText.parse(LINE + " rcvbuf=262144")))
                    .withMessageStartingWith("sysctl [net.core.rmem_max=65536] cuts the 262144 bytes of this row, and"
                            + " cannot be set here: ");
            assertThatNoException()
                    .isThrownBy(() -> files.set(ScenarioText.parse(LINE + " rcvbuf=65536"))
                            .close());
        }
    }
}
