/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import dev.longfatpipe.backend.toxiproxy.ProxiedConnections.Route;
import dev.longfatpipe.observe.ListeningSockets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Where a pipe leads: a proxy for each server. Thread-safe. */
final class Leads {

    /** Of all pipes of this JVM: two that lead to the same server may not tell its sockets apart. */
    private static final Set<Route> EVERYWHERE = ConcurrentHashMap.newKeySet();

    private final ToxiproxyServer toxiproxy;
    private final ListeningSockets listening = ListeningSockets.ofThisHost();
    private final Map<InetSocketAddress, Lead> leads = new LinkedHashMap<>();
    private ToxicPlan plan;
    private boolean cut;

    private record Lead(Proxies.Proxy proxy, Route route) {}

    Leads(ToxiproxyServer toxiproxy, ToxicPlan plan) {
        this.toxiproxy = toxiproxy;
        this.plan = plan;
    }

    /** Returns the address at which clients reach a server through the pipe. */
    synchronized InetSocketAddress to(InetSocketAddress server) throws IOException {
        Lead known = leads.get(server);
        if (known == null) {
            Upstream upstream = Upstream.of(server, toxiproxy.place(), listening);
            Proxies.Proxy proxy = Proxies.make(toxiproxy, upstream.text(), plan);
            known = new Lead(proxy, new Route(proxy.address(), upstream));
            leads.put(server, known);
            EVERYWHERE.add(known.route());
            if (cut) {
                proxy.disable();
            }
        }
        return known.proxy().address();
    }

    synchronized List<Route> routes() {
        return leads.values().stream().map(Lead::route).toList();
    }

    /** Returns a server whose sockets cannot be told from those of another pipe. */
    Optional<Upstream> mistaken() {
        return routes().stream()
                .filter(mine -> EVERYWHERE.stream()
                        .anyMatch(other -> !other.equals(mine) && other.server().isMistakenFor(mine.server())))
                .map(Route::server)
                .findFirst();
    }

    synchronized void change(ToxicPlan other) throws IOException {
        for (Lead lead : leads.values()) {
            lead.proxy().change(other, plan);
        }
        plan = other;
    }

    synchronized ToxicPlan plan() {
        return plan;
    }

    synchronized void cut() throws IOException {
        for (Lead lead : leads.values()) {
            lead.proxy().disable();
        }
        cut = true;
    }

    synchronized void restore() throws IOException {
        for (Lead lead : leads.values()) {
            lead.proxy().enable();
        }
        cut = false;
    }

    /** Removes the proxies. Of a server that is gone nothing is left to be removed. */
    synchronized void close() throws IOException {
        List<Lead> left = new ArrayList<>(leads.values());
        leads.clear();
        left.forEach(lead -> EVERYWHERE.remove(lead.route()));
        for (Lead lead : left) {
            lead.proxy().remove();
        }
    }
}
