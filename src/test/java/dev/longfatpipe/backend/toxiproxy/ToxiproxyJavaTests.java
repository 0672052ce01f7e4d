/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Why toxiproxy-java is not used, and that our own client does what it does not. */
@Tag("toxiproxy")
@ResourceLock(Resources.LOCALE)
class ToxiproxyJavaTests {

    private static final String NAME = "longfatpipe-locale";

    private final Locale before = Locale.getDefault();
    private ToxiproxyApi api;
    private ToxiproxyClient client;

    @BeforeEach
    void findServer() throws IOException {
        api = ToxiproxyServers.of(ToxiproxySettings.read()).api();
        URI url = api.url();
        client = new ToxiproxyClient(url.getHost(), url.getPort());
    }

    @AfterEach
    void restore() throws IOException {
        Locale.setDefault(before);
        api.delete(NAME);
    }

    @Test
    void it_cannot_make_a_bandwidth_toxic_in_turkish() throws Exception {
        Proxy proxy = client.createProxy(NAME, "127.0.0.1:0", "127.0.0.1:1");
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));

        assertThatThrownBy(() -> proxy.toxics().bandwidth("slow", ToxicDirection.DOWNSTREAM, 100))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("invalid toxic type");
    }

    @Test
    void it_makes_proxies_that_accept_connections_before_they_have_toxics() throws Exception {
        assertThat(client.createProxy(NAME, "127.0.0.1:0", "127.0.0.1:1").isEnabled())
                .isTrue();
    }

    @Test
    void own_client_does_both_in_every_locale() throws Exception {
        for (String tag : new String[] {"tr-TR", "ar-EG-u-nu-arab", "de-DE"}) {
            Locale.setDefault(Locale.forLanguageTag(tag));
            api.create(NAME, "127.0.0.1:0", "127.0.0.1:1");
            assertThat(client(before).getProxy(NAME).isEnabled()).isFalse();
            for (PlannedToxic toxic : ToxicPlan.of(
                            dev.longfatpipe.path.Path.builder()
                                    .rtt("100ms")
                                    .rate("100mbit")
                                    .build(),
                            false)
                    .toxics()) {
                api.add(NAME, toxic);
            }
            assertThat(api.enable(NAME)).isPositive();
            assertThat(client(before).getProxy(NAME).toxics().getAll()).hasSize(4);
            api.delete(NAME);
        }
    }

    private ToxiproxyClient client(Locale locale) {
        Locale.setDefault(locale);
        return client;
    }
}
