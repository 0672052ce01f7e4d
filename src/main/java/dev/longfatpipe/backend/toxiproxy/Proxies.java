/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes proxies and removes them. A proxy is never seen without its toxics: it is made disabled, and enabled when all of them are in.
 * Toxics are never removed from a proxy, which can take Toxiproxy 5 s for each connection: the proxy is removed as a whole. Those
 * that are left when the JVM ends are removed then, and those that a killed one has left by the next. Thread-safe.
 */
final class Proxies {

    private static final String BEGINNING = "longfatpipe-";
    private static final AtomicLong NEXT = new AtomicLong();
    private static final Set<Proxies.Proxy> OPEN = ConcurrentHashMap.newKeySet();
    private static final AtomicReference<@Nullable Thread> AT_END = new AtomicReference<>();

    private Proxies() {}

    /**
     * A proxy that accepts connections.
     *
     * @param api its server
     * @param ports from which its port is
     * @param name its name
     * @param port the one on which it listens
     * @param address where clients reach it
     */
    record Proxy(ToxiproxyApi api, ProxyPorts ports, String name, int port, InetSocketAddress address) {

        void change(ToxicPlan plan, ToxicPlan before) throws IOException {
            for (PlannedToxic toxic : plan.after(before)) {
                if (before.toxic(toxic.kind(), toxic.direction()).isEmpty()) {
                    api.add(name, toxic);
                } else {
                    api.update(name, toxic);
                }
            }
        }

        void disable() throws IOException {
            api.disable(name);
        }

        void enable() throws IOException {
            api.enable(name);
        }

        /** Removes it with its connections. */
        void remove() throws IOException {
            OPEN.remove(this);
            api.delete(name);
            ports.giveBack(port);
        }
    }

    /**
     * Makes a proxy.
     *
     * @throws IOException when the server refuses or does not answer; nothing is left of it then
     */
    static Proxy make(ToxiproxyServer server, String upstream, ToxicPlan plan) throws IOException {
        Place place = server.place();
        while (true) {
            int wanted = place.ports().take();
            try {
                return make(server.api(), place, wanted, upstream, plan);
            } catch (ToxiproxyApi.Refused e) {
                // A port that somebody else has is not given back, so that the next one is tried.
                if (wanted == 0 || !String.valueOf(e.getMessage()).contains("address already in use")) {
                    place.ports().giveBack(wanted);
                    throw e;
                }
            } catch (IOException e) {
                place.ports().giveBack(wanted);
                throw e;
            }
        }
    }

    private static Proxy make(ToxiproxyApi api, Place place, int wanted, String upstream, ToxicPlan plan)
            throws IOException {
        String name = BEGINNING + ProcessHandle.current().pid() + "-" + NEXT.incrementAndGet();
        removeAtEnd();
        try {
            api.create(name, place.listenAt() + ":" + wanted, upstream);
            for (PlannedToxic toxic : plan.toxics()) {
                api.add(name, toxic);
            }
            int port = api.enable(name);
            InetSocketAddress address =
                    new InetSocketAddress(place.reachedAt(), place.ports().reachedAt(port));
            Proxy proxy = new Proxy(api, place.ports(), name, port, address);
            OPEN.add(proxy);
            return proxy;
        } catch (IOException e) {
            try {
                api.delete(name);
            } catch (IOException alsoFailed) {
                e.addSuppressed(alsoFailed);
            }
            throw e;
        }
    }

    private static void removeAtEnd() {
        if (AT_END.get() == null) {
            Thread thread = new Thread(Proxies::removeAll, "longfatpipe-toxiproxy-end");
            if (AT_END.compareAndSet(null, thread)) {
                Runtime.getRuntime().addShutdownHook(thread);
            }
        }
    }

    private static void removeAll() {
        for (Proxy proxy : OPEN) {
            try {
                proxy.remove();
            } catch (IOException e) {
                return; // the server is gone, and its proxies with it
            }
        }
    }

    /** Removes the proxies of JVMs of this machine that are no more. */
    static void sweep(ToxiproxyApi api) throws IOException {
        for (String name : api.names(BEGINNING)) {
            String[] parts = name.split("-", -1);
            if (parts.length == 3
                    && parts[1].matches("\\d{1,18}")
                    && ProcessHandle.of(Long.parseLong(parts[1])).isEmpty()) {
                api.delete(name);
            }
        }
    }
}
