/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.kernel.ReceiveWindow;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.units.DataSize;
import java.util.List;
import java.util.Optional;

/** RECEIVE_WINDOW: the line stood idle while the receiver's window was full of bytes under way. */
final class ReceiveWindowRule implements Rule {

    /** An auto-tuned window this close to the law's maximum has stopped growing. */
    private static final double FULLY_GROWN = 0.9;

    @Override
    public Optional<Diagnosis> judge(Account account) {
        if (!account.isDominated(Hold.RECEIVE_WINDOW)) {
            return Optional.empty();
        }
        Alike alike =
                Alike.of(account, Hold.RECEIVE_WINDOW, flow -> flow.after().receiver());
        boolean auto = alike.reading().setting().isAuto();
        if (!auto && WindowEvidence.contradicts(account, law(account, alike).maximum())) {
            return Optional.empty();
        }
        List<String> evidence = Headline.evidence(account, Hold.RECEIVE_WINDOW);
        evidence.add(sockets(account, alike) + (auto ? automatic(account, alike) : explicit(account, alike)));
        return Optional.of(new Diagnosis(LimitingFactor.RECEIVE_WINDOW, evidence, remedy(account, alike)));
    }

    private static String sockets(Account account, Alike alike) {
        return alike.sockets(account.ends().receiverSocket(alike.worst().id()))
                + WindowEvidence.has(BufferKind.RECEIVE, alike.reading(), alike.several());
    }

    private static String explicit(Account account, Alike alike) {
        KernelProfile kernel = account.ends().receiverKernel();
        ReceiveWindow law = law(account, alike);
        String cut = law.capped() ? " (cut to " + kernel.sysctls().rmemMax() + " by net.core.rmem_max)" : "";
        return cut + " -> window " + law.maximum().bytes()
                + WindowEvidence.ceiling(account, law.maximum(), law.maximum(), alike.all());
    }

    private static String automatic(Account account, Alike alike) {
        long reached = account.flow(alike.worst()).after().receiveWindow();
        ReceiveWindow law = law(account, alike);
        if (isFullyGrown(account, alike)) {
            return " -> window " + reached + ", all that net.ipv4.tcp_rmem max = "
                    + account.ends().receiverKernel().sysctls().tcpRmem().max() + " allows"
                    + WindowEvidence.ceiling(
                            account, DataSize.ofBytes(reached), DataSize.ofBytes(reached), alike.all());
        }
        return " -> its window had grown to " + reached + " of at most "
                + law.maximum().bytes() + " when the transfer ended";
    }

    /**
     * Whether growth was at its end, and the window small even so: it takes time, and what was full on the way was
     * smaller.
     */
    private static boolean isFullyGrown(Account account, Alike alike) {
        long reached = account.flow(alike.worst()).after().receiveWindow();
        return reached >= FULLY_GROWN * law(account, alike).maximum().bytes()
                && !WindowEvidence.contradicts(account, DataSize.ofBytes(reached));
    }

    private static ReceiveWindow law(Account account, Alike alike) {
        return account.ends()
                .receiverKernel()
                .receiveWindow(alike.reading().setting(), account.path().mss());
    }

    private static String remedy(Account account, Alike alike) {
        BufferSetting setting = alike.reading().setting();
        String remedy = setting.isAuto() && !isFullyGrown(account, alike)
                ? "give it time: an auto-tuned window starts small and grows with what the application reads in each round"
                        + " trip. Reuse connections whose window has grown, or move more bytes over each"
                : BufferCheck.receive(
                                account.path(),
                                account.direction(),
                                account.ends().receiverKernel(),
                                setting)
                        .sharedBy(account.atOnce())
                        .remedy();
        return alike.reading().source() == BufferReading.Source.ASSUMED
                ? remedy + "; if the application does set SO_RCVBUF, declare it with @SocketBuffers"
                : remedy;
    }
}
