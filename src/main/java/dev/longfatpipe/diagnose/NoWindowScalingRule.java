/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.kernel.WindowScale;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.Connection;
import dev.longfatpipe.units.DataSize;
import java.util.List;
import java.util.Optional;

/**
 * NO_WINDOW_SCALING: the receiver's window was full, and it was no larger than TCP allows without the window scale
 * option, which one of the two kernels does not offer.
 *
 * <p>A buffer that would give no larger window with the option is the receive window's own fault.
 */
final class NoWindowScalingRule implements Rule {

    private static final String KEY = "net.ipv4.tcp_window_scaling";
    private static final DataSize UNSCALED = WindowScale.largestWindow(0);

    @Override
    public Optional<Diagnosis> judge(Account account) {
        if (!account.isDominated(Hold.RECEIVE_WINDOW)) {
            return Optional.empty();
        }
        Ends ends = account.ends();
        Connection worst = account.worst(Hold.RECEIVE_WINDOW);
        boolean unscaled = !ends.senderKernel().sysctls().windowScaling()
                || !ends.receiverKernel().sysctls().windowScaling();
        BufferReading reading = account.flow(worst).after().receiver();
        if (!unscaled
                || account.flow(worst).after().receiveWindow() > UNSCALED.bytes()
                || wouldNotHelp(account, ends.receiverKernel(), reading)) {
            return Optional.empty();
        }
        Alike alike =
                Alike.of(account, Hold.RECEIVE_WINDOW, flow -> flow.after().receiver());
        DataSize window = DataSize.ofBytes(account.flow(worst).after().receiveWindow());
        List<String> evidence = Headline.evidence(account, Hold.RECEIVE_WINDOW);
        evidence.add(KEY + " = 0 on the " + where(ends) + ": no window exceeds " + UNSCALED.bytes()
                + " bytes, whatever SO_RCVBUF says");
        evidence.add(alike.sockets(ends.receiverSocket(worst.id()))
                + WindowEvidence.has(BufferKind.RECEIVE, reading, alike.several()) + " -> window " + window.bytes()
                + WindowEvidence.ceiling(account, window, window, alike.all()));
        return Optional.of(new Diagnosis(
                LimitingFactor.NO_WINDOW_SCALING,
                evidence,
                "set " + KEY + " = 1 on the " + where(ends)
                        + ": both ends must offer the option when they connect. A larger SO_RCVBUF changes nothing before"
                        + " that" + (account.atOnce() == 1 ? "; several connections multiply the window" : "")));
    }

    private static boolean wouldNotHelp(Account account, KernelProfile receiver, BufferReading reading) {
        return receiver.with(KEY, "1")
                        .receiveWindow(reading.setting(), account.path().mss())
                        .maximum()
                        .compareTo(UNSCALED)
                <= 0;
    }

    private static String where(Ends ends) {
        boolean sender = ends.senderKernel().sysctls().windowScaling();
        boolean receiver = ends.receiverKernel().sysctls().windowScaling();
        if (!sender && !receiver) {
            return "client and the server";
        }
        return sender ? ends.receiver() : ends.sender();
    }
}
