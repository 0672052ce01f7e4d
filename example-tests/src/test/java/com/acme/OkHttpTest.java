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
import java.net.URI;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", congestionControl = "cubic")
class OkHttpTest {

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
    void okhttp_as_it_comes_reaches_what_the_path_allows(Pipe pipe) throws Exception {
        OkHttpClient client = new OkHttpClient();
        get(client, origin.blob(DataSize.parse("1kB"))); // not through the pipe: only loads what must be loaded once
        URI blob = pipe.to(origin.blob(DataSize.parse("4MB")));

        Transfer transfer = pipe.measure(() -> get(client, blob));

        assertThat(transfer).reachesAtLeast(percent(80)).ofTheExpectation().isNotLimitedBy(RECEIVE_WINDOW);
    }

    @Test
    @SocketBuffers(receive = "64KiB", ends = CLIENT)
    void okhttp_with_a_socket_factory_that_sets_64_kib_is_held_back_by_its_window(Pipe pipe, BufferedSockets buffers)
            throws Exception {
        OkHttpClient client = new OkHttpClient.Builder()
                .socketFactory(buffers.socketFactory())
                .build();
        URI blob = pipe.to(origin.blob(DataSize.parse("1MB")));

        Transfer transfer = pipe.measure(() -> get(client, blob));

        assertThat(transfer).isLimitedBy(RECEIVE_WINDOW);
    }

    private static void get(OkHttpClient client, URI uri) throws Exception {
        Request request = new Request.Builder().url(uri.toURL()).build();
        try (Response response = client.newCall(request).execute()) {
            BulkServer.receive(response.body().byteStream(), response.body().contentLength());
        } finally {
            client.connectionPool().evictAll();
        }
    }
}
