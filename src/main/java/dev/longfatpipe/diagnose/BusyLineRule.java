/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Ceiling;
import dev.longfatpipe.expect.Term;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.units.DataRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * LINK: the line was busy.
 *
 * <p>It was when it stood idle for less than a twentieth of the time, or carried 95 % of what it can. A transfer that
 * reached 95 % of its expectation, where the expectation is bound by the link, is counted too: what it lost at its
 * beginning nobody can save.
 */
final class BusyLineRule implements Rule {

    private static final double BUSY = 0.95;

    /** Retransmissions are worth a line from this share of the segments. */
    private static final double MANY = 0.01;

    @Override
    public Optional<Diagnosis> judge(Account account) {
        Optional<Ceiling> link = account.expectation().ceiling(Term.LINK);
        if (link.isEmpty()
                || account.connections().isEmpty()
                || !isBusy(account, link.get().rate())) {
            return Optional.empty();
        }
        List<String> evidence = new ArrayList<>();
        evidence.add("the line was busy " + Shares.text(account.busyShare()) + " of the time and carried "
                + account.goodput().describe() + " of payload; it can carry "
                + link.get().rate().describe() + ", for " + link.get().because());
        if (account.busyShare() < BUSY && !reaches(account.goodput(), link.get().rate())) {
            account.expectation()
                    .ceiling(Term.SLOW_START)
                    .ifPresent(start -> evidence.add("the path allows " + start.because()));
        }
        long again = account.sum(Flow::retransmissions);
        long segments = account.sum(Flow::segments);
        if (Shares.of(again, segments) >= MANY) {
            evidence.add(again + " of " + segments + " segments (" + Shares.text(Shares.of(again, segments))
                    + ") were sent again");
        }
        return Optional.of(new Diagnosis(
                LimitingFactor.LINK, evidence, remedy(account, link.get().rate(), again)));
    }

    private static boolean isBusy(Account account, DataRate ceiling) {
        boolean bound = account.expectation()
                .binding()
                .filter(binding -> binding.term() == Term.LINK)
                .isPresent();
        boolean asExpected = bound
                && account.expectation()
                        .goodput()
                        .filter(expected -> reaches(account.goodput(), expected))
                        .isPresent();
        return account.busyShare() >= BUSY || reaches(account.goodput(), ceiling) || asExpected;
    }

    private static boolean reaches(DataRate goodput, DataRate whole) {
        return goodput.bitsPerSecond() >= BUSY * whole.bitsPerSecond();
    }

    private static String remedy(Account account, DataRate ceiling, long again) {
        if (again > 0 && !reaches(account.goodput(), ceiling)) {
            return "the line is busy: what is missing went into the trips before the first byte and after the last, and into"
                    + " waiting for what was lost to arrive in order. Loss comes down with a sender that overruns the queue less"
                    + " (pacing, congestion control bbr)";
        }
        return "nothing to repair: the line is full. To be faster, send fewer bytes (compression) or get a faster line";
    }
}
