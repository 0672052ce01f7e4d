/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;

/**
 * The connection of several that saw the line for the whole transfer. Those that end early do not see what the line does after: of eight, of which one goes on
 * alone at half the line's rate, the times added up say that the line was busy nearly always. So where a connection lived through nearly all of
 * the transfer, and saw the line idle for a larger share of it than all of them did together, its times are the account.
 */
final class Witness {

    /** A connection saw the whole transfer when it lived for this share of it. */
    private static final double ALL_OF_IT = 0.9;

    private Witness() {}

    /**
     * Returns the account of the witness; empty where there is none.
     *
     * @param together the account of all connections
     * @param alone that of one of them
     */
    static Optional<Account> of(Account together, Function<Connection, Account> alone) {
        if (together.linkCeiling().isEmpty() || together.connections().size() < 2) {
            return Optional.empty();
        }
        return together.connections().stream()
                .map(alone)
                .max(Comparator.comparing(account -> account.times().total()))
                .filter(Witness::sawAllOfIt)
                .filter(account -> account.idleShare() > together.idleShare());
    }

    private static boolean sawAllOfIt(Account account) {
        Duration transfer = account.transfer().duration(account.direction());
        return Shares.of(account.lived(), transfer) >= ALL_OF_IT;
    }
}
