/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One of a router's network namespaces, with a tc in it for changes, and a netlink socket for looks. */
final class RouterNamespace implements AutoCloseable {

    private final TrafficControl tc;
    /** Null where JNA does not work: then tc looks. */
    private final @Nullable QdiscCounters counters;

    private RouterNamespace(TrafficControl tc, @Nullable QdiscCounters counters) {
        this.tc = tc;
        this.counters = counters;
    }

    static RouterNamespace enter(String name) throws IOException {
        return new RouterNamespace(TrafficControl.in(name), counters(name));
    }

    private static @Nullable QdiscCounters counters(String name) {
        try {
            return QdiscCounters.in(Path.of(Router.NAMESPACES, name));
        } catch (IOException e) {
            return null;
        }
    }

    NetemDirection.Device device(String name) throws IOException {
        if (counters == null) {
            return new NetemDirection.Device(tc, name);
        }
        int index = counters.index(name);
        return new NetemDirection.Device(tc, name, () -> counters.of(index));
    }

    /** The id of a process in the namespace. */
    long pid() {
        return tc.pid();
    }

    @Override
    public void close() {
        tc.close();
        if (counters != null) {
            counters.close();
        }
    }
}
