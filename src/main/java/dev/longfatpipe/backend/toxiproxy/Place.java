/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Where a Toxiproxy server is, as seen from this machine, and this machine as seen from there.
 *
 * @param reachedAt where clients of this machine reach its proxies
 * @param listenAt where its proxies listen
 * @param comesFrom where the connections come from that it opens to servers of this machine
 * @param hostName what it calls this machine; empty when it runs on it, so that both mean the same by 127.0.0.1
 * @param ports on which its proxies may listen
 */
record Place(
        InetAddress reachedAt, String listenAt, InetAddress comesFrom, Optional<String> hostName, ProxyPorts ports) {

    static final String LOOPBACK = "127.0.0.1";
    static final String EVERYWHERE = "0.0.0.0";
    private static final int DISCARD_PORT = 9;

    /**
     * The place of a running server.
     *
     * @throws IOException when its name cannot be resolved
     */
    static Place of(URI url, ToxiproxySettings settings) throws IOException {
        InetAddress address;
        try {
            address = InetAddress.getByName(url.getHost());
        } catch (UnknownHostException e) {
            throw new IOException(
                    ToxiproxySettings.URL + " [" + url + "] names a host that cannot be resolved: write its address",
                    e);
        }
        ProxyPorts ports = settings.ports()
                .map(text -> ProxyPorts.parse(ToxiproxySettings.PORTS, text))
                .orElseGet(ProxyPorts::any);
        boolean here = isOfThisMachine(address) && settings.upstreamHost().isEmpty();
        if (here) {
            String listenAt = address.isLoopbackAddress() ? LOOPBACK : EVERYWHERE;
            return new Place(address, listenAt, address, Optional.empty(), ports);
        }
        String name = settings.upstreamHost().isPresent()
                ? settings.upstreamHost().get()
                : addressTowards(address).getHostAddress();
        return new Place(address, EVERYWHERE, address, Optional.of(name), ports);
    }

    static boolean isOfThisMachine(InetAddress address) {
        try {
            return address.isLoopbackAddress()
                    || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    /** The address of this machine from which packets to another leave; sends none. */
    private static InetAddress addressTowards(InetAddress other) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(other, DISCARD_PORT));
            return socket.getLocalAddress();
        }
    }

    boolean isThisMachine() {
        return hostName.isEmpty();
    }
}
