/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.observe.Transfer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * What held a transfer back, the measurements that say so, and what to change.
 *
 * @param factor what held it back
 * @param evidence one or more lines for people; every number in them was measured or belongs to the path or a kernel
 *     profile
 * @param remedy what to change, for people, with the numbers of this path and kernel profile
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Diagnosis(LimitingFactor factor, List<String> evidence, String remedy) {

    /**
     * In this order: where a proxy splits TCP little can be said; a line that was down explains what it was down for; what only datagrams carried is a matter of its own;
     * whatever a sender waited for while the line was busy cost nothing; of the rest at most one can be
     * the reason for half of the lost time, except that a missing window scale shows as a full receive window and is
     * asked for before it.
     */
    private static final List<Rule> RULES = List.of(
            new SplitTcpRule(),
            new CutRule(),
            new DatagramRule(),
            new BusyLineRule(),
            new QueueOverflowRule(),
            new NoWindowScalingRule(),
            new ReceiveWindowRule(),
            new SendBufferRule(),
            new SlowReaderRule(),
            new LossRule(),
            new SlowStartRule(),
            new SenderRule(),
            new UnknownRule());

    /**
     * Checks that there is evidence.
     *
     * @throws IllegalArgumentException when there is no line of evidence
     */
    public Diagnosis {
        Objects.requireNonNull(factor, "factor");
        Objects.requireNonNull(remedy, "remedy");
        evidence = List.copyOf(evidence);
        if (evidence.isEmpty()) {
            throw new IllegalArgumentException("evidence [] must have at least one line: a verdict needs a reason");
        }
    }

    /** Finds out what held back a whole transfer, in the direction that carried more bytes. */
    public static Diagnosis of(Transfer transfer) {
        return of(Account.of(transfer));
    }

    /**
     * Finds out what held back one connection of a transfer, in the direction in which that connection carried more
     * bytes.
     *
     * @param transfer the transfer
     * @param connection one of {@link Transfer#connections()}
     */
    public static Diagnosis of(Transfer transfer, Connection connection) {
        return of(Account.of(transfer, connection));
    }

    static Diagnosis of(Account account) {
        for (Rule rule : RULES) {
            Optional<Diagnosis> diagnosis = rule.judge(account);
            if (diagnosis.isPresent()) {
                return diagnosis.get();
            }
        }
        throw new IllegalStateException("the last rule must answer");
    }
}
