/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.BufferReading.Source;
import dev.longfatpipe.observe.SocketRecord;
import dev.longfatpipe.spi.DeclaredBuffers;
import dev.longfatpipe.units.DataSize;
import org.jspecify.annotations.Nullable;

/**
 * Tells from the kernel's record of an application's socket what the application asked for: the record is compared with that of
 * an untouched socket.
 *
 * <p>An explicit SO_RCVBUF shows in the size of the buffer, or, where it happens to equal the default, in the window scale,
 * which the kernel derives from it when it was set before the SYN. Where the two say nothing and the test declares a buffer, the
 * declaration is taken; where they contradict it, they are believed.
 */
final class BufferDiscovery {

    private final @Nullable DeclaredBuffers declared;

    BufferDiscovery(@Nullable DeclaredBuffers declared) {
        this.declared = declared;
    }

    /** Reads the client's socket; {@code quiet} says that no byte has crossed it yet, so that nothing has been tuned. */
    AppSocket client(@Nullable SocketRecord record, @Nullable UntouchedSockets untouched) {
        BufferSetting receive = declared == null ? BufferSetting.auto() : declared.clientReceive();
        BufferSetting send = declared == null ? BufferSetting.auto() : declared.clientSend();
        return read(record, untouched == null ? null : untouched.client(), receive, send);
    }

    /** Reads the socket that the server accepted. */
    AppSocket server(@Nullable SocketRecord record, @Nullable UntouchedSockets untouched) {
        BufferSetting receive = declared == null ? BufferSetting.auto() : declared.serverReceive();
        BufferSetting send = declared == null ? BufferSetting.auto() : declared.serverSend();
        return read(record, untouched == null ? null : untouched.server(), receive, send);
    }

    private AppSocket read(
            @Nullable SocketRecord record,
            @Nullable SocketRecord untouched,
            BufferSetting declaredReceive,
            BufferSetting declaredSend) {
        if (record == null || untouched == null) {
            return declared == null
                    ? AppSocket.ASSUMED_AUTO
                    : new AppSocket(asDeclared(declaredReceive), asDeclared(declaredSend));
        }
        int scale = record.info().receiveWindowScale();
        boolean receiveUntouched = record.receiveBuffer() == untouched.receiveBuffer()
                && scale == untouched.info().receiveWindowScale();
        return new AppSocket(
                reading(record.receiveBuffer(), receiveUntouched, declaredReceive, scale),
                reading(record.sendBuffer(), record.sendBuffer() == untouched.sendBuffer(), declaredSend, scale));
    }

    private static BufferReading reading(long memoryBytes, boolean untouched, BufferSetting whenUntouched, int scale) {
        DataSize granted = DataSize.ofBytes(memoryBytes / 2);
        if (!untouched) {
            return new BufferReading(BufferSetting.explicit(granted), granted, scale, Source.SOCK_DIAG);
        }
        boolean sameAsDefault = whenUntouched
                .requested()
                .map(requested -> requested.equals(granted))
                .orElse(false);
        return sameAsDefault
                ? new BufferReading(whenUntouched, granted, scale, Source.DECLARED)
                : new BufferReading(BufferSetting.auto(), granted, scale, Source.SOCK_DIAG);
    }

    private static BufferReading asDeclared(BufferSetting setting) {
        return new BufferReading(setting, DataSize.ofBytes(0), -1, Source.DECLARED);
    }
}
