/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.expect.Expectation;
import dev.longfatpipe.observe.ConnectionId;
import dev.longfatpipe.observe.Flow;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataSize;
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
        if (account.connections().stream().noneMatch(connection -> isSeen(account.flow(connection)))) {
            return Optional.of(unseen(account));
        }
        return Optional.of(account.dominant()
                .map(hold -> contradiction(account, hold))
                .orElseGet(() -> account.lostTime() ? manyReasons(account) : nothingLost(account)));
    }

    /** Of a sender whose socket was never seen nobody knows what it has sent, only what has arrived. */
    private static boolean isSeen(Flow flow) {
        return flow.after().segments() != 0;
    }

    private static Diagnosis unseen(Account account) {
        String sender = account.ends().sender();
        return new Diagnosis(
                LimitingFactor.UNKNOWN,
                List.of("what held the " + sender + " back was not seen, for its sockets could not be read: "
                        + account.transfer().bytes(account.direction()).describe() + " arrived in "
                        + DurationText.describe(account.transfer().duration())),
                "run the " + sender
                        + " where its sockets can be read (on this host, or in a container that has ss), or use backend"
                        + " relay, which keeps its own account of every sender");
    }

    private static Diagnosis noBytes(Account account) {
        String who = account.direction() == Direction.UPSTREAM ? "the server" : "the client";
        int opened = account.transfer().connections().size();
        String cut = account.transfer().cut().isZero()
                ? ""
                : "; the line was cut for "
                        + DurationText.describe(account.transfer().cut());
        if (opened > 0) {
            return new Diagnosis(
                    LimitingFactor.UNKNOWN,
                    List.of("no byte reached " + who + " through the pipe, over "
                            + (opened == 1 ? "1 connection that was open" : opened + " connections that were open")
                            + cut),
                    "see that the server listens at the address that the pipe leads to, and that it answers");
        }
        return new Diagnosis(
                LimitingFactor.UNKNOWN,
                List.of("no byte reached " + who + " through the pipe, and no client connected to it"),
                "have the client connect to the address that pipe.to(server) returns: a client that connects to the server"
                        + " itself bypasses the pipe");
    }

    /** No other rule took the reason that dominates. */
    private static Diagnosis contradiction(Account account, Hold hold) {
        return switch (hold) {
            case RECEIVE_WINDOW -> tooLarge(account, hold, BufferKind.RECEIVE);
            case SEND_BUFFER -> tooLarge(account, hold, BufferKind.SEND);
            default -> unexplained(account, hold);
        };
    }

    /** By its size the buffer that is said to have been full cannot have been the limit. */
    private static Diagnosis tooLarge(Account account, Hold hold, BufferKind kind) {
        boolean receive = kind == BufferKind.RECEIVE;
        Ends ends = account.ends();
        Alike alike = Alike.of(
                account,
                hold,
                flow -> receive ? flow.after().receiver() : flow.after().sender());
        DataSize window = kind.inFlight(
                receive ? ends.receiverKernel() : ends.senderKernel(),
                alike.reading().setting(),
                account.path().mss());
        ConnectionId id = alike.worst().id();
        return new Diagnosis(
                LimitingFactor.UNKNOWN,
                List.of(
                        seems(account, hold),
                        "but " + alike.sockets(receive ? ends.receiverSocket(id) : ends.senderSocket(id))
                                + WindowEvidence.has(kind, alike.reading(), alike.several())
                                + ": by the law of the kernel profile "
                                + (receive
                                        ? "its window is " + window.bytes() + " bytes"
                                        : "it " + kind.inFlightText(window))
                                + carries(account, window) + ": the two contradict each other"),
                "look at the buffers of the sockets: what is known of them here is not what was in force. If they could not be"
                        + " read, declare them with @SocketBuffers");
    }

    /** {@code , which is 335.4 mbit at rtt 100 ms, and the line carries 95.6 mbit}. */
    private static String carries(Account account, DataSize window) {
        String line = account.linkCeiling()
                .map(rate -> ", and the line carries " + rate.describe())
                .orElse("");
        return Expectation.windowCeiling(window, account.path().rtt())
                .map(rate -> ", which is " + rate.describe() + " at rtt "
                        + DurationText.describe(account.path().rtt()) + line)
                .orElse(", which bounds nothing without a round trip");
    }

    private static Diagnosis unexplained(Account account, Hold hold) {
        return new Diagnosis(
                LimitingFactor.UNKNOWN,
                List.of(
                        seems(account, hold),
                        "but what else was measured does not say that " + hold.factor() + " was it"),
                "measure again, with more bytes");
    }

    private static String seems(Account account, Hold hold) {
        return Headline.idle(account) + ", it seems because of " + Headline.share(account, hold);
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
