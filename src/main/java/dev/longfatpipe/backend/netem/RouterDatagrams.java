/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.ConnectionEnd;
import dev.longfatpipe.observe.Netlink;
import dev.longfatpipe.observe.SeenDatagrams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The datagrams that cross a router, counted by conntrack: in the near namespace what comes in from clients and what comes back to it
 * from the path, in the far one what has crossed the path and what comes in from servers. Not thread-safe.
 *
 * <p>The kernel tells of new flows; after that each is asked for by name, since a walk over its table takes as long as the table is
 * large.
 */
final class RouterDatagrams implements AutoCloseable {

    private static final int IP_AND_UDP_HEADER_BYTES = 28;

    private final Netlink news;
    private final ConntrackTable near;
    private final ConntrackTable far;
    /** The flows of clients, as the near namespace sees them come in, and as the far one does. */
    private final Map<ConntrackFlow.Tuple, ConntrackFlow.Tuple> flows = new LinkedHashMap<>();

    private RouterDatagrams(Netlink news, ConntrackTable near, ConntrackTable far) {
        this.news = news;
        this.near = near;
        this.far = far;
    }

    /**
     * Counts from now on.
     *
     * @throws IOException where conntrack cannot be asked
     */
    static RouterDatagrams of(Router router) throws IOException {
        Path near = Path.of(Router.NAMESPACES, router.near());
        Path far = Path.of(Router.NAMESPACES, router.far());
        Deque<AutoCloseable> made = new ArrayDeque<>();
        try {
            Netlink news = Netlink.in(near, Netlink.NETFILTER);
            made.push(news);
            news.listen(ConntrackMessages.NEW_GROUP);
            ConntrackTable nearTable = ConntrackTable.in(near);
            made.push(nearTable);
            return new RouterDatagrams(news, nearTable, ConntrackTable.in(far));
        } catch (IOException | RuntimeException e) {
            Closing.all(made, e);
            throw e;
        }
    }

    /**
     * Takes a look; answers nothing where the kernel keeps no count (net.netfilter.nf_conntrack_acct).
     *
     * @param leads recognises the clients' sockets
     */
    List<SeenDatagrams> look(ConnectionEnd.Finder leads) throws IOException {
        for (Netlink.Message each : news.news()) {
            ConntrackMessages.read(each)
                    .filter(flow -> flow.protocol() == ConntrackMessages.UDP)
                    .ifPresent(flow -> flows.put(flow.original(), flow.reply().turned()));
        }
        far.look(flows.values());
        near.look(flows.keySet());
        List<SeenDatagrams> seen = new ArrayList<>();
        for (Map.Entry<ConntrackFlow.Tuple, ConntrackFlow.Tuple> each : flows.entrySet()) {
            ConntrackFlow.Carried inNear = near.carried(each.getKey());
            ConntrackFlow.Carried inFar = far.carried(each.getValue());
            if (!inNear.known() || !inFar.known()) {
                return List.of();
            }
            leads.find(each.getKey().from(), each.getKey().to()).ifPresent(end -> seen.add(seen(end, inNear, inFar)));
        }
        return seen;
    }

    private static SeenDatagrams seen(ConnectionEnd end, ConntrackFlow.Carried near, ConntrackFlow.Carried far) {
        return new SeenDatagrams(
                end.clientAddress(),
                end.server(),
                counted(near.there(), far.there()),
                counted(far.back(), near.back()));
    }

    /** The two are looked at one after the other: what has come out had come in before. */
    private static SeenDatagrams.Counted counted(ConntrackFlow.Counter in, ConntrackFlow.Counter out) {
        return new SeenDatagrams.Counted(
                Math.max(in.packets(), out.packets()),
                Math.max(payload(in), payload(out)),
                out.packets(),
                payload(out));
    }

    private static long payload(ConntrackFlow.Counter of) {
        return of.bytes() - of.packets() * IP_AND_UDP_HEADER_BYTES;
    }

    @Override
    public void close() {
        news.close();
        near.close();
        far.close();
    }
}
