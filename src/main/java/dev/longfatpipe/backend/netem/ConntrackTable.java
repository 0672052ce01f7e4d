/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import dev.longfatpipe.observe.Netlink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What flows of UDP have carried in one of a router's namespaces, as its conntrack counts. Not thread-safe. */
final class ConntrackTable implements AutoCloseable {

    /** To ask for more flows by name than these costs as much as a walk over the kernel's table. */
    private static final int MOST_ASKED_FOR = 64;

    private final Netlink netlink;
    /** By who began, with whom; what was last seen of a flow stays when the kernel has forgotten it. */
    private final Map<ConntrackFlow.Tuple, ConntrackFlow> flows = new HashMap<>();

    private ConntrackTable(Netlink netlink) {
        this.netlink = netlink;
    }

    /** The table of the namespace of this file. */
    static ConntrackTable in(Path namespace) throws IOException {
        return new ConntrackTable(Netlink.in(namespace, Netlink.NETFILTER));
    }

    /** Looks at the flows that these have begun. */
    void look(Collection<ConntrackFlow.Tuple> originals) throws IOException {
        if (originals.size() > MOST_ASKED_FOR) {
            netlink.dump(ConntrackMessages.GET, ConntrackMessages.all()).forEach(this::note);
        } else {
            for (ConntrackFlow.Tuple each : originals) {
                netlink.ask(ConntrackMessages.GET, ConntrackMessages.request(each))
                        .forEach(this::note);
            }
        }
    }

    private void note(Netlink.Message answer) {
        ConntrackMessages.read(answer)
                .filter(flow -> flow.protocol() == ConntrackMessages.UDP)
                .ifPresent(flow -> flows.put(flow.original(), flow));
    }

    /** Returns what a flow that one has begun had carried at the last look; nothing for one that was not there. */
    ConntrackFlow.Carried carried(ConntrackFlow.Tuple original) {
        ConntrackFlow flow = flows.get(original);
        return flow == null ? ConntrackFlow.Carried.NOTHING : flow.carried();
    }

    @Override
    public void close() {
        netlink.close();
    }
}
