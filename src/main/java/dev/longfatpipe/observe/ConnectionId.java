/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.net.InetSocketAddress;
import org.apiguardian.api.API;

/**
 * Names a connection of a pipe.
 *
 * @param number 1 for the pipe's first connection, 2 for its second …
 * @param client the client's own address
 * @param server the server that the pipe leads to
 * @param transport how they talk
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ConnectionId(long number, InetSocketAddress client, InetSocketAddress server, Transport transport) {

    /** Names a TCP connection. */
    public ConnectionId(long number, InetSocketAddress client, InetSocketAddress server) {
        this(number, client, server, Transport.TCP);
    }

    @Override
    public String toString() {
        return "#" + number + " " + (transport == Transport.UDP ? "udp " : "") + text(client) + " -> " + text(server);
    }

    /** Writes an address as {@code 127.0.0.1:8080} or {@code [::1]:8080}, without looking up any name. */
    public static String text(InetSocketAddress address) {
        if (address.getAddress() == null) {
            return address.getHostString() + ":" + address.getPort();
        }
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
