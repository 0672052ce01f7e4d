/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.ConnectionEnd;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ListeningSockets;
import dev.longfatpipe.spi.ContainerServer;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where a pipe leads to: which port of the router stands for which server. Thread-safe. */
final class Leads implements ConnectionEnd.Finder {

    private static final int LEAST_PORT = 1024;
    private static final int PORTS = 65_536;

    private final PipeRouter router;
    private final Ends ends;
    private final ListeningSockets listening = ListeningSockets.ofThisHost();
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

    Leads(PipeRouter router) {
        this.router = router;
        this.ends = router.ends();
    }

    /**
     * Leads to a server.
     *
     * @param observed whether its connections are the test's
     * @return the address at which clients reach it through the pipe
     * @throws IOException when the router cannot reach it
     */
    synchronized InetSocketAddress to(InetSocketAddress server, boolean observed) throws IOException {
        return lead(server, reached(server), observed);
    }

    /**
     * Leads to a server in a container.
     *
     * @return the address at which clients reach it through the pipe
     * @throws IOException when the router cannot reach it
     */
    synchronized InetSocketAddress to(ContainerServer server) throws IOException {
        InetSocketAddress reached = router.reach(server);
        return lead(reached, reached, true);
    }

    private InetSocketAddress lead(InetSocketAddress server, InetSocketAddress reached, boolean observed)
            throws IOException {
        Lead known = leads.get(reached);
        if (known == null) {
            known = new Lead(server, freePort(server.getPort()), observed);
            if (!reached.equals(new InetSocketAddress(ends.server(), known.port()))) {
                router.lead(known.port(), reached);
            }
            note(reached, known);
        } else if (observed && !known.observed()) {
            known = new Lead(server, known.port(), true); // the probe is over, and its port was free again
            note(reached, known);
        }
        return new InetSocketAddress(ends.entry(), known.port());
    }

    private void note(InetSocketAddress reached, Lead lead) {
        leads.put(reached, lead);
        byPort.put(lead.port(), lead);
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
            List<InetAddress> bound = listening.tcp(server.getPort());
            if (!bound.isEmpty() && bound.stream().allMatch(InetAddress::isLoopbackAddress)) {
                throw new IOException("server [" + name + "] listens at "
                        + bound.get(0).getHostAddress()
                        + " only, where packets that come over a network cannot get: bind it to the wildcard address (new"
                        + " InetSocketAddress(port)), or use backend relay");
            }
            return new InetSocketAddress(ends.server(), server.getPort());
        }
        if (!(address instanceof Inet4Address)) {
            throw new IOException(
                    "server [" + name + "] has an IPv6 address, and backend netem carries IPv4: give its IPv4"
                            + " address, or use backend relay");
        }
        return router.reach(server);
    }

    @Override
    public synchronized Optional<ConnectionEnd> find(InetSocketAddress local, InetSocketAddress remote) {
        if (remote.getAddress().equals(ends.entry())) {
            Lead lead = byPort.get(remote.getPort());
            return lead == null || !lead.observed()
                    ? Optional.empty()
                    : Optional.of(new ConnectionEnd(true, local, lead.server()));
        }
        if (router.isExit(remote.getAddress())) {
            Lead lead = leads.get(local);
            return lead == null || !lead.observed()
                    ? Optional.empty()
                    : Optional.of(new ConnectionEnd(
                            false, new InetSocketAddress(ends.client(), remote.getPort()), lead.server()));
        }
        return Optional.empty();
    }
}
