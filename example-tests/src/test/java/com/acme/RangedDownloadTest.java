/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.diagnose.LimitingFactor.RECEIVE_WINDOW;
import static dev.longfatpipe.junit.SocketBuffers.End.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.junit.SocketBuffers;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.socket.BufferedSockets;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.SocketFactory;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", congestionControl = "cubic")
@SocketBuffers(receive = "64KiB", ends = CLIENT)
class RangedDownloadTest {

    private JettyOrigin origin;

    @BeforeEach
    void startServer() throws Exception {
        origin = JettyOrigin.start();
    }

    @AfterEach
    void stopServer() throws Exception {
        origin.stop();
    }

    @Test
    void one_ranged_get_with_64_kib_is_one_window_per_round_trip(Pipe pipe, BufferedSockets buffers) throws Exception {
        URI blob = pipe.to(origin.blob(DataSize.parse("1.25MB")));

        Transfer transfer = pipe.measure(() -> download(blob, 1_250_000, 1, buffers.socketFactory()));

        assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
        assertThat(transfer.goodput()).isLessThan(DataRate.parse("5.25mbit"));
    }

    @Test
    void eight_ranged_gets_with_64_kib_each_are_eight_windows_per_round_trip(Pipe pipe, BufferedSockets buffers)
            throws Exception {
        URI blob = pipe.to(origin.blob(DataSize.parse("10MB")));

        Transfer transfer = pipe.measure(() -> download(blob, 10_000_000, 8, buffers.socketFactory()));

        assertThat(transfer.connections()).hasSize(8);
        assertThat(transfer).isLimitedBy(RECEIVE_WINDOW).reachesAtLeast(DataRate.parse("30mbit"));
        assertThat(transfer.goodput()).isLessThan(DataRate.parse("42mbit"));
    }

    private static void download(URI blob, long bytes, int connections, SocketFactory sockets) throws Exception {
        OkHttpClient client = new OkHttpClient.Builder().socketFactory(sockets).build();
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            List<Future<Void>> parts = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                long from = bytes * i / connections;
                long to = bytes * (i + 1) / connections - 1;
                parts.add(threads.submit(() -> {
                    range(client, blob, from, to);
                    return null;
                }));
            }
            for (Future<Void> part : parts) {
                part.get();
            }
        } finally {
            threads.shutdownNow();
            client.connectionPool().evictAll();
        }
    }

    private static void range(OkHttpClient client, URI blob, long from, long to) throws IOException {
        Request request = new Request.Builder()
                .url(blob.toURL())
                .header("Range", "bytes=" + from + "-" + to)
                .build();
        try (Response response = client.newCall(request).execute()) {
            assertThat(response.code()).isEqualTo(206);
            BulkServer.receive(response.body().byteStream(), to - from + 1);
        }
    }
}
