/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.spi.Ticker;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** The servers that are in use, one for each way to find one: started or found once, and kept for the run. */
final class ToxiproxyServers {

    private static final Map<ToxiproxySettings, ToxiproxyServer> SERVERS = new HashMap<>();

    private ToxiproxyServers() {}

    /**
     * Finds or starts the server that the settings ask for; another one when the last has died.
     *
     * @throws IOException when there is none, with the remedy
     */
    static synchronized ToxiproxyServer of(ToxiproxySettings settings) throws IOException {
        ToxiproxyServer known = SERVERS.get(settings);
        if (known != null) {
            known.checkNow(Ticker.system().nanos());
            if (known.failure().isEmpty()) {
                return known;
            }
        }
        ToxiproxyServer found =
                settings.url().isPresent() ? running(settings.url().get(), settings) : container(settings);
        SERVERS.put(settings, found);
        return found;
    }

    private static ToxiproxyServer running(URI url, ToxiproxySettings settings) throws IOException {
        ToxiproxyApi api = new ToxiproxyApi(
                url,
                "start a server there (toxiproxy-server), write where one runs in " + ToxiproxySettings.URL
                        + ", or leave that out to have a container started");
        Place place = Place.of(url, settings);
        api.version();
        if (place.isThisMachine()) {
            Proxies.sweep(api);
        }
        return new ToxiproxyServer(api, place, Ticker.system().nanos());
    }

    private static ToxiproxyServer container(ToxiproxySettings settings) throws IOException {
        try {
            return ToxiproxyContainers.start(settings);
        } catch (LinkageError e) {
            throw new IOException(
                    "Testcontainers is not on the class path (" + e.getMessage()
                            + "): add org.testcontainers:testcontainers-toxiproxy, or start a server and name it in "
                            + ToxiproxySettings.URL,
                    e);
        }
    }
}
