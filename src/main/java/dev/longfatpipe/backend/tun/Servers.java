/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.ListeningSockets;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The servers that a pipe leads to, and whether packets of a device can reach them. Stateless. */
final class Servers {

    private final AddressPlan plan;
    private final ListeningSockets listening;

    Servers(AddressPlan plan, ListeningSockets listening) {
        this.plan = plan;
        this.listening = listening;
    }

    /**
     * Returns the address at which clients reach a server through the pipe.
     *
     * @param lastByte of the pipe's addresses
     * @throws IOException when no packet of the device would get there
     */
    InetSocketAddress addressFor(InetSocketAddress server, int lastByte) throws IOException {
        requireOnThisHost(server);
        @Nullable String problem = problem(server);
        if (problem != null) {
            throw new IOException(problem);
        }
        boolean six = server.getAddress() instanceof Inet6Address;
        @Nullable InetAddress virtualSix = plan.virtualSix(lastByte);
        if (six && virtualSix != null) {
            return new InetSocketAddress(virtualSix, server.getPort());
        }
        if (six && !server.getAddress().isAnyLocalAddress()) {
            throw new IOException(
                    "server [" + text(server) + "] has an IPv6 address, and the device has none: give the device one"
                            + " with [sudo ip addr add 2001:2::1/64 dev DEVICE nodad], or use the server's IPv4 address");
        }
        return new InetSocketAddress(plan.virtualFour(lastByte), server.getPort());
    }

    private static void requireOnThisHost(InetSocketAddress server) throws IOException {
        InetAddress address = server.getAddress();
        if (!address.isAnyLocalAddress() && !address.isLoopbackAddress() && !isOfThisHost(address)) {
            throw new IOException("server [" + text(server)
                    + "] is not on this machine (in this network namespace), where alone backend [tun] can lead: use backend relay"
                    + " or netem");
        }
    }

    private static boolean isOfThisHost(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    /** Returns why no packet would reach a server that listens already; null when it would, or when none listens yet. */
    @Nullable
    String problem(InetSocketAddress server) {
        boolean six = server.getAddress() instanceof Inet6Address && plan.six() != null;
        @Nullable InetAddress own = six ? plan.six() : plan.four();
        List<InetAddress> tcp = listening.tcp(server.getPort());
        List<InetAddress> at = tcp.isEmpty() ? listening.udp(server.getPort()) : tcp;
        boolean reached = at.stream().anyMatch(address -> isReached(address, own));
        if (at.isEmpty() || reached || own == null) {
            return null;
        }
        String where = at.stream().map(InetAddress::getHostAddress).distinct().collect(Collectors.joining(", "));
        return "server [" + text(server) + "] listens on " + where
                + " only, where packets of a network device do not come: bind"
                + " it to every address of the machine, as new InetSocketAddress(" + server.getPort() + ") is, or to "
                + own.getHostAddress() + "; or use backend relay";
    }

    /** A wildcard of IPv6 stands for IPv4 too, unless the server asked for the opposite. */
    private static boolean isReached(InetAddress listensAt, @Nullable InetAddress own) {
        boolean wildcard =
                listensAt.isAnyLocalAddress() && (listensAt instanceof Inet6Address || !(own instanceof Inet6Address));
        return wildcard || listensAt.equals(own);
    }

    private static String text(InetSocketAddress address) {
        return ConnectionId.text(address);
    }
}
