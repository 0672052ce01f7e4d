/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.path.Direction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacketCaptureTests {

    private final Path folder;

    PacketCaptureTests(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void both_directions_have_the_addresses_that_the_client_sees() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        PacketCapture capture = new PacketCapture(file, Instant.ofEpochSecond(100, 999_999_000), 5);
        ByteBuffer up = Packets.udp(40_000, 80, 4);
        Packets.read(up).swapAddresses(); // as it arrives at the server
        ByteBuffer down = Packets.udp(80, 40_000, 4);
        Packets.read(down).swapAddresses(); // as it arrives at the client

        capture.write(Direction.UPSTREAM, up, 0, up.capacity(), 5);
        capture.write(Direction.DOWNSTREAM, down, 0, down.capacity(), 5 + 1_000_000);
        capture.close();
        capture.close();

        ByteBuffer written = ByteBuffer.wrap(file.toByteArray());
        assertThat(written.capacity()).isEqualTo(24 + 2 * (16 + 32));
        assertThat(written.getInt(0)).isEqualTo(0xa1b2c3d4);
        assertThat(written.getInt(20)).as("LINKTYPE_RAW").isEqualTo(101);
        assertThat(new int[] {written.getInt(24), written.getInt(28), written.getInt(32), written.getInt(36)})
                .containsExactly(100, 999_999, 32, 32);
        assertThat(Packets.bytes(written, 40 + 12, 4)).as("source upstream").isEqualTo(Packets.OWN);
        assertThat(new int[] {written.getInt(72), written.getInt(76)}).containsExactly(101, 999);
        assertThat(Packets.bytes(written, 88 + 12, 4)).as("source downstream").isEqualTo(Packets.VIRTUAL);
    }

    @Test
    void folder_gets_one_file_for_each_pipe_and_nothing_is_overwritten() throws IOException {
        PacketCapture.begin(folder, "", 0).close();
        PacketCapture.begin(folder, "", 0).close();
        PacketCapture.begin(folder, "to the/moon", 0).close();
        PacketCapture.begin(folder.resolve("mine.pcap"), "x", 0).close();
        PacketCapture.begin(folder.resolve("mine.pcap"), "x", 0).close();

        try (var files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "pipe.pcap", "pipe-2.pcap", "to_the_moon.pcap", "mine.pcap", "mine-2.pcap");
        }
    }
}
