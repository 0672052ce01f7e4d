/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.assertj.PipeAssertions.percent;
import static dev.longfatpipe.diagnose.LimitingFactor.SLOW_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LongFatPipe(rtt = "200ms", rate = "100mbit", kernel = "linux-6.1", congestionControl = "cubic")
class JdkHttpClientTest {

    private static final DataSize MEGABYTE = DataSize.parse("1MB");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
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
    void a_megabyte_over_a_new_connection_is_slow_start_and_nothing_else(Pipe pipe) throws Exception {
        URI blob = pipe.to(origin.blob(MEGABYTE));

        Transfer cold = pipe.measure(() -> get(blob));

        assertThat(cold).isLimitedBy(SLOW_START).reachesAtLeast(percent(80)).ofTheExpectation();
        assertThat(cold.goodput().megabitsPerSecond()).isLessThan(10);
    }

    /** The window of the download before lets 5 MB go almost at once: one BDP on its way and, in this queue, another two. */
    @Test
    @LongFatPipe(rtt = "200ms", rate = "100mbit", queue = "2bdp", kernel = "linux-6.1", congestionControl = "cubic")
    void five_megabytes_over_a_warm_connection_take_a_round_trip_and_their_time_on_the_line(Pipe pipe)
            throws Exception {
        get(pipe.to(origin.blob(DataSize.parse("6MB"))));
        URI blob = pipe.to(origin.blob(DataSize.parse("5MB")));

        Transfer warm = pipe.measure(() -> get(blob));

        // 200 ms for the request and the first byte, 418 ms for 5 MB at 95.6 mbit: 65 mbit. A new connection reaches 19.
        assertThat(warm).reachesAtLeast(DataRate.parse("40mbit"));
    }

    private void get(URI uri) throws Exception {
        HttpResponse<Void> response = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding());
        assertThat(response.statusCode()).isEqualTo(200);
    }
}
