/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.Transport;
import dev.longfatpipe.path.Direction;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells which direction a packet takes, and to which conversation it belongs. On the device all packets look alike: from this
 * host to the virtual address. Not thread-safe.
 *
 * <ol>
 *   <li>TCP: who sent the SYN is the client. A connection that was there before the pipe is judged as below.
 *   <li>UDP and other protocols with ports: once two ports have talked, they keep their roles. Of new ones, the one that the pipe leads
 *       to is the server's; when both or neither are, the first to send is the client.
 *   <li>ICMP: a request goes upstream, its answer downstream; an error goes against the packet that it is about.
 *   <li>A later fragment goes where the first went.
 *   <li>Everything else goes upstream.
 * </ol>
 */
final class Conversations {

    private static final int REMEMBERED_FRAGMENTS = 256;

    private final InetAddress four;
    private final @Nullable InetAddress six;
    private final Map<Integer, InetSocketAddress> servers = new HashMap<>();
    private final BitSet probes = new BitSet();
    private final Map<Long, Conversation> byPorts = new HashMap<>();
    private final List<Conversation> all = new ArrayList<>();
    private final IpPacket inner = new IpPacket();
    private final Fragments fragments = new Fragments();
    private long number;

    private Direction direction = Direction.UPSTREAM;
    private @Nullable Conversation conversation;

    /**
     * @param four this host's address on the device, which the clients have
     * @param six the same in IPv6; null for a device without
     */
    Conversations(InetAddress four, @Nullable InetAddress six) {
        this.four = four;
        this.six = six;
    }

    /** Where the first fragments of late datagrams went, by their identification. */
    private static final class Fragments {
        private final int[] ids = new int[REMEMBERED_FRAGMENTS];
        private final Direction[] directions = new Direction[REMEMBERED_FRAGMENTS];
        private final @Nullable Conversation[] conversations = new Conversation[REMEMBERED_FRAGMENTS];

        private static int place(int id) {
            return id & (REMEMBERED_FRAGMENTS - 1);
        }
    }

    /** Leads to a server on its port. */
    void addServer(InetSocketAddress server) {
        probes.clear(server.getPort()); // the probe is over, and its port was free again
        servers.putIfAbsent(server.getPort(), server);
    }

    /** From now on, what goes to this port is the pipe's own probe. */
    void addProbe(int port) {
        probes.set(port);
    }

    /** Returns which direction the packet takes that was looked at last. */
    Direction direction() {
        return direction;
    }

    /** Returns what the packet belongs to that was looked at last, if it is of a protocol with ports. */
    @Nullable
    Conversation conversation() {
        return conversation;
    }

    Conversation get(int index) {
        return all.get(index);
    }

    /** Returns all that there ever were, in the order in which they began. */
    List<Conversation> all() {
        return all;
    }

    /** Looks at a packet, whose addresses do not matter. */
    void look(IpPacket packet, long nowNanos) {
        conversation = null;
        direction = Direction.UPSTREAM;
        if (packet.isLaterFragment()) {
            recallFragment(packet);
        } else if (packet.hasPorts()) {
            lookAtPorts(packet, nowNanos);
            if (packet.isFragment()) {
                rememberFragment(packet);
            }
        } else if (packet.isIcmp()) {
            lookAtIcmp(packet);
        }
    }

    private void recallFragment(IpPacket packet) {
        int place = Fragments.place(packet.fragmentId());
        Direction known = fragments.directions[place];
        if (known != null && fragments.ids[place] == packet.fragmentId()) {
            direction = known;
            conversation = fragments.conversations[place];
        }
    }

    private void rememberFragment(IpPacket packet) {
        int place = Fragments.place(packet.fragmentId());
        fragments.ids[place] = packet.fragmentId();
        fragments.directions[place] = direction;
        fragments.conversations[place] = conversation;
    }

    private void lookAtIcmp(IpPacket packet) {
        int type = packet.icmpType();
        if (packet.isIcmpError()) {
            if (packet.readInner(inner) && inner.hasPorts() && find(inner)) {
                direction = direction.opposite();
            }
        } else {
            boolean answer = packet.version() == 4 ? type == 0 || type == 14 : type == 129;
            direction = answer ? Direction.DOWNSTREAM : Direction.UPSTREAM;
        }
    }

    private void lookAtPorts(IpPacket packet, long nowNanos) {
        boolean tcp = packet.protocol() == IpPacket.TCP;
        boolean syn = tcp && packet.isTcp() && (packet.tcpFlags() & (IpPacket.SYN | IpPacket.ACK)) == IpPacket.SYN;
        boolean known = find(packet);
        Conversation found = conversation;
        if (syn && (found == null || isAnother(packet, found))) {
            begin(packet, Direction.UPSTREAM, nowNanos);
        } else if (!known) {
            boolean toServer = isServer(packet.destinationPort());
            boolean fromServer = isServer(packet.sourcePort());
            begin(packet, fromServer && !toServer ? Direction.DOWNSTREAM : Direction.UPSTREAM, nowNanos);
        }
    }

    /** Returns whether a SYN begins a new connection between two ports that had one before, rather than being sent again. */
    private boolean isAnother(IpPacket packet, Conversation found) {
        return direction == Direction.DOWNSTREAM
                || found.tally(Direction.UPSTREAM).firstSequence() != packet.sequence();
    }

    private boolean isServer(int port) {
        return servers.containsKey(port) || probes.get(port);
    }

    private boolean find(IpPacket packet) {
        Conversation up = byPorts.get(key(packet, packet.sourcePort(), packet.destinationPort()));
        if (up != null) {
            direction = Direction.UPSTREAM;
            conversation = up;
            return true;
        }
        Conversation down = byPorts.get(key(packet, packet.destinationPort(), packet.sourcePort()));
        if (down != null) {
            direction = Direction.DOWNSTREAM;
            conversation = down;
            return true;
        }
        return false;
    }

    private void begin(IpPacket packet, Direction towards, long nowNanos) {
        boolean up = towards == Direction.UPSTREAM;
        int client = up ? packet.sourcePort() : packet.destinationPort();
        int server = up ? packet.destinationPort() : packet.sourcePort();
        InetAddress host = packet.version() == 6 && six != null ? six : four;
        boolean probe = probes.get(server);
        ConnectionId id = new ConnectionId(
                probe ? 0 : ++number,
                new InetSocketAddress(host, client),
                servers.getOrDefault(server, new InetSocketAddress(host, server)),
                packet.protocol() == IpPacket.TCP ? Transport.TCP : Transport.UDP);
        Conversation begun = new Conversation(all.size(), id, nowNanos, probe);
        all.add(begun);
        byPorts.remove(key(packet, server, client));
        byPorts.put(key(packet, client, server), begun);
        direction = towards;
        conversation = begun;
    }

    private static long key(IpPacket packet, int client, int server) {
        return (long) packet.version() << 40 | (long) packet.protocol() << 32 | (long) client << 16 | server;
    }
}
