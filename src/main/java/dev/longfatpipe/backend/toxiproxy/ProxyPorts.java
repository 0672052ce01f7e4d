/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.toxiproxy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** On which ports proxies listen, and at which ports clients reach them. Thread-safe. */
final class ProxyPorts {

    private static final int ANY = 0;
    private static final int MOST = 65_535;

    /** By the port on which a proxy listens, the one at which clients reach it; empty where every port is reached as it is. */
    private final Map<Integer, Integer> reached;

    private final Deque<Integer> free;

    private ProxyPorts(Map<Integer, Integer> reached) {
        this.reached = new LinkedHashMap<>(reached);
        this.free = new ArrayDeque<>(reached.keySet());
    }

    /** Any port that is free where the server runs. */
    static ProxyPorts any() {
        return new ProxyPorts(Map.of());
    }

    /** Only those that are published, each at a port of another number. */
    static ProxyPorts published(Map<Integer, Integer> reached) {
        return new ProxyPorts(reached);
    }

    /**
     * Reads the value of {@code longfatpipe.toxiproxy.ports}: {@code 8666-8697}.
     *
     * @throws IllegalArgumentException when it is none
     */
    static ProxyPorts parse(String property, String text) {
        List<Integer> ends = new ArrayList<>();
        for (String part : text.strip().split("-", -1)) {
            ends.add(part.strip().matches("\\d{1,5}") ? Integer.parseInt(part.strip()) : ANY);
        }
        int first = ends.get(0);
        int last = ends.get(ends.size() - 1);
        if (ends.size() > 2 || first <= ANY || last > MOST || first > last) {
            throw new IllegalArgumentException(property + " [" + text
                    + "] is no range of ports: write those that are published, such as \"8666-8697\"");
        }
        Map<Integer, Integer> same = new LinkedHashMap<>();
        for (int port = first; port <= last; port++) {
            same.put(port, port);
        }
        return new ProxyPorts(same);
    }

    /** Takes a port for a proxy to listen on; 0 for any. */
    synchronized int take() throws IOException {
        if (reached.isEmpty()) {
            return ANY;
        }
        Integer port = free.poll();
        if (port == null) {
            throw new IOException("all " + reached.size() + " ports of Toxiproxy that this machine reaches ("
                    + Collections.min(reached.keySet()) + " to " + Collections.max(reached.keySet())
                    + ") are in use by pipes that are open: close some, or publish more and name them in "
                    + ToxiproxySettings.PORTS);
        }
        return port;
    }

    /** Gives a port back. */
    synchronized void giveBack(int port) {
        if (reached.containsKey(port) && !free.contains(port)) {
            free.add(port);
        }
    }

    /** Returns at which port clients reach a proxy that listens on one. */
    synchronized int reachedAt(int port) {
        return reached.getOrDefault(port, port);
    }
}
