/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.net.InetSocketAddress;
import java.util.List;
import org.apiguardian.api.API;

/**
 * One TCP connection of this host as one of its ends sees it.
 *
 * @param local the socket's own address; of a socket that talks IPv4 an IPv4 address, whatever it was made for
 * @param remote its peer's address
 * @param record what the kernel says of it
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record SeenSocket(InetSocketAddress local, InetSocketAddress remote, SocketRecord record) {

    /**
     * Reads the TCP connections of another network namespace off what {@code ss -tinmOH} wrote there. Lines that are about
     * something else, or not whole, are passed over.
     */
    public static List<SeenSocket> parseAll(List<String> lines) {
        return SsOutput.parse(lines);
    }
}
