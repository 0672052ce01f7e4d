/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import dev.longfatpipe.kernel.Sysctls;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.observe.BufferReading.Source;
import java.util.ArrayList;
import java.util.List;

/** What the reader of a report should know about the buffers of an application's sockets. */
final class BufferWarnings {

    private final Sysctls host;
    private final String unreadable;

    /**
     * @param host the settings of this host
     * @param unreadable why a socket cannot be read that was not read
     */
    BufferWarnings(Sysctls host, String unreadable) {
        this.host = host;
        this.unreadable = unreadable;
    }

    List<String> about(String who, AppSocket socket) {
        List<String> warnings = new ArrayList<>();
        if (socket.receive().source() == Source.ASSUMED) {
            warnings.add("the buffers of " + who
                    + " could not be read (" + unreadable + "):"
                    + " auto-tuning is assumed; declare them with @SocketBuffers");
        }
        if (isCapped(socket.receive(), host.rmemMax())) {
            warnings.add(capped(who, "SO_RCVBUF", host.rmemMax(), "net.core.rmem_max"));
        }
        if (isCapped(socket.send(), host.wmemMax())) {
            warnings.add(capped(who, "SO_SNDBUF", host.wmemMax(), "net.core.wmem_max"));
        }
        return warnings;
    }

    private static boolean isCapped(BufferReading reading, long most) {
        return reading.source() == Source.SOCK_DIAG
                && !reading.setting().isAuto()
                && reading.granted().bytes() == most;
    }

    private static String capped(String who, String option, long most, String sysctl) {
        return option + " of " + who + " is " + most + ", which is " + sysctl
                + " of this host: more may have been asked for and was cut silently";
    }
}
