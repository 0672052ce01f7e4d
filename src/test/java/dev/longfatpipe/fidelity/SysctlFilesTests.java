/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
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
}
