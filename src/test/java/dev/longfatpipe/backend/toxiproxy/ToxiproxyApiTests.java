/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a server that answers what a test has written down. */
@Timeout(20)
class ToxiproxyApiTests {

    private final List<String> calls = new ArrayList<>();
    private HttpServer server;
    private ToxiproxyApi api;
    private int status = 200;
    private String answer = "{}";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            calls.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        api = new ToxiproxyApi(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"), "start it");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void proxy_is_made_disabled() throws Exception {
        api.create("p", "127.0.0.1:0", "127.0.0.1:80");

        assertThat(calls)
                .containsExactly(
                        "POST /proxies {\"name\":\"p\",\"listen\":\"127.0.0.1:0\",\"upstream\":\"127.0.0.1:80\",\"enabled\":false}");
    }

    @Test
    void port_on_which_it_listens_is_told_when_it_is_enabled() throws Exception {
        answer = "{\"name\":\"p\",\"listen\":\"[::]:41234\",\"upstream\":\"u:1\",\"enabled\":true,\"toxics\":[]}";

        assertThat(api.enable("p")).isEqualTo(41_234);
    }

    @Test
    void names_are_those_that_begin_so() throws Exception {
        answer = "{\"longfatpipe-1-1\":{\"name\":\"longfatpipe-1-1\",\"toxics\":[{\"name\":\"bandwidth_upstream\"}]},"
                + "\"other\":{\"name\":\"other\"}}";

        assertThat(api.names("longfatpipe-")).containsExactly("longfatpipe-1-1");
    }

    @Test
    void refusal_says_what_was_refused_and_why() {
        status = 409;
        answer = "{\"error\":\"proxy already exists\",\"status\":409}";

        assertThatIOException()
                .isThrownBy(() -> api.create("p", "a:1", "b:2"))
                .isInstanceOf(ToxiproxyApi.Refused.class)
                .withMessage("Toxiproxy at " + api.url() + " refuses POST /proxies (409): proxy already exists");
    }

    @Test
    void proxy_that_is_gone_already_is_removed() throws Exception {
        status = 404;
        api.delete("p");

        assertThat(calls).containsExactly("DELETE /proxies/p ");
    }

    @Test
    void server_that_is_not_there_is_an_error_with_its_remedy() {
        server.stop(0);

        assertThatIOException()
                .isThrownBy(() -> api.version())
                .withMessage("Toxiproxy at " + api.url() + " does not answer (Connection refused): start it");
    }

    @Test
    void server_that_accepts_and_never_answers_is_given_up_within_five_seconds() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ToxiproxyApi hung =
                    new ToxiproxyApi(URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/"), "start it");
            long from = System.nanoTime();

            assertThatIOException()
                    .isThrownBy(hung::version)
                    .withMessage("Toxiproxy at " + hung.url() + " does not answer (Read timed out): start it");
            assertThat((System.nanoTime() - from) / 1e9).isLessThan(5);
        }
    }
}
