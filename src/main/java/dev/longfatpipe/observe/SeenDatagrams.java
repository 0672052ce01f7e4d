/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import java.net.InetSocketAddress;
import org.apiguardian.api.API;

/**
 * The datagrams that one client's port and one server have exchanged until a moment, counted where they enter the path and where they
 * leave it.
 *
 * @param client the client's own address
 * @param server the server that the pipe leads to
 * @param upstream those to the server
 * @param downstream those to the client
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record SeenDatagrams(InetSocketAddress client, InetSocketAddress server, Counted upstream, Counted downstream) {

    /**
     * One direction. Cumulative.
     *
     * @param sent datagrams that have entered the path
     * @param sentBytes their payload
     * @param delivered datagrams that have left it
     * @param deliveredBytes their payload
     */
    public record Counted(long sent, long sentBytes, long delivered, long deliveredBytes) {}
}
