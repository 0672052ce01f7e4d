/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.ConnectionEnd;
import dev.longfatpipe.observe.ConnectionId;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where a pipe leads to: which port of the router stands for which server. Thread-safe. */
final class Leads implements ConnectionEnd.Finder {

    private static final int LEAST_PORT = 1024;
    private static final int PORTS = 65_536;

    private final Router router;
    private final Slot slot;
    /** By the address at which the router reaches them. */
    private final Map<InetSocketAddress, Lead> leads = new HashMap<>();

    private final Map<Integer, Lead> byPort = new HashMap<>();

    /**
     * One server.
     *
     * @param server as the test names it
     * @param port the router's port that stands for it
     * @param observed whether its connections are the test's
     */
    private record Lead(InetSocketAddress server, int port, boolean observed) {}

    Leads(Router router) {
        this.router = router;
        this.slot = router.slot();
    }

    /**
     * Leads to a server.
     *
     * @param observed whether its connections are the test's
     * @return the address at which clients reach it through the pipe
     * @throws IOException when the router cannot reach it
     */
    synchronized InetSocketAddress to(InetSocketAddress server, boolean observed) throws IOException {
        InetSocketAddress reached = reached(server);
        Lead known = leads.get(reached);
        if (known == null) {
            known = new Lead(server, freePort(server.getPort()), observed);
            if (!reached.equals(new InetSocketAddress(slot.server(), known.port()))) {
                router.lead(known.port(), reached);
            }
            leads.put(reached, known);
            byPort.put(known.port(), known);
        }
        return new InetSocketAddress(slot.entry(), known.port());
    }

    private int freePort(int wanted) {
        int port = wanted;
        while (byPort.containsKey(port)) {
            port = port + 1 < PORTS ? port + 1 : LEAST_PORT;
        }
        return port;
    }

    /** The address of this host's that the router reaches. */
    private InetSocketAddress reached(InetSocketAddress server) throws IOException {
        InetAddress address = server.getAddress();
        String name = ConnectionId.text(server);
        if (address.isAnyLocalAddress() || address.isLoopbackAddress()) {
            List<InetAddress> listening = Listeners.at(server.getPort());
            if (!listening.isEmpty() && listening.stream().allMatch(InetAddress::isLoopbackAddress)) {
                throw new IOException("server [" + name + "] listens at "
                        + listening.get(0).getHostAddress()
                        + " only, where packets that come over a network cannot get: bind it to the wildcard address (new"
                        + " InetSocketAddress(port)), or use backend relay");
            }
            return new InetSocketAddress(slot.server(), server.getPort());
        }
        if (!(address instanceof Inet4Address)) {
            throw new IOException(
                    "server [" + name + "] has an IPv6 address, and backend netem carries IPv4: give its IPv4"
                            + " address, or use backend relay");
        }
        if (NetworkInterface.getByInetAddress(address) == null) {
            throw new IOException(
                    "server [" + name + "] is not on this host, and backend netem reaches none but servers of this"
                            + " host: use backend relay");
        }
        return server;
    }

    @Override
    public synchronized Optional<ConnectionEnd> find(InetSocketAddress local, InetSocketAddress remote) {
        if (remote.getAddress().equals(slot.entry())) {
            Lead lead = byPort.get(remote.getPort());
            return lead == null || !lead.observed()
                    ? Optional.empty()
                    : Optional.of(new ConnectionEnd(true, local, lead.server()));
        }
        if (remote.getAddress().equals(slot.exit())) {
            Lead lead = leads.get(local);
            return lead == null || !lead.observed()
                    ? Optional.empty()
                    : Optional.of(new ConnectionEnd(
                            false, new InetSocketAddress(slot.client(), remote.getPort()), lead.server()));
        }
        return Optional.empty();
    }
}
