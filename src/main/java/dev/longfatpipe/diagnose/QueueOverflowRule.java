/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.path.Queue;
import dev.longfatpipe.units.DataSize;
import java.util.List;
import java.util.Optional;

/** LINK: the line stood idle, for its queue had overflowed and the sender had to slow down too far. */
final class QueueOverflowRule implements Rule {

    @Override
    public Optional<Diagnosis> judge(Account account) {
        if (!account.isDominated(Hold.QUEUE)) {
            return Optional.empty();
        }
        List<String> evidence = Headline.evidence(account, Hold.QUEUE);
        evidence.add("the queue of " + queue(account) + " dropped " + account.sum(Flow::queueDrops) + " of "
                + account.sum(Flow::segments) + " segments; congestion control "
                + account.ends().senderKernel().sysctls().congestionControl());
        return Optional.of(new Diagnosis(
                LimitingFactor.LINK,
                evidence,
                "the path is the limit: its queue is too short for "
                        + (account.atOnce() == 1 ? "one sender" : account.atOnce() + " senders")
                        + " to keep the line busy. Use more connections, or senders that pace (congestion control bbr); if the"
                        + " real path queues more, write it as queue = \"1bdp\" ("
                        + account.path()
                                .bandwidthDelayProduct(account.direction())
                                .map(DataSize::describe)
                                .orElse("unlimited")
                        + " here)"));
    }

    /** {@code 12.5 kB (0.01bdp)}, or the bytes alone where they were written as bytes. */
    private static String queue(Account account) {
        Queue queue = account.path().link(account.direction()).queue();
        String size = account.path()
                .queueSize(account.direction())
                .map(DataSize::describe)
                .orElse("unlimited size");
        return queue instanceof Queue.Bytes ? size : size + " (" + queue + ")";
    }
}
