/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToxiproxySettingsTests {

    private final Properties properties = new Properties();

    @Test
    void container_of_the_usual_image_is_started_where_nothing_is_said() {
        assertThat(ToxiproxySettings.of(properties))
                .isEqualTo(new ToxiproxySettings(
                        Optional.empty(),
                        "ghcr.io/shopify/toxiproxy:2.12.0",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void each_is_read() {
        properties.setProperty("longfatpipe.toxiproxy.url", " http://proxy.example:8474/proxies?x=1 ");
        properties.setProperty("longfatpipe.toxiproxy.image", "registry.example/toxiproxy:1");
        properties.setProperty("longfatpipe.toxiproxy.network", "servers");
        properties.setProperty("longfatpipe.toxiproxy.ports", "8666-8697");
        properties.setProperty("longfatpipe.toxiproxy.upstreamHost", "host.docker.internal");

        assertThat(ToxiproxySettings.of(properties))
                .isEqualTo(new ToxiproxySettings(
                        Optional.of(URI.create("http://proxy.example:8474/")),
                        "registry.example/toxiproxy:1",
                        Optional.of("servers"),
                        Optional.of("8666-8697"),
                        Optional.of("host.docker.internal")));
    }

    @Test
    void empty_one_is_none() {
        properties.setProperty("longfatpipe.toxiproxy.url", "  ");
        properties.setProperty("longfatpipe.toxiproxy.image", "");

        assertThat(ToxiproxySettings.of(properties)).isEqualTo(ToxiproxySettings.of(new Properties()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1:8474", "https://127.0.0.1:8474", "http://127.0.0.1", "http://:8474", "http://a b:1"})
    void address_that_is_none_is_refused_with_what_one_is(String text) {
        properties.setProperty("longfatpipe.toxiproxy.url", text);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ToxiproxySettings.of(properties))
                .withMessage("longfatpipe.toxiproxy.url [" + text
                        + "] is no address of a Toxiproxy server: write one such" + " as \"http://127.0.0.1:8474\"");
    }
}
