/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.Pipes;
import dev.longfatpipe.path.Path;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** A server that dies in the middle of a transfer: nobody waits for it, and everybody is told. */
@Tag("toxiproxy")
@Isolated("kills the server that other tests use")
@Timeout(120)
class ToxiproxyDeathTests {

    private static final Path PATH = Path.builder().rtt("40ms").rate("20mbit").build();
    private static final Duration SOON = Duration.ofSeconds(5);

    private static Pipe open() {
        return Pipes.builder(PATH).backend(ToxiproxyBackend.NAME).open();
    }

    @Test
    void client_sees_its_stream_end_and_the_measurement_says_why(TestReporter reporter) throws Exception {
        long[] moments = new long[3];
        try (OnDemandServer server = OnDemandServer.start();
                MortalToxiproxy toxiproxy = MortalToxiproxy.start();
                Pipe pipe = open()) {
            InetSocketAddress address = pipe.to(server.address());

            assertThatThrownBy(() -> pipe.measure(() -> {
                        try (Socket socket = new Socket()) {
                            socket.connect(address, 5_000);
                            socket.setSoTimeout(30_000);
                            new DataOutputStream(socket.getOutputStream()).writeLong(50_000_000);
                            socket.getInputStream().readNBytes(100_000);
                            toxiproxy.kill();
                            moments[0] = System.nanoTime();
                            readToTheEnd(socket.getInputStream());
                            moments[1] = System.nanoTime();
                        }
                    }))
                    .hasMessageMatching(
                            ".*Toxiproxy at http://.* does not answer \\(.*\\): .*; what crosses a pipe when"
                                    + " that happens is cut off");
            moments[2] = System.nanoTime();
            assertThat(pipe.warnings()).anyMatch(warning -> warning.contains("does not answer"));
        }

        Duration ended = Duration.ofNanos(moments[1] - moments[0]);
        Duration told = Duration.ofNanos(moments[2] - moments[0]);
        reporter.publishEntry("stream ended after", ended.toMillis() + " ms");
        reporter.publishEntry("measurement failed after", told.toMillis() + " ms");
        assertThat(ended).isLessThan(SOON);
        assertThat(told).isLessThan(SOON);
    }

    @Test
    void next_pipe_has_a_server_that_lives() throws Exception {
        try (OnDemandServer server = OnDemandServer.start()) {
            try (MortalToxiproxy toxiproxy = MortalToxiproxy.start();
                    Pipe pipe = open()) {
                pipe.to(server.address());
                toxiproxy.kill();
            }

            try (Pipe pipe = open()) {
                assertThat(OnDemandServer.download(pipe.to(server.address()), 20_000))
                        .isEqualTo(20_000);
            }
        }
    }

    /** A reset is an end too. */
    private static void readToTheEnd(InputStream in) {
        byte[] buffer = new byte[1 << 16];
        try {
            while (in.read(buffer) >= 0) {
                // Only its end matters.
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }
}
