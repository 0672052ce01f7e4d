/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Flow;
import java.util.List;
import java.util.function.Function;

/**
 * The connection that shows a limit best, and those with the same buffer.
 *
 * @param worst the connection with the most time lost
 * @param reading its buffer
 * @param all every connection with that buffer, {@code worst} among them
 */
record Alike(Connection worst, BufferReading reading, List<Connection> all) {

    static Alike of(Account account, Hold hold, Function<Flow, BufferReading> buffer) {
        Connection worst = account.worst(hold);
        BufferReading reading = buffer.apply(account.flow(worst));
        List<Connection> all = account.connections().stream()
                .filter(connection -> sameBuffer(reading, buffer.apply(account.flow(connection))))
                .toList();
        return new Alike(worst, reading, all);
    }

    private static boolean sameBuffer(BufferReading one, BufferReading other) {
        return one.setting().equals(other.setting()) && one.source() == other.source();
    }

    boolean several() {
        return all.size() > 1;
    }

    /** {@code client socket 127.0.0.1:51514}, with {@code and 7 more} when there are others. */
    String sockets(String worstSocket) {
        return worstSocket + (several() ? " and " + (all.size() - 1) + " more" : "");
    }
}
