/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts the address of a pipe into a URI, and leaves every other character as it was written. */
final class PipeUri {

    private static final Map<String, Integer> DEFAULT_PORTS = Map.of("http", 80, "ws", 80, "https", 443, "wss", 443);

    private PipeUri() {}

    static URI through(URI server, Pipe pipe) {
        if (server.getHost() == null) {
            throw new IllegalArgumentException(
                    "URI [" + server + "] has no host: write an absolute one such as http://127.0.0.1:8080/path");
        }
        InetSocketAddress through = pipe.to(new InetSocketAddress(unbracketed(server.getHost()), port(server)));
        // Raw parts only: the constructors of URI take decoded ones, in which %2F and / are the same.
        return URI.create(part("", server.getScheme(), ":")
                + "//"
                + part("", server.getRawUserInfo(), "@")
                + bracketed(through.getAddress())
                + ":"
                + through.getPort()
                + part("", server.getRawPath(), "")
                + part("?", server.getRawQuery(), "")
                + part("#", server.getRawFragment(), ""));
    }

    private static String part(String before, @Nullable String part, String after) {
        return part == null ? "" : before + part + after;
    }

    private static String bracketed(InetAddress address) {
        String text = address.getHostAddress();
        return text.indexOf(':') < 0 ? text : "[" + text + "]";
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(URI server) {
        int written = server.getPort();
        if (written == -1) {
            return defaultPort(server);
        }
        if (written < 1 || written > 65_535) {
            throw new IllegalArgumentException(
                    "URI [" + server + "] has port [" + written + "], which is none: write one from 1 to 65535");
        }
        return written;
    }

    private static int defaultPort(URI server) {
        String scheme = server.getScheme();
        Integer port = scheme == null ? null : DEFAULT_PORTS.get(scheme.toLowerCase(Locale.ROOT));
        if (port == null) {
            throw new IllegalArgumentException("URI [" + server + "] has no port, and its scheme has no known one:"
                    + " write it, as in " + part("", scheme, ":") + "//" + server.getHost() + ":8080");
        }
        return port;
    }
}
