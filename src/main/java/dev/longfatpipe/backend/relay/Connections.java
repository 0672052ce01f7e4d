/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.observe.ConnectionSample;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Every connection that a pipe ever had. Of those that have ended only the last sample is kept, and they cost nothing when the
 * others are looked at. Not thread-safe.
 */
final class Connections {

    /** A socket of an application is looked at in each interval, as long as they are not more than this. */
    private static final int MOST_INSPECTIONS = 64;

    private final List<LiveConnection> live = new ArrayList<>();
    /** By number, the first at 0; null while the connection lives. */
    private final List<@Nullable ConnectionSample> ended = new ArrayList<>();

    private long endedProgress;
    private int nextInspection;

    /** Returns the number of the next connection: 1 for the first. */
    long nextNumber() {
        return ended.size() + 1L;
    }

    void add(LiveConnection connection) {
        live.add(connection);
        ended.add(null);
    }

    /** Looks at the applications' sockets, in turn where they are many. */
    void inspect(long nowNanos) {
        retire(nowNanos);
        int count = Math.min(MOST_INSPECTIONS, live.size());
        for (int i = 0; i < count; i++) {
            nextInspection = (nextInspection + 1) % live.size();
            live.get(nextInspection).inspect(nowNanos);
        }
    }

    /** Returns after how many calls of {@link #inspect} every socket has been looked at twice. */
    int looksAtAll() {
        return 2 * (live.size() / MOST_INSPECTIONS + 1);
    }

    private void retire(long nowNanos) {
        for (Iterator<LiveConnection> connections = live.iterator(); connections.hasNext(); ) {
            LiveConnection connection = connections.next();
            if (connection.isClosed()) {
                connections.remove();
                endedProgress += progress(connection);
                ended.set((int) connection.id().number() - 1, connection.sample(nowNanos));
            }
        }
    }

    /** Does something with every connection that lives. */
    void forEach(Consumer<LiveConnection> work) {
        List.copyOf(live).forEach(work);
    }

    /** Returns a number that changes whenever a connection is opened or closed, or a byte moves. */
    long progress() {
        long progress = ended.size() + endedProgress;
        for (LiveConnection connection : live) {
            progress += progress(connection);
        }
        return progress;
    }

    private static long progress(LiveConnection connection) {
        return connection.progress() + (connection.isClosed() ? 1 : 0);
    }

    /** Returns whether nothing is under way on any connection. */
    boolean areQuiet(long nowNanos) {
        return live.stream().allMatch(connection -> connection.isQuiet(nowNanos));
    }

    /** Returns whether something is going to happen by itself, however long it takes. */
    boolean areAtWork() {
        return live.stream().anyMatch(LiveConnection::isAtWork);
    }

    /** Returns whether any receiver has bytes that it has not read. */
    boolean haveUnread() {
        return live.stream().anyMatch(LiveConnection::hasUnread);
    }

    /** Returns a sample of each connection, in order of their numbers. */
    List<ConnectionSample> sample(long nowNanos) {
        List<@Nullable ConnectionSample> samples = new ArrayList<>(ended);
        for (LiveConnection connection : live) {
            samples.set((int) connection.id().number() - 1, connection.sample(nowNanos));
        }
        List<ConnectionSample> all = new ArrayList<>(samples.size());
        for (ConnectionSample sample : samples) {
            if (sample != null) {
                all.add(sample);
            }
        }
        return all;
    }
}
