/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.observe.SeenSocket;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.observe.SocketTable;
import dev.longfatpipe.observe.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The sockets at the ends of a pipe's connections. The packets have told their ports, so that the kernel is asked for each by name,
 * which costs some microseconds; to be told of all sockets costs a walk over its whole table, a millisecond on a machine with much memory.
 * Not thread-safe.
 */
final class LivingSockets {

    /** To ask for more connections than these costs as much as the walk. */
    static final int MOST_ASKED_FOR = 64;

    private final AddressPlan plan;
    private final int lastByte;
    private final SocketTable table;
    /** Connections that have ended, and neither of whose sockets is there any more. */
    private final Set<Integer> over = new HashSet<>();

    LivingSockets(AddressPlan plan, int lastByte, SocketTable table) {
        this.plan = plan;
        this.lastByte = lastByte;
        this.table = table;
    }

    /**
     * Returns the sockets of these connections that the kernel still has; others may be among them.
     *
     * @param conversations all there ever were
     */
    List<SeenSocket> of(List<ConversationSample> conversations) {
        List<ConversationSample> asked = conversations.stream()
                .filter(each -> each.id().transport() == Transport.TCP && !over.contains(each.index()))
                .toList();
        if (asked.size() > MOST_ASKED_FOR) {
            return table.connections();
        }
        List<SeenSocket> found = new ArrayList<>();
        asked.forEach(each -> ask(each, found));
        return found;
    }

    private void ask(ConversationSample conversation, List<SeenSocket> found) {
        InetAddress own = conversation.id().client().getAddress();
        InetAddress virtual = plan.virtualLike(own, lastByte);
        int client = conversation.id().client().getPort();
        int server = conversation.id().server().getPort();
        boolean clientIsGone = isGone(own, client, virtual, server, found);
        boolean serverIsGone = isGone(own, server, virtual, client, found);
        if (clientIsGone && serverIsGone && !conversation.open()) {
            over.add(conversation.index());
        }
    }

    private boolean isGone(InetAddress own, int ownPort, InetAddress virtual, int port, List<SeenSocket> found) {
        InetSocketAddress local = new InetSocketAddress(own, ownPort);
        InetSocketAddress remote = new InetSocketAddress(virtual, port);
        Optional<SocketRecord> record = table.find(local, remote);
        record.ifPresent(is -> found.add(new SeenSocket(local, remote, is)));
        // In TIME_WAIT there are no buffers any more.
        return record.map(is -> !is.hasBuffers()).orElseGet(() -> table.isGone(local, remote));
    }
}
