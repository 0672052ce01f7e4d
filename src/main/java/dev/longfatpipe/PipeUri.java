/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts the address of a pipe into a URI. */
final class PipeUri {

    private static final Map<String, Integer> DEFAULT_PORTS = Map.of("http", 80, "ws", 80, "https", 443, "wss", 443);

    private PipeUri() {}

    static URI through(URI server, Pipe pipe) {
        if (server.getHost() == null) {
            throw new IllegalArgumentException(
                    "URI [" + server + "] has no host: write an absolute one such as http://127.0.0.1:8080/path");
        }
        InetSocketAddress through = pipe.to(new InetSocketAddress(unbracketed(server.getHost()), port(server)));
        try {
            return new URI(
                    server.getScheme(),
                    server.getUserInfo(),
                    through.getAddress().getHostAddress(),
                    through.getPort(),
                    server.getPath(),
                    server.getQuery(),
                    server.getFragment());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("URI [" + server + "] cannot be led through a pipe", e);
        }
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(URI server) {
        if (server.getPort() != -1) {
            return server.getPort();
        }
        @Nullable
        Integer port = server.getScheme() == null
                ? null
                : DEFAULT_PORTS.get(server.getScheme().toLowerCase(Locale.ROOT));
        if (port == null) {
            throw new IllegalArgumentException("URI [" + server + "] has no port: write it, as in " + server.getScheme()
                    + "://" + server.getHost() + ":8080");
        }
        return port;
    }
}
