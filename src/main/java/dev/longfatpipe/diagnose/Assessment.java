/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.Utilisation;
import java.time.Duration;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A transfer compared with what its path allows, in the direction that carried more bytes. Carries no verdict: what is
 * enough is for the test to say.
 *
 * <p>The expectation is that of as many bytes as the transfer moved, over as many connections as moved them at the same
 * time (those that carried at least a tenth of what the busiest one did), with the sender kernel's congestion control,
 * no limit of windows or buffers, the handshake when all of them were new, and the trip of the request for a download.
 * Connections that were open before begin with the window they had; but with ten segments where the kernel restarts
 * idle connections (tcp_slow_start_after_idle) and one of them may have been idle for longer than its retransmission
 * timeout.
 *
 * <p>Immutable.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Assessment {

    private final Account account;
    private final Transfer transfer;
    private final Expectation expectation;
    private final Diagnosis diagnosis;
    private final Optional<String> inconclusive;

    private Assessment(Transfer transfer) {
        this.account = Account.of(transfer);
        this.transfer = transfer;
        this.expectation = account.expectation();
        this.diagnosis = Diagnosis.of(account);
        this.inconclusive = MachineCheck.complaint(account, diagnosis.factor())
                .or(() -> TimingCheck.complaint(transfer, expectation));
    }

    private Assessment(Assessment of, Duration took, Duration allowed) {
        this.account = of.account;
        this.transfer = of.transfer;
        this.expectation = of.expectation;
        this.diagnosis = of.diagnosis;
        this.inconclusive = of.inconclusive.or(() -> new MachineTime(account).complaint(took, allowed));
    }

    /**
     * Assesses a transfer.
     *
     * @throws IllegalArgumentException if the path loses packets and the answer of the sender's congestion control to
     *     that is not known
     */
    public static Assessment of(Transfer transfer) {
        return new Assessment(transfer);
    }

    /** Returns what was assessed. */
    public Transfer transfer() {
        return transfer;
    }

    /** Returns what a well-tuned application reaches with as many bytes; the steady state when no byte was moved. */
    public Expectation expectation() {
        return expectation;
    }

    /**
     * Returns the achieved goodput as a share of the expectation, rounded down; empty when nothing bounds the
     * expectation (a line without a rate and a round trip of zero).
     */
    public Optional<Utilisation> utilisation() {
        return expectation
                .goodput()
                .filter(rate -> !rate.isZero())
                .map(rate -> Utilisation.of(transfer.goodput(), rate));
    }

    /** Returns what held the transfer back. */
    public Diagnosis diagnosis() {
        return diagnosis;
    }

    /**
     * Returns why nothing can be concluded from this transfer, with the measured numbers: what crossed the pipe is not all known, the
     * pipe was not the path
     * that was asked for, its work was overdue for more than 5 % of the time, or took more than 90 % of a core, or
     * the limit is SENDER, SLOW_READER or UNKNOWN and the machine's processors were idle for less than 5 % of the time, or it
     * would be another one without the time in which something on the machine waited for a processor, or the
     * transfer was so short that what it took more than expected is within the accuracy of the machine's timing. A test
     * that would fail is then aborted instead.
     */
    public Optional<String> inconclusive() {
        return inconclusive;
    }

    /**
     * Returns the same assessment for a test that asks for a goodput. It is {@link #inconclusive} also when the transfer did not reach
     * it, and would have without the time that may have been the machine's: that in which the application offered nothing to an
     * idle line, read nothing, or opened connections and windows late, while something on the machine waited for a processor, and that
     * in which work of the pipe was overdue.
     */
    public Assessment against(DataRate goodput) {
        if (goodput.isZero()) {
            return this;
        }
        return new Assessment(this, transfer.duration(transfer.direction()), goodput.timeFor(transfer.bytes()));
    }

    /** As {@link #against(DataRate)}, for a test that asks for a share of the expectation. */
    public Assessment againstExpectation(Utilisation share) {
        return against(Shares.of(share, requireExpectedGoodput()));
    }

    /** As {@link #against(DataRate)}, for a test that asks for a share of the line rate. */
    public Assessment againstLinkRate(Utilisation share) {
        return against(Shares.of(share, requireLinkRate()));
    }

    /** As {@link #against(DataRate)}, for a test that gives the transfer a time. */
    public Assessment against(Duration time) {
        return new Assessment(this, transfer.duration(), time);
    }

    /**
     * Returns whether the transfer reached a share of the expectation.
     *
     * @throws IllegalArgumentException when nothing bounds the expectation, so that there is no share of it
     */
    public boolean reaches(Utilisation share) {
        return Utilisation.of(transfer.goodput(), requireExpectedGoodput()).compareTo(share) >= 0;
    }

    /**
     * Returns whether the transfer reached a share of the line rate. Headers are part of the line rate: 95.64 % is the
     * most that an application can reach at MTU 1500.
     *
     * @throws IllegalArgumentException when the line has no rate
     */
    public boolean reachesOfLinkRate(Utilisation share) {
        return Utilisation.of(transfer.goodput(), requireLinkRate()).compareTo(share) >= 0;
    }

    DataRate requireExpectedGoodput() {
        return expectation
                .goodput()
                .filter(rate -> !rate.isZero())
                .orElseThrow(() ->
                        new IllegalArgumentException("path [" + transfer.pipe().path()
                                + "] bounds nothing, so that there is no expectation to take a share of: give it a rate or an rtt, or"
                                + " ask for a goodput such as \"50mbit\""));
    }

    DataRate requireLinkRate() {
        return transfer.pipe()
                .path()
                .link(transfer.direction())
                .lineRate()
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "path [" + transfer.pipe().path()
                                        + "] has no rate to take a share of: give it one, or ask for a goodput such as \"50mbit\""));
    }

    /**
     * One line for a console: path, expectation, achieved, utilisation and limiting factor, separated by {@code " | "};
     * for example {@code rtt 100 ms, rate 100 mbit, queue 1bdp | expected 95.6 mbit | achieved 94.9 mbit | 99.2 % |
     * LINK}.
     */
    public String line() {
        return PathNote.of(transfer.pipe()) + " | expected "
                + expectation.goodput().map(DataRate::describe).orElse("no bound") + " | achieved "
                + transfer.goodput().describe() + " | "
                + utilisation().map(Utilisation::describe).orElse("-") + " | " + diagnosis.factor();
    }

    /** As {@link #line()}. */
    @Override
    public String toString() {
        return line();
    }
}
