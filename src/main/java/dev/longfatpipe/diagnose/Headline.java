/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.units.DurationText;
import java.util.ArrayList;
import java.util.List;

/** The first line of evidence: for how long the line stood idle, and how much of that one reason explains. */
final class Headline {

    /** Another reason is worth a line of its own from this share of the idle time. */
    private static final double WORTH_SAYING = 0.2;

    private static final double NEARLY_ALL = 0.95;

    private Headline() {}

    /** Begins evidence: the headline, and other reasons that took a considerable part. */
    static List<String> evidence(Account account, Hold hold) {
        List<String> evidence = new ArrayList<>();
        evidence.add(idle(account) + ", " + Shares.text(hold.share(account.idle())) + " of that because " + words(hold)
                + explanation(hold));
        for (Hold other : Hold.longestFirst(account.idle())) {
            if (other != hold && other.share(account.idle()) >= WORTH_SAYING) {
                evidence.add("beside it: " + share(account, other) + granted(account, other));
            }
        }
        return evidence;
    }

    /** Where something else is the reason, it is said how much of the opening of connections could not be saved. */
    private static String granted(Account account, Hold other) {
        double share = other == Hold.SLOW_START ? ExpectedOpening.of(account).share() : 0;
        if (share == 0) {
            return "";
        }
        return share >= NEARLY_ALL
                ? ", which this path takes anyway"
                : ", " + Shares.text(share) + " of which this path takes anyway";
    }

    /** {@code SLOW_START 21.4 % (connections were opening: handshake and slow start)}. */
    static String share(Account account, Hold hold) {
        return hold.factor() + " " + Shares.text(hold.share(account.idle())) + " (" + words(hold) + ")";
    }

    /**
     * {@code the line stood idle 94.3 % of the time (9.4 s of 10 s)}; without a line rate it is the sender that stood
     * still.
     */
    static String idle(Account account) {
        boolean line = account.linkCeiling().isPresent();
        int count = account.connections().size();
        String who =
                line ? "the line stood idle " : count == 1 ? "the sender stood still " : "the senders stood still ";
        return who + Shares.text(account.idleShare()) + " of the time ("
                + DurationText.describe(account.idle().total()) + " of "
                + DurationText.describe(account.times().total())
                + (count == 1 ? ")" : counted(account));
    }

    private static String counted(Account account) {
        int count = account.connections().size();
        return account.counted() == count
                ? ", " + count + " connections added up)"
                : ", which the longest of " + count + " connections took)";
    }

    /** What held senders back, in a few words. */
    private static String words(Hold hold) {
        return switch (hold) {
            case SENDER -> "the sending application offered no bytes";
            case SLOW_START -> "connections were opening";
            case LOSS -> "lost packets had slowed the sender down";
            case QUEUE -> "the queue in front of the line had overflowed";
            case RECEIVE_WINDOW -> "the receiver's window was full";
            case SLOW_READER -> "the receiving application had not read what had arrived";
            case SEND_BUFFER -> "the send buffer was full";
        };
    }

    /** What that means, for an engineer who does not know TCP. */
    private static String explanation(Hold hold) {
        return switch (hold) {
            case SENDER, SLOW_READER -> "";
            case SLOW_START ->
                ": handshake, then slow start, in which a sender begins with little and doubles it with every round trip";
            case LOSS -> ": after a loss it sends less (the congestion window), and only gradually more again";
            case QUEUE -> ": a sender whose packets are dropped sends less, and only gradually more again";
            case RECEIVE_WINDOW -> ": no more bytes may be under way than the receiver has announced to have room for";
            case SEND_BUFFER -> ": bytes stay in it until they are acknowledged, a round trip after they were sent";
        };
    }
}
