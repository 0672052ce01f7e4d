/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.assertj.PipeAssertions.percent;
import static dev.longfatpipe.diagnose.LimitingFactor.RECEIVE_WINDOW;
import static dev.longfatpipe.junit.SocketBuffers.End.CLIENT;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.junit.SocketBuffers;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.socket.BufferedSockets;
import dev.longfatpipe.units.DataSize;
import java.io.IOException;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", congestionControl = "cubic")
class ApacheHttpClientTest {

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
    @SocketBuffers(receive = "64KiB", ends = CLIENT)
    void a_socket_configuration_of_64_kib_holds_the_download_back(Pipe pipe, BufferedSockets buffers) throws Exception {
        URI blob = pipe.to(origin.blob(DataSize.parse("1MB")));

        Transfer transfer = pipe.measure(() -> get(blob, buffers));

        assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
    }

    @Test
    @SocketBuffers(receive = "1.5bdp", ends = CLIENT)
    void a_socket_configuration_of_one_and_a_half_bandwidth_delay_products_does_not(Pipe pipe, BufferedSockets buffers)
            throws Exception {
        URI blob = pipe.to(origin.blob(DataSize.parse("10MB")));

        Transfer transfer = pipe.measure(() -> get(blob, buffers));

        assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation().isNotLimitedBy(RECEIVE_WINDOW);
    }

    private static void get(URI uri, BufferedSockets buffers) throws IOException {
        int receiveBuffer = (int) buffers.receive().requested().orElseThrow().bytes();
        SocketConfig sockets =
                SocketConfig.custom().setRcvBufSize(receiveBuffer).build();
        try (CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDefaultSocketConfig(sockets)
                        .build())
                .build()) {
            client.execute(new HttpGet(uri), response -> {
                BulkServer.receive(
                        response.getEntity().getContent(), response.getEntity().getContentLength());
                return null;
            });
        }
    }
}
