/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.Utilisation;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A transfer compared with what its path allows. Carries no verdict: what is enough is for the test to say.
 *
 * <p>Immutable.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Assessment {

    private final Transfer transfer;
    private final Expectation expectation;
    private final Diagnosis diagnosis;
    private final Optional<String> inconclusive;

    private Assessment(Transfer transfer) {
        this.transfer = transfer;
        this.expectation =
                Expectation.of(transfer.pipe().path(), transfer.direction()).build();
        this.diagnosis = Diagnosis.of(transfer);
        this.inconclusive = Optional.empty();
    }

    /** Assesses a transfer in the direction that carried more bytes. */
    public static Assessment of(Transfer transfer) {
        return new Assessment(transfer);
    }

    /** Returns what was assessed. */
    public Transfer transfer() {
        return transfer;
    }

    /** Returns what a well-tuned application reaches with as many bytes over as many connections of this path. */
    public Expectation expectation() {
        return expectation;
    }

    /** Returns the achieved goodput as a share of the expectation; empty when nothing bounds the expectation. */
    public Optional<Utilisation> utilisation() {
        return expectation.goodput().map(expected -> Utilisation.of(transfer.goodput(), expected));
    }

    /** Returns what held the transfer back. */
    public Diagnosis diagnosis() {
        return diagnosis;
    }

    /**
     * Returns why nothing can be concluded from this transfer, with the measured numbers: the machine could not hold the path.
     * A test that would fail is then aborted instead.
     */
    public Optional<String> inconclusive() {
        return inconclusive;
    }

    /**
     * Returns whether the transfer reached a share of the expectation.
     *
     * @throws IllegalArgumentException when nothing bounds the expectation, so that there is no share of it
     */
    public boolean reaches(Utilisation share) {
        return utilisation()
                        .orElseThrow(() -> new IllegalArgumentException("expectation [no bound]"))
                        .compareTo(share)
                >= 0;
    }

    /** One line for a console: path, expectation, achieved, utilisation, limiting factor, separated by {@code " | "}. */
    public String line() {
        return transfer.pipe().path() + " | expected "
                + expectation.goodput().map(Object::toString).orElse("no bound") + " | achieved "
                + transfer.goodput().describe() + " | "
                + utilisation().map(Utilisation::describe).orElse("-") + " | " + diagnosis.factor();
    }

    /** As {@link #line()}. */
    @Override
    public String toString() {
        return line();
    }
}
