/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.kernel.SendCapacity;
import dev.longfatpipe.observe.BufferReading;
import java.util.List;
import java.util.Optional;

/** SEND_BUFFER: the line stood idle while the sender's own buffer was full of bytes that were not acknowledged yet. */
final class SendBufferRule implements Rule {

    @Override
    public Optional<Diagnosis> judge(Account account) {
        if (!account.isDominated(Hold.SEND_BUFFER)) {
            return Optional.empty();
        }
        Alike alike = Alike.of(account, Hold.SEND_BUFFER, flow -> flow.after().sender());
        KernelProfile kernel = account.ends().senderKernel();
        SendCapacity law =
                kernel.sendCapacity(alike.reading().setting(), account.path().mss());
        if (WindowEvidence.contradicts(account, law.writerResumesAt())) {
            return Optional.empty();
        }
        List<String> evidence = Headline.evidence(account, Hold.SEND_BUFFER);
        String cut = law.capped() ? " (cut to " + kernel.sysctls().wmemMax() + " by net.core.wmem_max)" : "";
        String grown = alike.reading().setting().isAuto()
                ? " (net.ipv4.tcp_wmem max = " + kernel.sysctls().tcpWmem().max() + ")"
                : cut;
        evidence.add(alike.sockets(account.ends().senderSocket(alike.worst().id()))
                + WindowEvidence.has(BufferKind.SEND, alike.reading(), alike.several()) + grown + " -> "
                + (alike.several() ? "each " : "") + law.writerResumesAt().bytes() + " to "
                + law.capacity().bytes()
                + " bytes under way (its writer goes on when a third is free)"
                + WindowEvidence.ceiling(account, law.writerResumesAt(), law.capacity(), alike.all()));
        return Optional.of(new Diagnosis(LimitingFactor.SEND_BUFFER, evidence, remedy(account, alike)));
    }

    private static String remedy(Account account, Alike alike) {
        String remedy = BufferCheck.send(
                        account.path(),
                        account.direction(),
                        account.ends().senderKernel(),
                        alike.reading().setting())
                .sharedBy(account.atOnce())
                .remedy();
        return alike.reading().source() == BufferReading.Source.ASSUMED
                ? remedy + "; if the application does set SO_SNDBUF, declare it with @SocketBuffers"
                : remedy;
    }
}
