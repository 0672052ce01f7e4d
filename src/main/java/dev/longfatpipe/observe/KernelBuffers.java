/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.Sysctls;
import dev.longfatpipe.observe.BufferReading.Source;
import dev.longfatpipe.units.DataSize;
import org.jspecify.annotations.Nullable;

/**
 * Tells from the kernel's records of one socket what its application asked for. A size that differs from that of an untouched
 * socket was asked for, unless it changes while the connection lives, which only auto-tuning does, or is one that auto-tuning can
 * have reached before the first look.
 */
final class KernelBuffers {

    private final KernelEnd end;
    private final SendAutoTuning sendTuning;
    private final ReceiveAutoTuning receiveTuning;
    private @Nullable SocketRecord first;
    private boolean receiveTuned;
    private boolean sendTuned;
    private BufferReading receive;
    private BufferReading send;

    KernelBuffers(KernelEnd end) {
        Sysctls sysctls = end.kernel().sysctls();
        this.end = end;
        this.sendTuning = new SendAutoTuning(sysctls.tcpWmem().max());
        this.receiveTuning = new ReceiveAutoTuning(sysctls.tcpRmem().max());
        this.receive = unread(end.declaredReceive());
        this.send = unread(end.declaredSend());
    }

    private BufferReading unread(BufferSetting setting) {
        return end.declared()
                ? new BufferReading(setting, setting.requested().orElse(DataSize.ofBytes(0)), -1, Source.DECLARED)
                : BufferReading.ASSUMED_AUTO;
    }

    /** Takes a record of the socket; what is told before the handshake is over says nothing of what is granted. */
    void add(SocketRecord record) {
        @Nullable SocketRecord untouched = end.untouched();
        if (untouched == null || !record.hasBuffers() || !isEstablished(record)) {
            return;
        }
        if (first == null) {
            first = record;
            receiveTuned =
                    receiveTuning.explains(record, untouched) && record.receiveBuffer() != untouched.receiveBuffer();
            sendTuned = sendTuning.explains(record, untouched) && record.sendBuffer() != untouched.sendBuffer();
        }
        receiveTuned |= record.receiveBuffer() != first.receiveBuffer();
        sendTuned |= record.sendBuffer() != first.sendBuffer();
        int scale = record.info().receiveWindowScale();
        boolean sameReceive = record.receiveBuffer() == untouched.receiveBuffer()
                && scale == untouched.info().receiveWindowScale();
        boolean sameSend = record.sendBuffer() == untouched.sendBuffer();
        receive = reading(record.receiveBuffer(), scale, receiveTuned, sameReceive, end.declaredReceive());
        send = reading(record.sendBuffer(), scale, sendTuned, sameSend, end.declaredSend());
    }

    private static boolean isEstablished(SocketRecord record) {
        return record.info().state() == TcpInfo.ESTABLISHED || record.info().peerHasEnded();
    }

    private static BufferReading reading(
            long memoryBytes, int scale, boolean tuned, boolean untouched, BufferSetting declared) {
        DataSize granted = DataSize.ofBytes(memoryBytes / 2);
        boolean asDeclared = declared.requested().filter(granted::equals).isPresent();
        if (asDeclared && (tuned || untouched)) {
            return new BufferReading(declared, granted, scale, Source.DECLARED);
        }
        BufferSetting setting = tuned || untouched ? BufferSetting.auto() : BufferSetting.explicit(granted);
        return new BufferReading(setting, granted, scale, Source.SOCK_DIAG);
    }

    BufferReading receive() {
        return receive;
    }

    BufferReading send() {
        return send;
    }
}
