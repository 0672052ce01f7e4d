/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.observe.ListeningSockets;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A server as Toxiproxy is told to reach it, and how the connections that Toxiproxy opens to it look on this machine.
 *
 * @param text host and port, for Toxiproxy
 * @param server the server
 * @param here whether it is on this machine, so that its sockets are seen
 * @param own the address of this machine at which nobody else reaches the server; null where there is none
 * @param comesFrom where the connections come from
 */
record Upstream(
        String text,
        InetSocketAddress server,
        boolean here,
        @Nullable InetAddress own,
        InetAddress comesFrom) {

    private static final AtomicInteger NEXT = new AtomicInteger();

    /**
     * Finds out how a server is reached.
     *
     * @throws IOException when it cannot be reached from where Toxiproxy is
     */
    static Upstream of(InetSocketAddress server, Place place, ListeningSockets listening) throws IOException {
        InetAddress address = server.getAddress();
        boolean here = Place.isOfThisMachine(address);
        boolean loopback = address.isLoopbackAddress() || address.isAnyLocalAddress();
        if (!here || !loopback) {
            return new Upstream(text(address, server.getPort()), server, here, null, place.comesFrom());
        }
        List<InetAddress> bound = listening.tcp(server.getPort());
        boolean everywhere = bound.stream().anyMatch(InetAddress::isAnyLocalAddress);
        if (place.isThisMachine()) {
            InetAddress own = everywhere ? nextLoopback() : null;
            return new Upstream(
                    text(own == null ? loopbackOf(address) : own, server.getPort()),
                    server,
                    true,
                    own,
                    place.comesFrom());
        }
        if (!bound.isEmpty() && bound.stream().allMatch(InetAddress::isLoopbackAddress)) {
            throw new IOException("server [" + address.getHostAddress() + ":" + server.getPort()
                    + "] listens on loopback only, where Toxiproxy, which runs elsewhere, cannot reach it: bind the server to"
                    + " every address (0.0.0.0), run Toxiproxy on this machine and name it in " + ToxiproxySettings.URL
                    + ", or use backend relay");
        }
        String host = place.hostName().orElseThrow();
        return new Upstream(host + ":" + server.getPort(), server, true, null, place.comesFrom());
    }

    private static InetAddress loopbackOf(InetAddress address) throws IOException {
        return address.isAnyLocalAddress() ? InetAddress.getByAddress(new byte[] {127, 0, 0, 1}) : address;
    }

    /** On Linux all of 127.0.0.0/8 is this machine's (RFC 1122, section 3.2.1.3): one for each server of each pipe. */
    private static InetAddress nextLoopback() throws IOException {
        int process = (int) ProcessHandle.current().pid();
        int number = 1 + NEXT.getAndIncrement() % 254;
        return InetAddress.getByAddress(
                new byte[] {127, (byte) (64 + ((process >> 8) & 63)), (byte) process, (byte) number});
    }

    private static String text(InetAddress address, int port) {
        String host = address.getHostAddress();
        return (address instanceof Inet6Address ? "[" + host + "]" : host) + ":" + port;
    }

    /** Whether a socket of this machine is the server's end of a connection that Toxiproxy has opened. */
    boolean isServerEnd(InetSocketAddress local, InetSocketAddress remote) {
        if (!here || local.getPort() != server.getPort()) {
            return false;
        }
        if (own != null) {
            return local.getAddress().equals(own);
        }
        return comesFrom.isLoopbackAddress()
                ? remote.getAddress().isLoopbackAddress()
                : remote.getAddress().equals(comesFrom);
    }

    /** Whether the same sockets would be taken for those of another one too. */
    boolean isMistakenFor(Upstream other) {
        return here
                && other.here
                && own == null
                && other.own == null
                && server.getPort() == other.server.getPort()
                && comesFrom.equals(other.comesFrom);
    }
}
