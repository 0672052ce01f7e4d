/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.path.Direction;

/** A TCP connection, or what one client's port exchanges with one port of a server. Not thread-safe. */
final class Conversation {

    /** Its place among those of its pipe. */
    final int index;

    final ConnectionId id;
    final long openedNanos;
    /** Whether it is the pipe's own probe, which loses nothing and does not count. */
    final boolean probe;

    private final Tally upstream = new Tally();
    private final Tally downstream = new Tally();
    private boolean reset;

    Conversation(int index, ConnectionId id, long openedNanos, boolean probe) {
        this.index = index;
        this.id = id;
        this.openedNanos = openedNanos;
        this.probe = probe;
    }

    Tally tally(Direction direction) {
        return direction == Direction.UPSTREAM ? upstream : downstream;
    }

    /** A reset has reached one of the ends. */
    void reset() {
        reset = true;
    }

    boolean isReset() {
        return reset;
    }

    boolean isOpen() {
        return !reset && !(upstream.isFinished() && downstream.isFinished());
    }
}
