/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.emulate.OutageClock;
import dev.longfatpipe.path.Path;
import java.time.Duration;

/** What the path of a pipe is now, and for how long its line has been cut. Confined to the engine's thread, but for {@link #path()} and {@link #legs()}. */
final class Line {

    private volatile Path path;
    private volatile LegBuffers legs;
    private final OutageClock outages = new OutageClock();
    private long cuts;

    Line(Path path) {
        this.path = path;
        this.legs = LegBuffers.of(path);
    }

    /** Returns the buffers of the relay's own sockets. Thread-safe. */
    LegBuffers legs() {
        return legs;
    }

    /** Returns the path from now on. Thread-safe. */
    Path path() {
        return path;
    }

    void change(Path newPath) {
        legs = LegBuffers.of(newPath);
        path = newPath;
    }

    void cut(long nowNanos) {
        cuts++;
        outages.cut(nowNanos);
    }

    void restore(long nowNanos) {
        outages.restore(nowNanos);
    }

    boolean isCut() {
        return outages.isCut();
    }

    /** Returns how often it has been cut: what is under way while that changes is lost. */
    long cuts() {
        return cuts;
    }

    /** Returns for how long it has been cut, all times together. */
    Duration cutTime(long nowNanos) {
        return outages.total(nowNanos);
    }
}
