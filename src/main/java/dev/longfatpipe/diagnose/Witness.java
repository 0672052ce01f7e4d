/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import java.time.Duration;
import java.util.Comparator;

/**
 * The connection of several that saw the line for the whole transfer. Those that end early do not see what the line does after: of eight, of which one goes on
 * alone at half the line's rate, the times added up say that the line was busy nearly always. So where a connection lived through nearly all of
 * the transfer, and saw the line idle for a larger share of it than all of them did together, its times are the account.
 */
final class Witness {

    /** A connection saw the whole transfer when it lived for this share of it. */
    private static final double ALL_OF_IT = 0.9;

    private Witness() {}

    /** Returns the account of the witness if there is one, else the one that was given, of all connections together. */
    static Account believed(Account together) {
        if (together.linkCeiling().isEmpty() || together.connections().size() < 2) {
            return together;
        }
        return together.connections().stream()
                .map(connection -> of(together, connection))
                .max(Comparator.comparing(account -> account.times().total()))
                .filter(Witness::sawAllOfIt)
                .filter(account -> account.idleShare() > together.idleShare())
                .orElse(together);
    }

    private static Account of(Account together, Connection connection) {
        return together.counting(
                together.flow(connection).times(), together.flow(connection).idleLineTimes());
    }

    private static boolean sawAllOfIt(Account account) {
        Duration transfer = account.transfer().duration(account.direction());
        return Shares.of(account.lived(), transfer) >= ALL_OF_IT;
    }
}
