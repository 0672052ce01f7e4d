/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Properties;

/**
 * The settings of this backend, system properties all of them.
 *
 * @param url of a running server; null where a container is to be started
 * @param image of the container
 * @param network the Docker network that the container joins; empty for Docker's own
 * @param ports those of a running server that this machine reaches; empty when it reaches all
 * @param upstreamHost what a running server calls this machine; empty when that can be found out
 */
record ToxiproxySettings(
        Optional<URI> url,
        String image,
        Optional<String> network,
        Optional<String> ports,
        Optional<String> upstreamHost) {

    static final String URL = "longfatpipe.toxiproxy.url";
    static final String IMAGE = "longfatpipe.toxiproxy.image";
    static final String NETWORK = "longfatpipe.toxiproxy.network";
    static final String PORTS = "longfatpipe.toxiproxy.ports";
    static final String UPSTREAM_HOST = "longfatpipe.toxiproxy.upstreamHost";

    static final String DEFAULT_IMAGE = "ghcr.io/shopify/toxiproxy:2.12.0";

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException for a URL that is none
     */
    static ToxiproxySettings read() {
        return of(System.getProperties());
    }

    static ToxiproxySettings of(Properties properties) {
        return new ToxiproxySettings(
                text(properties, URL).map(ToxiproxySettings::url),
                text(properties, IMAGE).orElse(DEFAULT_IMAGE),
                text(properties, NETWORK),
                text(properties, PORTS),
                text(properties, UPSTREAM_HOST));
    }

    private static Optional<String> text(Properties properties, String name) {
        return Optional.ofNullable(properties.getProperty(name))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    private static URI url(String text) {
        try {
            URI url = new URI(text);
            if ("http".equals(url.getScheme()) && url.getHost() != null && url.getPort() > 0) {
                return new URI("http", null, url.getHost(), url.getPort(), "/", null, null);
            }
        } catch (URISyntaxException e) {
            // Said below.
        }
        throw new IllegalArgumentException(URL + " [" + text
                + "] is no address of a Toxiproxy server: write one such as \"http://127.0.0.1:8474\"");
    }
}
