/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DurationText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says what was measured where it carries no verdict. Tried last; always answers. */
final class UnknownRule implements Rule {

    @Override
    public Optional<Diagnosis> judge(Account account) {
        if (account.connections().isEmpty()) {
            return Optional.of(noBytes(account));
        }
        return Optional.of(account.dominant()
                .map(hold -> contradiction(account, hold))
                .orElseGet(() -> account.lostTime() ? manyReasons(account) : nothingLost(account)));
    }

    private static Diagnosis noBytes(Account account) {
        String who = account.direction() == Direction.UPSTREAM ? "the server" : "the client";
        int opened = account.transfer().connections().size();
        if (opened > 0) {
            return new Diagnosis(
                    LimitingFactor.UNKNOWN,
                    List.of("no byte reached " + who + " through the pipe, over "
                            + (opened == 1 ? "1 connection that was open" : opened + " connections that were open")),
                    "see that the server listens at the address that the pipe leads to, and that it answers");
        }
        return new Diagnosis(
                LimitingFactor.UNKNOWN,
                List.of("no byte reached " + who + " through the pipe, and no client connected to it"),
                "have the client connect to the address that pipe.to(server) returns: a client that connects to the server"
                        + " itself bypasses the pipe");
    }

    /** No other rule took the reason that dominates: its buffer is too large to be the limit. */
    private static Diagnosis contradiction(Account account, Hold hold) {
        return new Diagnosis(
                LimitingFactor.UNKNOWN,
                List.of(
                        Headline.idle(account) + ", it seems because of " + Headline.share(account, hold),
                        "but by the law of the kernel profile that buffer lets more than twice through of what the line"
                                + " carries: the two contradict each other"),
                "look at the buffers of the sockets: what is known of them here is not what was in force. If they could not be"
                        + " read, declare them with @SocketBuffers");
    }

    private static Diagnosis manyReasons(Account account) {
        String shares = Hold.longestFirst(account.idle()).stream()
                .map(hold -> Headline.share(account, hold))
                .collect(Collectors.joining("; "));
        return new Diagnosis(
                LimitingFactor.UNKNOWN,
                List.of(Headline.idle(account) + ", and no single reason explains half of that:", shares),
                "begin with the largest share, and measure again: a longer transfer, or one connection at a time, tells"
                        + " them apart");
    }

    private static Diagnosis nothingLost(Account account) {
        return new Diagnosis(
                LimitingFactor.UNKNOWN,
                List.of("nothing held the " + account.ends().sender() + " back for long: "
                        + account.transfer().bytes(account.direction()).describe() + " took "
                        + DurationText.describe(account.transfer().duration()) + ", and a round trip of the path takes "
                        + DurationText.describe(account.path().rtt())),
                "move more bytes to learn more: so short a transfer is made of the path's own delay");
    }
}
